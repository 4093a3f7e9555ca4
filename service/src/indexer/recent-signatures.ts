const SIGNATURES_MAX = 20_000;

export class RecentSignatures {
  readonly #set = new Set<string>();

  has(signature: string): boolean {
    return this.#set.has(signature);
  }

  add(signature: string): void {
    this.#set.add(signature);
    if (this.#set.size > SIGNATURES_MAX) {
      this.#set.delete(this.#set.values().next().value as string);
    }
  }

  delete(signature: string): void {
    this.#set.delete(signature);
  }

  clear(): void {
    this.#set.clear();
  }
}
