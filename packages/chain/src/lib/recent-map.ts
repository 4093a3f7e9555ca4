/**
 * A map of the entries that were used last: at least half of `max` of them, and at most `max`. When
 * the younger half is full, the older one is dropped. So a use of the younger half, which is the
 * usual case, changes nothing.
 */
export class RecentMap<Key, Value> {
  readonly #max: number;
  #younger = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    const young = this.#younger.get(key);
    if (young !== undefined) return young;
    const old = this.#older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    this.#older.delete(key);
    this.#younger.set(key, value);
    if (this.#younger.size < this.#max / 2) return;
    this.#older = this.#younger;
    this.#younger = new Map();
  }

  delete(key: Key): void {
    this.#younger.delete(key);
    this.#older.delete(key);
  }

  clear(): void {
    this.#younger.clear();
    this.#older.clear();
  }
}
