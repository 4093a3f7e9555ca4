// Runs items in batches: items that arrive while earlier batches run are put into the next one. So
// a busy caller works in large batches, and an idle one starts at once.
export interface GatheringOptions<Item, Result> {
  /** Maximum of concurrent batches. It may change at any time. */
  readonly atOnce: number;
  /** How many of the waiting items, from the first, form the next batch; at least one. */
  take(waiting: readonly Item[]): number;
  /** Returns a result for each item, in order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether a single item may have failed the batch. Then each is retried separately. */
  isOfOne?(error: unknown): boolean;
  /** The index of the item that failed the batch, if known. The others are retried together. */
  findCulprit?(error: unknown): number | undefined;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export class Gathering<Item, Result = void> {
  readonly #options: GatheringOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isDue = false;

  constructor(options: GatheringOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#startSoon();
    });
  }

  /** Starts at the end of this event-loop turn, because more items may arrive in it. */
  #startSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      while (this.#waiting.length > 0 && this.#running < this.#options.atOnce) this.#start();
    });
  }

  #start(): void {
    const { take } = this.#options;
    const count = Math.max(1, take(this.#waiting.map(({ item }) => item)));
    const group = this.#waiting.splice(0, count);
    this.#running += 1;
    void this.#run(group).finally(() => {
      this.#running -= 1;
      if (this.#waiting.length > 0) this.#startSoon();
    });
  }

  async #run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const { run, isOfOne, findCulprit } = this.#options;
    try {
      const results = await run(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (group.length > 1 && isOfOne?.(error)) {
        for (const part of split(group, findCulprit?.(error))) await this.#run(part);
        return;
      }
      for (const { reject } of group) reject(error);
    }
  }
}

/** All but the failed item, then the failed item, which may succeed on its own. */
function split<T>(group: readonly T[], culprit: number | undefined): (readonly T[])[] {
  if (culprit === undefined || !(culprit in group)) return group.map((one) => [one]);
  const others = group.filter((_, index) => index !== culprit);
  return [others, [group[culprit] as T]];
}
