// Splits a serialized transaction into signatures and message, and joins them again. It does not
// parse the message.
import { DomainError } from '@tote/domain';

export const SIGNATURE_BYTES = 64;
const VERSION_1 = 0x81;

export interface SplitTransaction {
  readonly signatures: readonly Uint8Array[];
  readonly message: Uint8Array;
}

export function splitTransaction(bytes: Uint8Array): SplitTransaction {
  return bytes[0] === VERSION_1 ? splitVersion1(bytes) : splitSignaturesFirst(bytes);
}

/** In version 1 the signatures come last, and the second byte is their number. */
function splitVersion1(bytes: Uint8Array): SplitTransaction {
  const count = bytes[1] ?? 0;
  const end = bytes.length - count * SIGNATURE_BYTES;
  if (count === 0 || end <= 0) throw malformed();
  return { signatures: split(bytes.subarray(end)), message: bytes.subarray(0, end) };
}

function splitSignaturesFirst(bytes: Uint8Array): SplitTransaction {
  const count = bytes[0] as number;
  const start = 1 + count * SIGNATURE_BYTES;
  if (count === 0 || count > 0x7f || start >= bytes.length) throw malformed();
  return { signatures: split(bytes.subarray(1, start)), message: bytes.subarray(start) };
}

function split(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / SIGNATURE_BYTES }, (_, index) =>
    bytes.subarray(index * SIGNATURE_BYTES, (index + 1) * SIGNATURE_BYTES),
  );
}

export function joinTransaction({ signatures, message }: SplitTransaction): Uint8Array {
  if (message[0] === VERSION_1) return Buffer.concat([message, ...signatures]);
  return Buffer.concat([Buffer.from([signatures.length]), ...signatures, message]);
}

function malformed(): DomainError {
  return new DomainError('transaction_malformed');
}
