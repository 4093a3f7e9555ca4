import { type SplitTransaction, splitTransaction } from '@tote/chain/split-transaction';
import { DomainError } from '@tote/domain';

/** The largest transaction of version 1. */
const TRANSACTION_BYTES_MAX = 4_096;
const BASE64_CHARACTERS_MAX = Math.ceil(TRANSACTION_BYTES_MAX / 3) * 4;

/** Decodes the base64 of a request; throws `transaction_malformed`. */
export function readTransaction(base64: string): SplitTransaction {
  if (base64.length > BASE64_CHARACTERS_MAX) throw new DomainError('transaction_malformed');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw new DomainError('transaction_malformed');
  }
  return splitTransaction(bytes);
}
