// The chain's slot and time. Time is wall time plus an offset, in whole milliseconds. It never goes
// back, even if the machine's clock does.

export interface ClockState {
  slot: bigint;
  unixTimestampMs: number;
  offsetMs: number;
}

/** How often an idle chain saves its clock. A restart skips at least the slots of this time. */
export const SAVE_INTERVAL_MS = 5_000;

/** The chain's time must stay a date that clients can format, whatever the sandbox adds. */
const TIME_MS_MAX = Date.UTC(2100, 0, 1);

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
   * Continues after a stop, in a slot that was never used before. It skips the slots of the time
   * that has passed, and at least those that may have passed since the clock was last saved.
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

  advance(seconds: number): void {
    if (seconds > 0 && this.nowMs + seconds * 1_000 > TIME_MS_MAX) {
      throw new RangeError('the clock cannot go beyond the year 2100');
    }
    this.#offsetMs += seconds * 1_000;
  }
}
