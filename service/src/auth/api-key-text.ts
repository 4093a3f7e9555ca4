// The text of an API key: `tote_<16 characters of id>_<43 of secret><6 of checksum>`. The prefix
// lets secret scanners find a leaked key. The checksum refuses a mistyped key without a query.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_CHARACTERS = 16;
const ID_BYTES = 11;
const SECRET_BYTES = 32;
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const ID_STARTS_AT = 'tote_'.length;
export const API_KEY_CHARACTERS = 71;
const API_KEY = /^tote_([0-9A-Za-z]{16})_[0-9A-Za-z]{49}$/;

/** `key_<16 characters>`: the public part of the key. */
export type ApiKeyId = `key_${string}`;

export function createApiKeyId(): ApiKeyId {
  return `key_${toBase62(integerOf(randomBytes(ID_BYTES)), ID_CHARACTERS)}`;
}

export function createApiKeySecret(): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

export function formatApiKey(id: ApiKeyId, secret: Uint8Array): string {
  if (secret.length !== SECRET_BYTES) throw new RangeError('the secret of an API key is 32 bytes');
  const text = toBase62(integerOf(secret), SECRET_CHARACTERS);
  const body = `tote_${id.slice('key_'.length)}_${text}`;
  return body + checksum(body);
}

export function readApiKeyId(key: string): ApiKeyId | undefined {
  const id = API_KEY.exec(key)?.[1];
  if (id === undefined) return undefined;
  const body = key.slice(0, -CHECKSUM_CHARACTERS);
  return key.endsWith(checksum(body)) ? `key_${id}` : undefined;
}

/** The id of a key that is known to be well-formed, or else an id that no key has. */
export function sliceApiKeyId(key: string): ApiKeyId {
  return `key_${key.slice(ID_STARTS_AT, ID_STARTS_AT + ID_CHARACTERS)}`;
}

export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

const checksum = (body: string) => toBase62(BigInt(crc32(body)), CHECKSUM_CHARACTERS);

const integerOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

function toBase62(integer: bigint, characters: number): string {
  let rest = integer;
  let digits = '';
  for (let i = 0; i < characters; i += 1) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}
