// What Token-2022 writes behind a mint: entries of a type, a length and a value.
import type { Bytes } from './layout.ts';

const FIRST_OFFSET = 166;
const HEAD_BYTES = 4;

/** Where the value of the entry begins; undefined if there is none that fits. */
export function findExtension(bytes: Bytes, wanted: number): number | undefined {
  for (let at = FIRST_OFFSET; at + HEAD_BYTES <= bytes.length; ) {
    const type = bytes.u16(at);
    const start = at + HEAD_BYTES;
    if (type === wanted) return start;
    if (type === 0) break;
    at = start + bytes.u16(at + 2);
  }
  return undefined;
}
