// Connects a request that waits with the bet that it placed.
import type { DomainError } from '@tote/domain';
import type { BetRecord } from '../submissions/records.ts';

/** `taken`: the Idempotency-Key belongs to another request. */
export type BetOutcome = BetRecord | 'taken';

/** Called once, when the bet is decided. A promise would cost every bet several turns more. */
export interface TicketListener {
  resolve(outcome: BetOutcome): void;
  reject(error: unknown): void;
}

type Decision = { readonly outcome: BetOutcome } | { readonly error: unknown };

export class BetTicket {
  #listeners: TicketListener[] = [];
  #decision: Decision | undefined;
  /** Set once the bet is stored. Before that it can be cancelled. */
  #pending: BetRecord | undefined;
  #isCancelled = false;
  #hasBegun = false;

  /** Calls it at once if the bet is decided already. */
  listen(listener: TicketListener): void {
    if (this.#decision) tell(listener, this.#decision);
    else this.#listeners.push(listener);
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
    this.#decide({ outcome: record });
  }

  resolveTaken(): void {
    this.#decide({ outcome: 'taken' });
  }

  refuse(error: DomainError | unknown): void {
    this.#decide({ error });
  }

  /** Only the first decision counts. */
  #decide(decision: Decision): void {
    if (this.#decision) return;
    this.#decision = decision;
    for (const listener of this.#listeners) tell(listener, decision);
    this.#listeners = [];
  }
}

function tell(listener: TicketListener, decision: Decision): void {
  if ('error' in decision) listener.reject(decision.error);
  else listener.resolve(decision.outcome);
}
