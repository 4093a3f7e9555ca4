import { createHash, type Hash } from 'node:crypto';

type Parts = readonly (string | Uint8Array)[];

export function sha256(...parts: Parts): Buffer {
  return hash(parts).digest();
}

export function sha256Hex(...parts: Parts): string {
  return hash(parts).digest('hex');
}

function hash(parts: Parts): Hash {
  const state = createHash('sha256');
  for (const part of parts) state.update(part);
  return state;
}
