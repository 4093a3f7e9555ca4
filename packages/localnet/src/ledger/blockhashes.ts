// The recent blockhashes. Each is derived from the genesis seed and its slot, so none has to be
// stored and none is ever repeated.

import { sha256 } from '@tote/chain/lib/sha256';
import { type Key, keyBytes, toKey } from './key.ts';

export const BLOCKHASHES_VALID = 150;

export class Blockhashes {
  /** The blockhash of slot 0, by which clients identify the chain. */
  readonly genesis: Key;
  readonly #seed: Uint8Array;
  readonly #slots = new Map<Key, bigint>();
  #latest: Key;

  constructor(seed: Uint8Array, slot: bigint) {
    this.#seed = seed;
    this.genesis = this.of(0n);
    const oldest = slot - BigInt(BLOCKHASHES_VALID);
    this.#latest = this.of(oldest < 0n ? 0n : oldest);
    for (let at = oldest < 0n ? 0n : oldest; at <= slot; at += 1n) this.add(at);
  }

  get latest(): Key {
    return this.#latest;
  }

  add(slot: bigint): void {
    this.#latest = this.of(slot);
    this.#slots.set(this.#latest, slot);
    // A Map keeps insertion order, so the first key is the oldest.
    for (const [hash, oldest] of this.#slots) {
      if (oldest > slot - BigInt(BLOCKHASHES_VALID) - 1n) break;
      this.#slots.delete(hash);
    }
  }

  slotOf(blockhash: Key): bigint | undefined {
    return this.#slots.get(blockhash);
  }

  lastValidHeight(slot: bigint): bigint {
    return slot + BigInt(BLOCKHASHES_VALID);
  }

  of(slot: bigint): Key {
    return toKey(sha256(this.#seed, `blockhash ${slot}`));
  }
}

// The SlotHashes sysvar: the hashes of the last slots, newest first. A new lookup table must name
// one of these slots.
const SLOTS = 512;
const HEAD_BYTES = 8;
const ENTRY_BYTES = 40;

export class SlotHashes {
  readonly #hashOf: (slot: bigint) => Key;
  readonly #data = Buffer.alloc(HEAD_BYTES + SLOTS * ENTRY_BYTES);
  #count = 0;
  #slot = 0n;

  constructor(hashOf: (slot: bigint) => Key) {
    this.#hashOf = hashOf;
  }

  startSlot(slot: bigint): Uint8Array | undefined {
    if (slot === this.#slot) return undefined;
    const oldest = slot - BigInt(SLOTS);
    if (oldest > this.#slot) this.#slot = oldest;
    for (; this.#slot < slot; this.#slot += 1n) this.#add(this.#slot);
    return this.#data;
  }

  #add(slot: bigint): void {
    const end = this.#data.length - ENTRY_BYTES;
    this.#data.copyWithin(HEAD_BYTES + ENTRY_BYTES, HEAD_BYTES, end);
    this.#count = Math.min(this.#count + 1, SLOTS);
    this.#data.writeBigUInt64LE(BigInt(this.#count));
    this.#data.writeBigUInt64LE(slot, HEAD_BYTES);
    this.#data.set(keyBytes(this.#hashOf(slot)), HEAD_BYTES + 8);
  }
}
