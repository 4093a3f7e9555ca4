// Connects a request that waits with the bet that it placed.
import type { DomainError } from '@tote/domain';
import type { BetRecord } from '../../use-cases/use-cases.ts';

/** `taken`: the Idempotency-Key belongs to another request. */
export type BetOutcome = BetRecord | 'taken';

export class BetTicket {
  readonly outcome: Promise<BetOutcome>;
  #resolve!: (outcome: BetOutcome) => void;
  #reject!: (error: unknown) => void;
  /** Set once the bet is stored. Before that it can be cancelled. */
  #pending: BetRecord | undefined;
  #isCancelled = false;
  #hasBegun = false;

  constructor() {
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The request handles a rejection; by then it may no longer wait.
    this.outcome.catch(() => undefined);
  }

  get pending(): BetRecord | undefined {
    return this.#pending;
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Returns false if it is too late, because the bet is being stored. */
  cancel(): boolean {
    if (this.#hasBegun || this.#pending) return false;
    this.#isCancelled = true;
    return true;
  }

  /** From now on the bet is processed even if nobody waits for it. */
  begin(): void {
    this.#hasBegun = true;
  }

  setPending(record: BetRecord): void {
    this.#pending = record;
  }

  /** Confirmed or failed, or still pending when the service stops. */
  resolve(record: BetRecord): void {
    this.#resolve(record);
  }

  resolveTaken(): void {
    this.#resolve('taken');
  }

  refuse(error: DomainError | unknown): void {
    this.#reject(error);
  }
}
