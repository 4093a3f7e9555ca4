// Token-2022 extensions: type-length-value entries after a mint.
import type { Bytes } from './layout.ts';

const FIRST_OFFSET = 166;
const HEAD_BYTES = 4;

/** The offset of the entry's value; undefined if there is no complete one. */
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
