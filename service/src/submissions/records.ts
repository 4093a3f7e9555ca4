// What became of a bet or a transaction, as it is answered.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import type { Currency, ErrorParam, Pools, Stake, UnixSeconds } from '@tote/domain';

export interface BetRecord extends Stake {
  readonly betId: string;
  readonly marketId: MarketId;
  readonly wallet: Address;
  readonly currency: Currency;
  readonly state: 'pending' | 'confirmed' | 'failed';
  readonly transactionId: string;
  /** After this bet; while it is pending, the current confirmed pools. */
  readonly pools: Pools;
  readonly error?: RecordedError;
  readonly placedAt: UnixSeconds;
}

export interface RecordedError {
  readonly code: string;
  readonly params: Readonly<Record<string, ErrorParam>>;
}

export interface TransactionRecord {
  readonly transactionId: string;
  readonly state: 'pending' | 'confirmed' | 'finalized' | 'failed';
  readonly slot?: bigint;
  readonly error?: RecordedError;
  /** The transaction that replaced this one after it expired. */
  readonly replacedBy?: string;
  readonly bets: readonly BetRecord[];
}
