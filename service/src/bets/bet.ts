// A bet on its way through the service: checked, then stored and signed, then decided.
import type { Address } from '@solana/kit';
import type { SignedTransaction } from '@tote/chain/landing';
import type { Stake } from '@tote/domain';
import type { SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { KeyedRequest } from '../submissions/idempotency.ts';
import { type Submission, withSigned } from '../submissions/submission.ts';
import type { BetTicket } from './ticket.ts';

/** A wallet's account as far as its bets need it. */
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
  /** The slot of each position, by market. */
  readonly slots: Map<Address, number>;
  /** A slot that was free when the account was read. */
  readonly freeSlot: number;
  /** Every bet id below it is decided. Undefined until it was queried. */
  floor: bigint | undefined;
}

/** A bet that has passed all checks before signing. */
export interface WantedBet extends Stake {
  readonly wallet: Address;
  readonly market: MarketView;
  readonly bettor: KnownBettor;
  readonly ticket: BetTicket;
  readonly request?: KeyedRequest;
  /** The first try failed because the delegate was set again meanwhile. */
  readonly isRetry?: boolean;
}

/** A bet in the journal, and later with its result in the row. */
export interface StoredBet {
  readonly row: SubmittedBetRow;
  readonly market: MarketView;
  /** The slot where its position probably is. */
  readonly slot: number;
  readonly slotCount: number;
  /** Undefined after a restart: nobody waits for it. */
  readonly wanted?: WantedBet;
  /** Once it is decided: to be placed again, with a new id. */
  readonly retry?: WantedBet;
  /** Once it is decided: by an earlier transaction, which had seemed to have expired. */
  readonly wasPlaced?: boolean;
}

/** Bets in one transaction, of one market or of several. */
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

/** One instruction of a group. */
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
