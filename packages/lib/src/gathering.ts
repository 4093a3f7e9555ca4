// What arrives while earlier work is under way is done together: a busy keeper works in large
// groups, an idle one at once.
interface GatheringOptions<Item, Result> {
  /** Groups under way together. May be another number each time. */
  readonly atOnce: number;
  /** How many of those that wait make the next group, from the first on; at least one. */
  take(waiting: readonly Item[]): number;
  /** Gives a result for each, in their order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** Whether one of the group may have failed all of it: then each is tried by itself. */
  isOfOne?(error: unknown): boolean;
  /** Which of the group failed it, where the error says so: then the others go on together. */
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

  /** At the end of this turn of the event loop: others are about to arrive. */
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

/** All but the culprit, then the culprit: what failed beside others may succeed by itself. */
function split<T>(group: readonly T[], culprit: number | undefined): (readonly T[])[] {
  if (culprit === undefined || !(culprit in group)) return group.map((one) => [one]);
  const others = group.filter((_, index) => index !== culprit);
  return [others, [group[culprit] as T]];
}
