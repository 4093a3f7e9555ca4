// The SlotHashes sysvar: the hashes of the last slots, newest first. A new lookup table must name
// one of these slots.
import type { Key } from './key.ts';
import { keyBytes } from './key.ts';

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
