// Computes a transaction's loaded accounts data size as the runtime does (SIMD-0186). Clients set
// their limit from it, so it has to be exact.
import type { MaybeAccount } from '../ledger/account.ts';
import type { Key } from '../ledger/key.ts';
import { isProgram, programDataOf } from '../ledger/programs.ts';

const ACCOUNT_BASE_BYTES = 64;
const LOOKUP_TABLE_BYTES = 8_248;

export function loadedSize(
  keys: readonly Key[],
  lookupTables: number,
  getAccount: (address: Key) => MaybeAccount,
): number {
  const counted = new Set<Key>(keys);
  let bytes = lookupTables * LOOKUP_TABLE_BYTES;
  for (const key of keys) {
    const account = getAccount(key);
    if (!account) continue;
    bytes += ACCOUNT_BASE_BYTES + account.data.length;
    // A program's code is loaded with it, once.
    const code = isProgram(account) ? programDataOf(account) : undefined;
    const codeAccount = code && !counted.has(code) ? getAccount(code) : null;
    if (!code || !codeAccount) continue;
    counted.add(code);
    bytes += ACCOUNT_BASE_BYTES + codeAccount.data.length;
  }
  return bytes;
}
