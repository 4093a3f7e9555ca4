const SAMPLE_MS = 200;
const LATE_SAMPLES_MIN = 3;

/**
 * Notices when the process is behind with its work, and stays behind: a pause or two are nothing
 * that turning requests away would help against.
 */
export class Overload {
  readonly #lagMsMax: number;
  readonly #timer: NodeJS.Timeout;
  #dueAtMs: number;
  #lateSamples = 0;

  constructor(lagMsMax: number, nowMs: () => number = () => performance.now()) {
    this.#lagMsMax = lagMsMax;
    this.#dueAtMs = nowMs() + SAMPLE_MS;
    // Timers run before sockets: what waited while we were busy meets the answer of this sample.
    this.#timer = setInterval(() => {
      const now = nowMs();
      const isLate = now - this.#dueAtMs > this.#lagMsMax;
      this.#lateSamples = isLate ? this.#lateSamples + 1 : 0;
      this.#dueAtMs = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  get isBehind(): boolean {
    return this.#lateSamples >= LATE_SAMPLES_MIN;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
