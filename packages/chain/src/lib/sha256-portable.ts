// SHA-256 for code that also runs in browsers, such as the verifier. `sha256.ts` is faster on Node.
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

type Parts = readonly (string | Uint8Array)[];

export function sha256(...parts: Parts): Uint8Array {
  const bytes = parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part));
  return hash(concatBytes(...bytes));
}

export function sha256Hex(...parts: Parts): string {
  return bytesToHex(sha256(...parts));
}
