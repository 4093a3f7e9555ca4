import { decodeBase58 } from '@tote/chain/lib/base58';
import { toKey } from './key.ts';

export const knownKey = (address: string) => toKey(decodeBase58(address, 32) as Uint8Array);

export const SYSTEM_PROGRAM = toKey(new Uint8Array(32));
export const UPGRADEABLE_LOADER = knownKey('BPFLoaderUpgradeab1e11111111111111111111111');
export const CLOCK_SYSVAR = knownKey('SysvarC1ock11111111111111111111111111111111');
export const SLOT_HASHES_SYSVAR = knownKey('SysvarS1otHashes111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = knownKey('ComputeBudget111111111111111111111111111111');
