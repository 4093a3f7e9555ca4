// Builds the API's record of a bet, from the journal or from the projection, and its feed event.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import {
  amount,
  EMPTY_POOLS,
  formatAmount,
  outcomeFromCode,
  poolsOf,
  unixSeconds,
} from '@tote/domain';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import type { SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import type { BetView } from '../store/projection/bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { type BetRecord, readRecordedError } from '../submissions/records.ts';

type BetMarket = Pick<MarketView, 'currency' | 'pools'>;

export function toBetRecord(row: SubmittedBetRow, market: BetMarket | undefined): BetRecord {
  const outcome = outcomeFromCode(Number(row.outcome));
  if (outcome === null) throw new RangeError(`the bet ${row.bet_id} is on no outcome`);
  const { pool_yes: yes, pool_no: no } = row;
  const pools = yes === null || no === null ? undefined : poolsOf(yes, no);
  const state = stateOf(row);
  return {
    betId: row.bet_id,
    marketId: row.market_id as MarketId,
    wallet: row.wallet as Address,
    outcome,
    amount: amount(row.amount),
    currency: market?.currency ?? 'SOL',
    state,
    transactionId: row.signature,
    pools: pools ?? market?.pools ?? EMPTY_POOLS,
    // A confirmed bet has the time of its block, as in the projection.
    placedAt: unixSeconds((pools ? row.decided_at : null) ?? row.created_at),
    ...(state === 'failed' && { error: readRecordedError(row.error) }),
  };
}

function stateOf({ bet_id, state }: SubmittedBetRow): BetRecord['state'] {
  if (state === 'pending' || state === 'confirmed' || state === 'failed') return state;
  throw new RangeError(`the bet ${bet_id} has the state ${state}`);
}

export function toConfirmedRecord(
  { betId, marketId, wallet, outcome, amount, pools, placedAt, signature }: BetView,
  { currency }: Pick<BetMarket, 'currency'>,
): BetRecord {
  const bet = { betId, marketId, wallet, outcome, amount, pools, placedAt };
  return { ...bet, currency, state: 'confirmed', transactionId: signature };
}

export function toFeedEvent(record: BetRecord, decimals: number): NewFeedEvent {
  const { state, marketId, wallet, betId, outcome, currency, transactionId, error } = record;
  const amount = formatAmount(record.amount, decimals);
  const data = { betId, outcome, amount, currency, transactionId };
  if (state !== 'failed') return { type: `bet.${state}`, marketId, wallet, data };
  const failed = error ? { ...data, error: error.code } : data;
  return { type: 'bet.failed', marketId, wallet, data: failed };
}
