/** What happens at which time, in order; at the same time, in the order in which it was added. */
export class EventQueue {
  readonly #heap: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  #added = 0;
  now = 0;

  add(at: number, run: () => void): void {
    const heap = this.#heap;
    heap.push({ at, order: this.#added++, run });
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** Runs everything up to this time. */
  runUntil(end: number): void {
    for (let first = this.#heap[0]; first && first.at <= end; first = this.#heap[0]) {
      this.#removeFirst();
      this.now = first.at;
      first.run();
    }
    this.now = end;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    this.#swap(0, heap.length - 1);
    heap.pop();
    for (let parent = 0; ; ) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let least = parent;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (right < heap.length && this.#isBefore(right, least)) least = right;
      if (least === parent) return;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (!one || !other) return false;
    return one.at < other.at || (one.at === other.at && one.order < other.order);
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    [heap[a], heap[b]] = [heap[b] as (typeof heap)[0], heap[a] as (typeof heap)[0]];
  }
}

/** Servers with one queue: each job takes the first server that is free. */
export class Station {
  readonly #queue: EventQueue;
  readonly #freeAt: number[];

  constructor(queue: EventQueue, servers: number) {
    this.#queue = queue;
    this.#freeAt = Array<number>(servers).fill(0);
  }

  /** In milliseconds. */
  serve(tookMs: number, then: () => void): void {
    const freeAt = this.#freeAt;
    let first = 0;
    for (let server = 1; server < freeAt.length; server += 1) {
      if ((freeAt[server] as number) < (freeAt[first] as number)) first = server;
    }
    const endsAt = Math.max(this.#queue.now, freeAt[first] as number) + tookMs;
    freeAt[first] = endsAt;
    this.#queue.add(endsAt, then);
  }
}
