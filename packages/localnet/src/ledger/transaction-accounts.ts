import { COMPUTE_BUDGET_PROGRAM, type Key } from './key.ts';
import type { LoadedAddresses } from './lookup-tables.ts';
import { readReceiptHead } from './packed-receipt.ts';
import type { TransactionRecord } from './record.ts';
import { type Execution, TransactionRefused } from './vm.ts';
import {
  isWritable,
  readTransaction,
  SIZE_LIMIT,
  SIZE_LIMIT_V1,
  type WireTransaction,
} from './wire.ts';

export interface TransactionAccounts {
  keys: Key[];
  writable: Key[];
  loaded: LoadedAddresses;
}

export function accountsOf(
  transaction: WireTransaction,
  loaded: LoadedAddresses,
): TransactionAccounts {
  const { staticKeys } = transaction;
  const writable = staticKeys.filter((_, index) => isWritable(transaction, index));
  return {
    keys: [...staticKeys, ...loaded.writable, ...loaded.readonly],
    writable: [...writable, ...loaded.writable],
    loaded,
  };
}

/** The checks that a validator makes before it loads any account. */
export function checkShape(transaction: WireTransaction): void {
  const { version, bytes, signatures, requiredSignatures, staticKeys, readonlySigned } =
    transaction;
  const limit = version === 1 ? SIZE_LIMIT_V1 : SIZE_LIMIT;
  const isShaped =
    bytes.length <= limit &&
    requiredSignatures > 0 &&
    signatures.length === requiredSignatures &&
    readonlySigned < requiredSignatures &&
    requiredSignatures + transaction.readonlyUnsigned <= staticKeys.length;
  if (!isShaped) throw new TransactionRefused('SanitizeFailure');
}

/** The program of all instructions that can change accounts; undefined if there are several. */
export function findOnlyProgram(
  { staticKeys, instructions }: WireTransaction,
  { inner }: Pick<Execution, 'inner'>,
): Key | undefined {
  let only: Key | undefined;
  for (const { programIndex } of instructions) {
    const program = staticKeys[programIndex];
    if (program === COMPUTE_BUDGET_PROGRAM || program === only) continue;
    if (only !== undefined) return undefined;
    only = program;
  }
  const hasInner = inner.some((list) => list.length > 0);
  return hasInner ? undefined : only;
}

export function mentionsAddress({ bytes, receipt }: TransactionRecord, address: Key): boolean {
  if (readTransaction(bytes).staticKeys.includes(address)) return true;
  const { writable, readonly } = readReceiptHead(receipt).loaded;
  return writable.includes(address) || readonly.includes(address);
}
