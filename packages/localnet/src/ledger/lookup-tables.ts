import type { MaybeAccount } from './account.ts';
import { type Key, knownKey, toKey } from './key.ts';
import type { TransactionError } from './transaction-error.ts';
import type { WireTransaction } from './wire.ts';

const LOOKUP_PROGRAM = knownKey('AddressLookupTab1e1111111111111111111111111');
const HEAD_BYTES = 56;

export interface LoadedAddresses {
  writable: Key[];
  readonly: Key[];
}

export const NOTHING_LOADED: LoadedAddresses = { writable: [], readonly: [] };

export function loadAddresses(
  { lookups }: WireTransaction,
  getAccount: (address: Key) => MaybeAccount,
): LoadedAddresses | TransactionError {
  if (lookups.length === 0) return NOTHING_LOADED;
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const { table, writable, readonly } of lookups) {
    const account = getAccount(table);
    if (!account) return 'AddressLookupTableNotFound';
    if (account.owner !== LOOKUP_PROGRAM) return 'InvalidAddressLookupTableOwner';
    if (account.data.length < HEAD_BYTES) return 'InvalidAddressLookupTableData';
    const count = Math.floor((account.data.length - HEAD_BYTES) / 32);
    for (const [indexes, into] of [
      [writable, loaded.writable],
      [readonly, loaded.readonly],
    ] as const) {
      for (const index of indexes) {
        if (index >= count) return 'InvalidAddressLookupTableIndex';
        const at = HEAD_BYTES + index * 32;
        into.push(toKey(account.data, at, at + 32));
      }
    }
  }
  return loaded;
}

export const isLoaded = (result: LoadedAddresses | TransactionError): result is LoadedAddresses =>
  typeof result === 'object' && 'writable' in result;
