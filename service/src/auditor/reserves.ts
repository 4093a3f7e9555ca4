// Keeps the last sum of the reserves. A sum reads every account, so it is made at most once a
// second and takes at most a small part of the time: with more accounts it is made more rarely.
import { addsUp, type ReadReserves, type ReservesContext, readReserves } from './read-reserves.ts';

const EVERY_MS = 1_000;
/** The pause after a sum, in multiples of the time that it took. */
const PAUSES = 50;
/** The same after one whose parts are of different moments, because bets were placed meanwhile. */
const PAUSES_UNSETTLED = 2;
/** Sums that take longer are not waited for, if there is an older one. */
const AWAITED_MS_MAX = 100;

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
    return PAUSES * this.#tookMs;
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
    const isSettled = addsUp(last);
    const restMs = isSettled ? this.pauseMs : PAUSES_UNSETTLED * this.#tookMs;
    const pauseMs = Math.max(everyMs, restMs);
    if (performance.now() - this.#endedAtMs < pauseMs) return Promise.resolve(last);
    const next = this.sum();
    if (this.#tookMs <= AWAITED_MS_MAX) return next;
    // The next reader gets it. If it fails, that reader starts another one.
    next.catch(() => undefined);
    return Promise.resolve(last);
  }

  async #read(): Promise<ReadReserves> {
    const startedAtMs = performance.now();
    const read = await readReserves(this.#options);
    this.#endedAtMs = performance.now();
    this.#tookMs = this.#endedAtMs - startedAtMs;
    this.#last = read;
    return read;
  }
}
