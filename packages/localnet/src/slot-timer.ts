// Advances the slot at a fixed interval, saves the clock so that a restart repeats no slot, and has
// old records removed.
import { SAVE_INTERVAL_MS } from './ledger/chain-clock.ts';
import type { Ledger } from './ledger/ledger.ts';

const PRUNE_INTERVAL_MS = 60_000;

export class SlotTimer {
  readonly #ledger: Ledger;
  readonly #timer: NodeJS.Timeout;
  readonly #slotsPerSave: number;
  readonly #slotsPerPruning: number;
  #slotsSinceSave = 0;
  #slotsSincePruning = 0;
  #saving: Promise<void> | undefined;

  constructor(ledger: Ledger, slotMs: number) {
    this.#ledger = ledger;
    this.#slotsPerSave = Math.max(1, Math.floor(SAVE_INTERVAL_MS / slotMs));
    this.#slotsPerPruning = Math.ceil(PRUNE_INTERVAL_MS / slotMs);
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
      this.#slotsSincePruning += 1;
    }
    const isDue = this.#slotsSinceSave * 2 >= this.#slotsPerSave;
    if (isDue && !this.#saving) this.#saving = this.#save();
    if (this.#slotsSincePruning < this.#slotsPerPruning) return;
    this.#slotsSincePruning = 0;
    // If it fails, the next run removes more.
    this.#ledger.prune().catch(() => undefined);
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
