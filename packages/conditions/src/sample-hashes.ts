// Hashes of samples whose bytes are not kept. A market that nothing happened to is decided by
// samples that all say the same, and they are too many to keep. Their hashes and times are few
// bytes, and a Merkle root of them goes on chain in the evidence: nobody can change them later.
import { getBase16Decoder } from '@solana/kit';
import { sha256 } from '@tote/chain/lib/sha256-portable';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Sample } from './oracles/account-snapshot.ts';
import { renderSampleText } from './render-sample.ts';

/** When a sample was taken, and the SHA-256 of its text in the form of the evidence. */
export interface SampleHash {
  readonly at: UnixSeconds;
  readonly hash: Uint8Array;
}

export interface SampleHashes {
  readonly count: number;
  /** The longest time without a sample, from the market's creation to its expiry. */
  readonly longestGapSeconds: number;
  readonly root: string;
}

/** A power of two, so that the root of all hashes is the root of the roots of the pages. */
export const SAMPLE_HASHES_PER_PAGE = 1_024;
const TIME_BYTES = 4;
const HASH_BYTES = 32;
const PACKED_BYTES = TIME_BYTES + HASH_BYTES;

/** Hashes of leaves and of nodes begin differently, so that none can pass for the other. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function hashSample(sample: Sample): Uint8Array {
  return sha256(renderSampleText(sample));
}

/** 36 bytes each: the time as a big-endian u32, then the hash. */
export function packSampleHashes(hashes: readonly SampleHash[]): Uint8Array {
  const packed = new Uint8Array(hashes.length * PACKED_BYTES);
  const view = new DataView(packed.buffer);
  for (const [index, { at, hash }] of hashes.entries()) {
    if (hash.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes');
    view.setUint32(index * PACKED_BYTES, at);
    packed.set(hash, index * PACKED_BYTES + TIME_BYTES);
  }
  return packed;
}

export function unpackSampleHashes(packed: Uint8Array): SampleHash[] {
  if (packed.length % PACKED_BYTES !== 0) throw new RangeError('not a list of hashes of samples');
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: packed.length / PACKED_BYTES }, (_, index) => {
    const start = index * PACKED_BYTES;
    const hash = packed.slice(start + TIME_BYTES, start + PACKED_BYTES);
    return { at: unixSeconds(view.getUint32(start)), hash };
  });
}

/** In the order in which the leaves of the Merkle tree stand. */
export function packPages(hashes: readonly SampleHash[]): Uint8Array[] {
  const pages: Uint8Array[] = [];
  for (let from = 0; from < hashes.length; from += SAMPLE_HASHES_PER_PAGE) {
    pages.push(packSampleHashes(hashes.slice(from, from + SAMPLE_HASHES_PER_PAGE)));
  }
  return pages;
}

export function rootOfPage(packed: Uint8Array): Uint8Array {
  const leaves: Uint8Array[] = [];
  for (let start = 0; start < packed.length; start += PACKED_BYTES) {
    leaves.push(packed.subarray(start, start + PACKED_BYTES));
  }
  return rootOfLeaves(leaves);
}

export const rootOfLeaves = (leaves: readonly Uint8Array[]): Uint8Array =>
  rootOf(leaves.map((leaf) => sha256(LEAF, leaf)));

export function joinRoots(roots: readonly Uint8Array[]): string {
  return getBase16Decoder().decode(rootOf(roots));
}

/** Pairs are hashed, level by level. The last one of an odd level goes up as it is. */
function rootOf(level: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = level;
  if (!first) return sha256();
  if (others.length === 0) return first;
  const next: Uint8Array[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index] as Uint8Array, level[index + 1]];
    next.push(right ? sha256(NODE, left, right) : left);
  }
  return rootOf(next);
}
