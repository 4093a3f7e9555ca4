// The text of a key: 64 numbers as in Solana's key files, or base58 as wallets export it.
import { decodeBase58Exactly, encodeBase58 } from '@tote/lib/base58';
import { UsageError } from '@tote/lib/usage-error';

const KEY_BYTES = 64;

export function readKey(text: string, where: string): Uint8Array {
  const key = decodeBase58Exactly(text.trim(), KEY_BYTES) ?? readNumbers(text);
  if (key) return key;
  throw new UsageError(`${where}: not a key. A key file has 64 numbers, or base58 of 64 bytes.`);
}

function readNumbers(text: string): Uint8Array | undefined {
  let numbers: unknown;
  try {
    numbers = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isKey =
    Array.isArray(numbers) &&
    numbers.length === KEY_BYTES &&
    numbers.every((each) => Number.isInteger(each) && each >= 0 && each < 256);
  return isKey ? Uint8Array.from(numbers as number[]) : undefined;
}

/** The second half of a key is its address. */
export const addressOf = (key: Uint8Array): string => encodeBase58(key.subarray(KEY_BYTES / 2));
