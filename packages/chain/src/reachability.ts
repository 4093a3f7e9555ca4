// Whether the node answers, learned from the calls that are made anyway. A look at an interval
// would learn it seconds later, and all that is signed meanwhile waits for a node that is away.

interface ReachabilityOptions {
  /** Timeout of one attempt of a call. */
  readonly timeoutMs: number;
  readonly nowMs?: () => number;
}

/** One failure may be a lost packet. The clock is read every second: a node answers that. */
const FAILING_MS = 1_000;
/** Without any answer, and without a failure either: this share of an attempt's timeout. */
const SILENT_SHARE = 0.6;

export class Reachability {
  readonly #nowMs: () => number;
  readonly #silentMs: number;
  /** When the first attempt began since the last answer. */
  #askedAtMs: number | undefined;
  #hasFailed = false;

  constructor({ timeoutMs, nowMs = () => performance.now() }: ReachabilityOptions) {
    this.#nowMs = nowMs;
    this.#silentMs = timeoutMs * SILENT_SHARE;
  }

  /** True from a moment after the last answer until the next one. */
  get isAway(): boolean {
    if (this.#askedAtMs === undefined) return false;
    const silentMs = this.#nowMs() - this.#askedAtMs;
    return silentMs >= (this.#hasFailed ? FAILING_MS : this.#silentMs);
  }

  /** An attempt begins. */
  ask(): void {
    this.#askedAtMs ??= this.#nowMs();
  }

  /** Any answer counts, also an error: somebody is there. */
  answer(): void {
    this.#askedAtMs = undefined;
    this.#hasFailed = false;
  }

  /** An attempt got no answer, or one that is none of a node. */
  fail(): void {
    this.#hasFailed = this.#askedAtMs !== undefined;
  }
}
