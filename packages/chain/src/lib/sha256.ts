import { createHash } from 'node:crypto';

type Parts = readonly (string | Uint8Array)[];

export function sha256(...parts: Parts): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export const sha256Hex = (...parts: Parts): string => sha256(...parts).toString('hex');
