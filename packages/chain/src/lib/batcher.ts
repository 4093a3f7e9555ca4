// Runs items in batches: items that arrive while earlier batches run are put into the next one. So
// a busy caller works in large batches, and an idle one starts at once.
interface BatcherOptions<Item, Result> {
  readonly atOnce: number;
  /** The size of the next batch, or the largest size of any. */
  readonly take: number | ((waiting: readonly Item[]) => number);
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether a single item may have failed the batch. Then each is retried separately. */
  isItemError?(error: unknown): boolean;
  /** The index of the item that failed the batch, if known. The others are retried together. */
  findFailedItem?(error: unknown): number | undefined;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export class Batcher<Item, Result = void> {
  readonly #options: BatcherOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isDue = false;

  constructor(options: BatcherOptions<Item, Result>) {
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
    const count = typeof take === 'number' ? take : take(this.#waiting.map(({ item }) => item));
    const batch = this.#waiting.splice(0, Math.max(1, count));
    this.#running += 1;
    void this.#run(batch).finally(() => {
      this.#running -= 1;
      if (this.#waiting.length > 0) this.#startSoon();
    });
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const { run, isItemError, findFailedItem } = this.#options;
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (batch.length > 1 && isItemError?.(error)) {
        for (const part of split(batch, findFailedItem?.(error))) await this.#run(part);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }
}

function split<T>(batch: readonly T[], failed: number | undefined): (readonly T[])[] {
  if (failed === undefined || !(failed in batch)) return batch.map((one) => [one]);
  const others = batch.filter((_, index) => index !== failed);
  return [others, [batch[failed] as T]];
}
