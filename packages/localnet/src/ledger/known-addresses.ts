import { decodeBase58 } from '@tote/chain/lib/base58';
import { toKey } from './key.ts';

export const SYSTEM_PROGRAM = toKey(new Uint8Array(32));
export const CLOCK_SYSVAR = toKey(
  decodeBase58('SysvarC1ock11111111111111111111111111111111', 32) as Uint8Array,
);
export const SLOT_HASHES_SYSVAR = toKey(
  decodeBase58('SysvarS1otHashes111111111111111111111111111', 32) as Uint8Array,
);
export const COMPUTE_BUDGET_PROGRAM = toKey(
  decodeBase58('ComputeBudget111111111111111111111111111111', 32) as Uint8Array,
);
