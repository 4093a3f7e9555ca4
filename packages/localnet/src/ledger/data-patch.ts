// The difference between two versions of an account's data: the ranges that have changed.

export type Range = [start: number, end: number];

const RANGE_HEAD_BYTES = 4 + 4;
const WORD_BYTES = 4;

export function findChanges(before: Uint8Array | undefined, after: Uint8Array) {
  if (!before || before.length !== after.length) return undefined;
  const isAligned = before.byteOffset % WORD_BYTES === 0 && after.byteOffset % WORD_BYTES === 0;
  if (!isAligned) return undefined;
  const ranges: Range[] = [];
  // Words first: comparing bytes takes four times as long.
  const count = Math.floor(after.length / WORD_BYTES);
  const old = new Int32Array(before.buffer, before.byteOffset, count);
  const now = new Int32Array(after.buffer, after.byteOffset, count);
  for (let i = 0; i < count; i += 1) {
    if (old[i] !== now[i]) addRange(ranges, i * WORD_BYTES, (i + 1) * WORD_BYTES);
  }
  for (let at = count * WORD_BYTES; at < after.length; at += 1) {
    if (before[at] !== after[at]) addRange(ranges, at, at + 1);
  }
  return patchBytes(ranges) < after.length ? ranges : undefined;
}

/** Ranges with a small gap between them are joined: a new head would be longer than the gap. */
function addRange(ranges: Range[], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last && start - last[1] <= RANGE_HEAD_BYTES) last[1] = end;
  else ranges.push([start, end]);
}

export function patchBytes(ranges: readonly Range[]): number {
  let size = 0;
  for (const [start, end] of ranges) size += RANGE_HEAD_BYTES + end - start;
  return size;
}

export function writePatch(
  into: Buffer,
  offset: number,
  ranges: readonly Range[],
  data: Uint8Array,
): void {
  let at = offset;
  for (const [start, end] of ranges) {
    at = into.writeUInt32LE(start, at);
    at = into.writeUInt32LE(end - start, at);
    into.set(data.subarray(start, end), at);
    at += end - start;
  }
}

export function applyPatch(data: Uint8Array | undefined, patch: Buffer): Uint8Array {
  if (!data) throw new Error('the ledger has a change of an account that does not exist');
  let at = 0;
  while (at < patch.length) {
    const start = patch.readUInt32LE(at);
    const length = patch.readUInt32LE(at + 4);
    at += RANGE_HEAD_BYTES;
    data.set(patch.subarray(at, at + length), start);
    at += length;
  }
  return data;
}
