// Slots and time. Time is wall time plus an offset, in whole milliseconds, and never runs back,
// whatever the machine's clock does.

export interface ClockState {
  slot: bigint;
  unixTimestampMs: number;
  /** What the sandbox has added to wall time. */
  offsetMs: number;
}

/** How often the clock is saved while nothing happens. A restart skips at least as many slots. */
export const SAVE_INTERVAL_MS = 5_000;

export class ChainClock {
  #slot: bigint;
  #offsetMs: number;
  #lastMs: number;
  readonly #wallMs: () => number;

  constructor({ slot, unixTimestampMs, offsetMs }: ClockState, wallMs: () => number) {
    this.#slot = slot;
    this.#offsetMs = offsetMs;
    this.#lastMs = unixTimestampMs;
    this.#wallMs = wallMs;
  }

  /**
   * Goes on after a stop. Every slot that may have been given out before it has passed: those of
   * the time that went by, and at least those since the clock was last saved.
   */
  static resume(saved: ClockState, slotMs: number, wallMs: () => number): ChainClock {
    const sinceMs = Math.max(0, wallMs() + saved.offsetMs - saved.unixTimestampMs);
    const passedMs = Math.max(sinceMs, SAVE_INTERVAL_MS + slotMs);
    const slot = saved.slot + BigInt(Math.ceil(passedMs / slotMs));
    return new ChainClock({ ...saved, slot }, wallMs);
  }

  get state(): ClockState {
    return { slot: this.#slot, unixTimestampMs: this.nowMs, offsetMs: this.#offsetMs };
  }

  get slot(): bigint {
    return this.#slot;
  }

  get nowMs(): number {
    this.#lastMs = Math.max(this.#lastMs, this.#wallMs() + this.#offsetMs);
    return this.#lastMs;
  }

  get unixTimestamp(): bigint {
    return BigInt(Math.floor(this.nowMs / 1_000));
  }

  nextSlot(): void {
    this.#slot += 1n;
  }

  /** Moves forward by so many seconds. */
  advance(seconds: number): void {
    this.#offsetMs += seconds * 1_000;
  }
}
