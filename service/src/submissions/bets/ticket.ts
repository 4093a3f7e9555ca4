// Where a request waits for its bet.
import type { DomainError } from '@tote/domain';
import type { BetRecord } from '../../use-cases/use-cases.ts';

/** `taken`: the Idempotency-Key belongs to another request. */
export type BetOutcome = BetRecord | 'taken';

export class BetTicket {
  readonly outcome: Promise<BetOutcome>;
  #resolve!: (outcome: BetOutcome) => void;
  #reject!: (error: unknown) => void;
  /** From the moment it is stored; before that nothing will happen if it is given up. */
  #pending: BetRecord | undefined;
  #isGivenUp = false;
  #isTaken = false;

  constructor() {
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever waits sees it; nobody may be waiting any more.
    this.outcome.catch(() => undefined);
  }

  get pending(): BetRecord | undefined {
    return this.#pending;
  }

  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** False when it is too late: it is being stored. */
  giveUp(): boolean {
    if (this.#isTaken || this.#pending) return false;
    this.#isGivenUp = true;
    return true;
  }

  /** From here on it goes its way, whether somebody waits or not. */
  begin(): void {
    this.#isTaken = true;
  }

  store(record: BetRecord): void {
    this.#pending = record;
  }

  /** Confirmed or failed, or still pending when the service stops. */
  settle(record: BetRecord): void {
    this.#resolve(record);
  }

  take(): void {
    this.#resolve('taken');
  }

  refuse(error: DomainError | unknown): void {
    this.#reject(error);
  }
}
