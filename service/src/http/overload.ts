/** Notices when the process is behind with its work. */
export class Overload {
  readonly #lagMsMax: number;
  readonly #timer: NodeJS.Timeout;
  #dueAtMs: number;
  #isBehind = false;

  constructor(lagMsMax: number, nowMs: () => number = () => performance.now()) {
    this.#lagMsMax = lagMsMax;
    this.#dueAtMs = nowMs() + SAMPLE_MS;
    // Timers run before sockets: what waited while we were busy meets the answer of this sample.
    this.#timer = setInterval(() => {
      const now = nowMs();
      this.#isBehind = now - this.#dueAtMs > this.#lagMsMax;
      this.#dueAtMs = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  get isBehind(): boolean {
    return this.#isBehind;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

const SAMPLE_MS = 200;
