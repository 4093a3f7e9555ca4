// Takes a transaction apart into signatures and message, and puts it together again. The message is
// not read here: one that is not remembered is not worth reading.
import { DomainError } from '@tote/domain';

const SIGNATURE_BYTES = 64;
const VERSION_1 = 0x81;
/** The largest transaction of version 1. */
const TRANSACTION_BYTES_MAX = 4_096;
const BASE64_CHARACTERS_MAX = Math.ceil(TRANSACTION_BYTES_MAX / 3) * 4;

export interface SplitTransaction {
  readonly signatures: readonly Uint8Array[];
  readonly message: Uint8Array;
}

export function readTransaction(base64: string): SplitTransaction {
  if (base64.length > BASE64_CHARACTERS_MAX) throw malformed();
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== base64) throw malformed();
  return splitTransaction(bytes);
}

export function splitTransaction(bytes: Uint8Array): SplitTransaction {
  return bytes[0] === VERSION_1 ? splitVersion1(bytes) : splitSignaturesFirst(bytes);
}

/** Version 1 ends with its signatures, and says how many in its second byte. */
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
