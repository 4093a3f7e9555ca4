import type { Address } from '@solana/kit';
import { addSeconds, DomainError, formatInstant, type UnixSeconds, ZERO } from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { findPosition } from '../store/projection/list-positions.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { MarketResult } from '../use-cases.ts';
import { getMarket } from './get-market.ts';
import { findFinalEnd } from './is-final.ts';
import { finalPayout } from './position-record.ts';
import type { QueryContext } from './query-context.ts';

/** How soon it makes sense to ask again for a result that is due. */
const ASK_AGAIN_SECONDS = 5;

export async function getResult(
  context: QueryContext,
  marketId: string,
  wallet: Address,
): Promise<MarketResult> {
  const { chain, store } = context;
  const market = await getMarket(context, marketId);
  const now = chain.clock.now();
  const end = findFinalEnd(market, now);
  if (!end) {
    throw new DomainError('result_not_ready', { readyAt: formatInstant(readyAt(market, now)) });
  }
  const bettor = await findBettorAddress(wallet, { programAddress: chain.programAddress });
  const position = await findPosition(store.db, bettor, marketId);
  const yourWinnings = position ? (position.payout ?? finalPayout(position)) : ZERO;
  return {
    marketId: market.id,
    currency: market.currency,
    winningOutcome: end.outcome,
    resolvedAt: end.vetoEndsAt,
    yourWinnings,
    claimable: yourWinnings > ZERO && position?.payout === null,
    isRefunded: end.kind === 'refunded',
  };
}

function readyAt({ end, expiresAt }: MarketView, now: UnixSeconds): UnixSeconds {
  const due = end?.vetoEndsAt ?? expiresAt;
  return now < due ? due : addSeconds(now, ASK_AGAIN_SECONDS);
}
