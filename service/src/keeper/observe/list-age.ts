/** A list of markets is read again after this time, even if nothing seems to have changed. */
const LISTED_MS = 10_000;

/** Another number whenever a list of open markets may have changed. */
export interface ListVersion {
  readonly version: number;
}

interface AgeOptions {
  readonly dueTimes?: ListVersion;
  readonly wallMs: () => number;
}

/** Says when a list of open markets must be read again: after a change, and now and then. */
export class ListAge {
  readonly #options: AgeOptions;
  readonly #leastMs: number;
  #readMs = -Infinity;
  #seen: number | undefined;

  constructor(options: AgeOptions, leastMs: number) {
    this.#options = options;
    this.#leastMs = leastMs;
  }

  get isOld(): boolean {
    const { wallMs } = this.#options;
    const passedMs = wallMs() - this.#readMs;
    return passedMs >= (this.isOutdated ? this.#leastMs : LISTED_MS);
  }

  /** Whether it may have changed, so that it is old soon. */
  get isOutdated(): boolean {
    const { dueTimes } = this.#options;
    return dueTimes === undefined || dueTimes.version !== this.#seen;
  }

  /** To call before a read. The returned function says that it has succeeded. */
  begin(): () => void {
    const version = this.#options.dueTimes?.version;
    return () => {
      this.#seen = version;
      this.#readMs = this.#options.wallMs();
    };
  }

  forget(): void {
    this.#readMs = -Infinity;
  }
}
