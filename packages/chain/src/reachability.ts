// Learns from regular calls whether the node answers. Polling would notice an outage seconds later,
// and everything signed meanwhile would wait for an unreachable node.

/** One failure may be a lost packet. The clock is read every second, so answers are frequent. */
const FAILING_MS = 1_000;
/** Without an answer or a failure: this share of an attempt's timeout. */
const SILENT_SHARE = 0.6;

export class Reachability {
  readonly #nowMs: () => number;
  readonly #silentMs: number;
  #askedAtMs: number | undefined;
  #hasFailed = false;

  constructor({
    timeoutMs,
    nowMs = () => performance.now(),
  }: { readonly timeoutMs: number; readonly nowMs?: () => number }) {
    this.#nowMs = nowMs;
    this.#silentMs = timeoutMs * SILENT_SHARE;
  }

  get isAway(): boolean {
    if (this.#askedAtMs === undefined) return false;
    const silentMs = this.#nowMs() - this.#askedAtMs;
    return silentMs >= (this.#hasFailed ? FAILING_MS : this.#silentMs);
  }

  ask(): void {
    this.#askedAtMs ??= this.#nowMs();
  }

  /** Any answer counts, even an error. */
  answer(): void {
    this.#askedAtMs = undefined;
    this.#hasFailed = false;
  }

  fail(): void {
    this.#hasFailed = this.#askedAtMs !== undefined;
  }
}
