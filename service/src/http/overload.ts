// Detects a process that cannot keep up with its requests.
const SAMPLE_MS = 200;
const LATE_SAMPLES_MIN = 3;

/** Measures event-loop lag. Only lasting lag counts: refusing requests does not help in a pause. */
export class Overload {
  readonly #lagMsMax: number;
  readonly #timer: NodeJS.Timeout;
  #dueAtMs: number;
  #lateSamples = 0;

  constructor(lagMsMax: number, nowMs: () => number = () => performance.now()) {
    this.#lagMsMax = lagMsMax;
    this.#dueAtMs = nowMs() + SAMPLE_MS;
    // Timers run before sockets, so requests that waited during the lag see this sample.
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
