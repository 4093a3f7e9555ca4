import type { Ledger } from '../ledger/ledger.ts';

/** At 200 ms per slot, this is half an hour. */
const SLOTS_KEPT = 9_000;

export class SlotTimes {
  readonly #times = new Map<bigint, bigint>();

  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    const record = (slot: bigint) => {
      this.#times.set(slot, ledger.blockTime);
      const [oldest] = this.#times.keys();
      if (this.#times.size > SLOTS_KEPT && oldest !== undefined) this.#times.delete(oldest);
    };
    record(ledger.clock.slot);
    ledger.watch({ slot: record });
  }

  get(slot: bigint): bigint | undefined {
    // The sandbox can move the time of the current slot.
    if (slot === this.#ledger.clock.slot) return this.#ledger.blockTime;
    return this.#times.get(slot);
  }
}
