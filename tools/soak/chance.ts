// Everything that is random comes from the seed. Each user of it has a sequence of its own, so that
// what one of them does, and when, does not change what the others do.
import { createHash } from 'node:crypto';
import { createRandom } from '../../packages/chain/test/faults.ts';

export class Chance {
  readonly #next: () => number;

  constructor(seed: number, name: string) {
    const hash = createHash('sha256').update(`${seed} ${name}`).digest();
    this.#next = createRandom(hash.readUInt32LE(0));
  }

  next(): number {
    return this.#next();
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least));
  }

  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    return from[this.between(0, from.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const keyed = items.map((item) => ({ item, at: this.next() }));
    return keyed.sort((a, b) => a.at - b.at).map(({ item }) => item);
  }
}
