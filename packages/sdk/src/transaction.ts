// Reads serialized transactions, legacy and version 0, as the service prepares them. Features that
// could hide something are refused.
import { encodeBase58, toHex } from './bytes.ts';
import { ToteError } from './errors.ts';

interface ReadTransaction {
  /** All required signers, the fee payer first; in hex, like all addresses here. */
  readonly signers: readonly string[];
  /** The program, accounts and data of each instruction. */
  readonly instructions: readonly (readonly string[])[];
  readonly message: Uint8Array;
  /** Where the signatures begin, in the order of the signers. */
  readonly signaturesAt: number;
  readonly signatures: readonly string[];
}

const SIGNATURE_BYTES = 64;
const ADDRESS_BYTES = 32;
const VERSION_0 = 0x80;

export function unexpected(reason: string): ToteError {
  const text = reason.replace(/\b[0-9a-f]{64}\b/g, encodeBase58);
  return new ToteError('transaction_unexpected', `Not signed, because of ${text}.`);
}

export function readTransaction(bytes: Uint8Array): ReadTransaction {
  let at = 0;
  const take = (length: number) => {
    at += length;
    if (at > bytes.length) throw unexpected('its end');
    return bytes.subarray(at - length, at);
  };
  const byte = () => take(1)[0] as number;
  /** Seven bits per byte, lowest first. */
  const size = () => {
    const low = byte();
    return low < 0x80 ? low : low - 0x80 + byte() * 0x80;
  };
  const hex = (length: number) => toHex(take(length));
  const list = <T>(length: number, read: () => T) => Array.from({ length }, read);

  const signatures = list(size(), () => hex(SIGNATURE_BYTES));
  const start = at;
  let signerCount = byte();
  const isVersion0 = signerCount === VERSION_0;
  if (isVersion0) signerCount = byte();
  take(2);
  const keys = list(size(), () => hex(ADDRESS_BYTES));
  take(ADDRESS_BYTES);
  const keyOf = (index: number) => keys[index] ?? 'no account';
  const instructions = list(size(), () => [
    keyOf(byte()),
    ...Array.from(take(size()), keyOf),
    hex(size()),
  ]);
  if (isVersion0 && size() > 0) throw unexpected('lookup tables');
  if (at < bytes.length || signatures.length !== signerCount) throw unexpected('its end');
  const message = bytes.subarray(start);
  const signers = keys.slice(0, signerCount);
  return { signers, instructions, message, signatures, signaturesAt: start - 64 * signerCount };
}
