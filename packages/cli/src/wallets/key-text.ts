import { decodeBase58Exactly, encodeBase58 } from '@tote/chain/lib/base58';
import { UsageError } from '@tote/chain/lib/usage-error';
import { type Signer, signerFromKeyFile } from '@tote/sdk';

const KEY_BYTES = 64;

export function readKey(text: string, where: string): Uint8Array {
  const key = decodeBase58Exactly(text.trim(), KEY_BYTES) ?? readNumbers(text);
  if (key) return key;
  throw new UsageError(`${where}: not a key. It must be 64 numbers, or base58 of 64 bytes.`);
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

const HALF = KEY_BYTES / 2;
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Throws if the two halves of the key do not match, because its signatures would be invalid. */
export async function openKey(key: Uint8Array): Promise<Signer> {
  const { createPrivateKey, createPublicKey } = await import('node:crypto');
  const pkcs8 = Buffer.concat([PKCS8_HEAD, key.subarray(0, HALF)]);
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (!Buffer.from(x, 'base64url').equals(key.subarray(HALF))) {
    throw new UsageError('The two halves of the key do not match.');
  }
  return signerFromKeyFile(key);
}

/** The second half of a key is its address. */
export const addressOf = (key: Uint8Array): string => encodeBase58(key.subarray(HALF));
