import { address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import { amount, EMPTY_POOLS, outcomeFromCode, type Pools, unixSeconds } from '@tote/domain';
import type { SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import type { BetView } from '../store/projection/find-bets.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { BetRecord } from '../use-cases/use-cases.ts';
import { readRecordedError } from './recorded-error.ts';

/** A bet that is on chain. */
export function toConfirmedBet(bet: BetView, market: Pick<MarketView, 'currency'>): BetRecord {
  return {
    betId: bet.betId,
    marketId: bet.marketId,
    wallet: bet.wallet,
    outcome: bet.outcome,
    amount: bet.amount,
    currency: market.currency,
    state: 'confirmed',
    transactionId: bet.signature,
    pools: bet.pools,
    placedAt: bet.placedAt,
  };
}

/** A bet that only the journal knows: not decided yet, or refused. */
export function toSubmittedBet(bet: SubmittedBetRow, market: MarketView | undefined): BetRecord {
  const outcome = outcomeFromCode(Number(bet.outcome));
  if (outcome === null) throw new RangeError(`the bet ${bet.bet_id} is on no outcome`);
  const error = bet.state === 'failed' ? readRecordedError(bet.error) : undefined;
  return {
    betId: bet.bet_id,
    marketId: bet.market_id as MarketId,
    wallet: address(bet.wallet),
    outcome,
    amount: amount(bet.amount),
    currency: market?.currency ?? 'SOL',
    state: stateOf(bet.state),
    transactionId: bet.signature,
    pools: poolsOf(bet) ?? market?.pools ?? EMPTY_POOLS,
    ...(error && { error }),
    placedAt: unixSeconds(bet.created_at),
  };
}

function stateOf(state: string): BetRecord['state'] {
  if (state === 'pending' || state === 'confirmed' || state === 'failed') return state;
  throw new RangeError(`no bet has the state ${state}`);
}

function poolsOf({ pool_yes, pool_no }: SubmittedBetRow): Pools | undefined {
  if (pool_yes === null || pool_no === null) return undefined;
  return { yes: amount(pool_yes), no: amount(pool_no) };
}
