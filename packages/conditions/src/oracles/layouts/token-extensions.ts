// Token-2022 extensions: type-length-value entries after a mint or a token account.
import type { Bytes } from './layout.ts';

const FIRST_OFFSET = 166;
const HEAD_BYTES = 4;

/** Switched on by the owner of a token account; the value's first byte says whether they are on. */
export const SWITCHES = { memoRequired: 8, cpiGuard: 11 } as const;

/** Types and the offsets of their values. The last value may be cut off. */
export function listExtensions(bytes: Bytes): { type: number; start: number }[] {
  const found: { type: number; start: number }[] = [];
  for (let at = FIRST_OFFSET; at + HEAD_BYTES <= bytes.length; ) {
    const type = bytes.u16(at);
    if (type === 0) break;
    const start = at + HEAD_BYTES;
    found.push({ type, start });
    at = start + bytes.u16(at + 2);
  }
  return found;
}

/** The offset of the entry's value; undefined if there is no entry. */
export function findExtension(bytes: Bytes, wanted: number): number | undefined {
  return listExtensions(bytes).find(({ type }) => type === wanted)?.start;
}

export function isSwitchedOn(bytes: Bytes, wanted: number): boolean {
  const start = findExtension(bytes, wanted);
  return start !== undefined && start < bytes.length && bytes.u8(start) === 1;
}
