// Whether somebody watches. Otherwise the demo world stands still, and an idle service writes
// nothing.

const WATCHED_MS = 10 * 60 * 1_000;

export class Audience {
  readonly #nowMs: () => number;
  #askedAtMs = -Infinity;
  #countStreams = () => 0;
  #waking: Promise<unknown> | undefined;
  #wake = (): Promise<unknown> => Promise.resolve();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** A stream is open, or something was asked for within ten minutes. */
  get isWatching(): boolean {
    return this.#countStreams() > 0 || this.#nowMs() - this.#askedAtMs < WATCHED_MS;
  }

  /** For each request. After a break they wait until the world has caught up. */
  ask(): Promise<unknown> | undefined {
    if (!this.isWatching) this.wait(this.#wake());
    this.#askedAtMs = this.#nowMs();
    return this.#waking;
  }

  /** Requests wait for the work, too. If it fails they are answered nevertheless. */
  wait(work: Promise<unknown>): void {
    const waking = Promise.allSettled([this.#waking, work]).finally(() => {
      if (this.#waking === waking) this.#waking = undefined;
    });
    this.#waking = waking;
  }

  followStreams(count: () => number): void {
    this.#countStreams = count;
  }

  onReturn(wake: () => Promise<unknown>): void {
    this.#wake = wake;
  }
}
