// The verifier as a library, for browsers and Node.

export { PROGRAM_ADDRESS, parseMarket } from './addresses.ts';
export type { Check } from './checks.ts';
export { createNode } from './history/node.ts';
export { type Verification, verifyMarket } from './verify-market.ts';
