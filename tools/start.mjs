console.log(`Tote has no service to start yet.

What is here today: the on-chain program with its tests (npm test), its compute-unit table
(docs/compute-units.md) and its documentation (program/README.md).`);
