// Advances the slot at a fixed interval, and saves the clock so that a restart repeats no slot.
import { SAVE_INTERVAL_MS } from './ledger/chain-clock.ts';
import type { Ledger } from './ledger/ledger.ts';

export class SlotTimer {
  readonly #ledger: Ledger;
  readonly #timer: NodeJS.Timeout;
  readonly #slotsPerSave: number;
  #slotsSinceSave = 0;
  #saving: Promise<void> | undefined;

  constructor(ledger: Ledger, slotMs: number) {
    this.#ledger = ledger;
    this.#slotsPerSave = Math.max(1, Math.floor(SAVE_INTERVAL_MS / slotMs));
    this.#timer = setInterval(() => this.#tick(), slotMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#saving;
  }

  #tick(): void {
    // After a crash the chain skips the slots of one save interval. So at most that many slots may
    // pass between two saves. A chain that cannot write therefore stops advancing.
    if (this.#slotsSinceSave < this.#slotsPerSave) {
      this.#ledger.nextSlot();
      this.#slotsSinceSave += 1;
    }
    const isDue = this.#slotsSinceSave * 2 >= this.#slotsPerSave;
    if (isDue && !this.#saving) this.#saving = this.#save();
  }

  async #save(): Promise<void> {
    const before = this.#slotsSinceSave;
    try {
      await this.#ledger.saveClock();
      this.#slotsSinceSave -= before;
    } catch {
      // Retried at the next slot.
    } finally {
      this.#saving = undefined;
    }
  }
}
