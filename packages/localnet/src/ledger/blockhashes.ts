// The recent blockhashes. Each is derived from the genesis seed and its slot, so none has to be
// stored and none is ever repeated.
import { sha256 } from '@tote/chain/lib/sha256';
import { type Key, toKey } from './key.ts';

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
