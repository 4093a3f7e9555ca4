// A bet on its way through the service: checked, then stored and signed, then decided.
import type { Address } from '@solana/kit';
import type { SignedTransaction } from '@tote/chain/landing';
import type { Stake } from '@tote/domain';
import type { SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { KeyedRequest } from '../submissions/idempotency.ts';
import type { BetRecord } from '../submissions/records.ts';
import { type Submission, withSigned } from '../submissions/submission.ts';

export interface KnownBettor {
  readonly address: Address;
  readonly wallet: Address;
  readonly delegate: Address;
  /** Which of the Config's operators the delegate was when it was chosen. */
  readonly delegateGeneration: number;
  readonly epoch: bigint;
  readonly delegateExpiresAt: bigint;
  readonly slotCount: number;
  readonly highestBetId: bigint;
  /** SOL, UTILITY. Reduced by the bets since the account was read. */
  readonly available: [bigint, bigint];
  readonly allowance: [bigint, bigint];
  readonly slots: Map<Address, number>;
  readonly freeSlot: number;
  /** Every bet id below it is decided. Undefined until it was queried. */
  floor: bigint | undefined;
}

/** A stake, placed only if its side would be paid at least this much of each stake. */
export interface GuardedStake extends Stake {
  /** Basis points; 0 for no minimum. */
  readonly minRatioBps: number;
}

export interface WantedBet extends GuardedStake {
  readonly wallet: Address;
  readonly market: MarketView;
  readonly bettor: KnownBettor;
  readonly ticket: BetTicket;
  readonly request?: KeyedRequest;
  readonly isRetry?: boolean;
}

/** A bet in the journal, and later with its result in the row. */
export interface StoredBet {
  readonly row: SubmittedBetRow;
  readonly market: MarketView;
  readonly slot: number;
  readonly slotCount: number;
  /** Stored in the signed transaction. */
  readonly minRatioBps: number;
  /** Undefined after a restart: nobody waits for it. */
  readonly wanted?: WantedBet;
  /** Once it is decided: to be placed again, with a new id. */
  readonly retry?: WantedBet;
  /** Once it is decided: by an earlier transaction, which had seemed to have expired. */
  readonly wasPlaced?: boolean;
}

export interface BetGroup extends Submission {
  readonly kind: 'place-bets';
  readonly bets: readonly StoredBet[];
}

export function toGroup(
  bets: readonly StoredBet[],
  signed: SignedTransaction,
  createdAt: bigint,
): BetGroup {
  const [first] = bets;
  const isOneMarket = bets.every(({ market }) => market.id === first?.market.id);
  const marketId = (isOneMarket && first?.market.id) || null;
  const group: BetGroup = { kind: 'place-bets', marketId, bets, signed, createdAt };
  return withSigned(group, signed, createdAt);
}

export interface MarketBets {
  readonly market: MarketView;
  readonly bets: StoredBet[];
}

/** The instructions of a group, in their order: a market comes where its first bet is. */
export function listByMarket(bets: readonly StoredBet[]): MarketBets[] {
  const byMarket = new Map<string, MarketBets>();
  for (const bet of bets) {
    const known = byMarket.get(bet.market.id);
    if (known) known.bets.push(bet);
    else byMarket.set(bet.market.id, { market: bet.market, bets: [bet] });
  }
  return [...byMarket.values()];
}

/** `taken`: the Idempotency-Key belongs to another request. */
export type BetOutcome = BetRecord | 'taken';

type Decision = { readonly outcome: BetOutcome } | { readonly error: unknown };

/** Called once, when the bet is decided. A promise would cost every bet several turns more. */
type Listener = (decision: Decision) => void;

export class BetTicket {
  pending: BetRecord | undefined;
  /** From then on the bet is processed even if nobody waits for it. */
  hasBegun = false;
  #isAnswered = false;
  #isCancelled = false;
  #listeners: Listener[] = [];
  #decision: Decision | undefined;

  listen(listener: Listener): void {
    if (this.#decision) listener(this.#decision);
    else this.#listeners.push(listener);
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  /** Returns false if it is too late, because the bet is being stored. */
  cancel(): boolean {
    this.#isCancelled = !this.hasBegun && !this.pending;
    return this.#isCancelled;
  }

  /** For a caller that waits no longer. */
  answerPending(): BetRecord | undefined {
    this.#isAnswered ||= this.pending !== undefined;
    return this.pending;
  }

  /** Before it is placed under another id. Returns false if a caller has the one before. */
  startAgain(): boolean {
    if (this.#isAnswered) return false;
    this.pending = undefined;
    this.hasBegun = false;
    return true;
  }

  resolve(outcome: BetOutcome): void {
    this.#decide({ outcome });
  }

  refuse(error: unknown): void {
    this.#decide({ error });
  }

  #decide(decision: Decision): void {
    if (this.#decision) return;
    this.#decision = decision;
    for (const listener of this.#listeners) listener(decision);
    this.#listeners = [];
  }
}
