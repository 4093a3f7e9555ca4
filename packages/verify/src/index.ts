// The verifier as a library, for browsers and Node.
export type { Check } from './checks.ts';
export { createNode } from './history/node.ts';
export { parseMarket } from './market-id.ts';
export { PROGRAM_ADDRESS } from './program-address.ts';
export { type Verification, verifyMarket } from './verify-market.ts';
