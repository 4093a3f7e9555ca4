// Keeps the last sum of the reserves. A sum reads many rows, so it is made at most once a second
// and takes at most a small part of the time: with more rows it is made more rarely.
import { type ReadReserves, type ReservesContext, readReserves } from './read-reserves.ts';

const EVERY_MS = 1_000;
/** The pause after a sum, in multiples of the time that it took. */
const PAUSES = 50;
/** Sums that take longer are not waited for, if there is one that is not too old. */
const AWAITED_MS_MAX = 100;
const OLD_MS = 60_000;

interface Options extends ReservesContext {
  /** 0: every read sums. */
  readonly everyMs?: number;
}

export class ReservesReader {
  readonly #options: Options;
  #last: ReadReserves | undefined;
  #tookMs = 0;
  #endedAtMs = -Infinity;
  #running: Promise<ReadReserves> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The pause that the last sum calls for. */
  get pauseMs(): number {
    return PAUSES * (this.#last?.busyMs ?? 0);
  }

  /** As new as its cost allows. */
  async get(): Promise<ReadReserves['reserves']> {
    return (await this.#findRecent()).reserves;
  }

  /** Sums now. Calls at the same time share one sum. */
  sum(): Promise<ReadReserves> {
    this.#running ??= this.#read().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  #findRecent(): Promise<ReadReserves> {
    const last = this.#last;
    const { everyMs = EVERY_MS } = this.#options;
    if (!last || everyMs === 0) return this.sum();
    const pauseMs = Math.max(everyMs, this.pauseMs);
    const ageMs = performance.now() - this.#endedAtMs;
    if (ageMs < pauseMs) return Promise.resolve(last);
    const next = this.sum();
    if (this.#tookMs <= AWAITED_MS_MAX || ageMs > OLD_MS) return next;
    // The next reader gets it. If it fails, that reader starts another one.
    next.catch(() => undefined);
    return Promise.resolve(last);
  }

  async #read(): Promise<ReadReserves> {
    const startedAtMs = performance.now();
    this.#last = await readReserves(this.#options);
    this.#endedAtMs = performance.now();
    this.#tookMs = this.#endedAtMs - startedAtMs;
    return this.#last;
  }
}
