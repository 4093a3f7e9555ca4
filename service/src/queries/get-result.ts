import type { Address } from '@solana/kit';
import { ZERO } from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { findPosition } from '../store/projection/positions.ts';
import { getFinalEnd } from './final-end.ts';
import { getMarket } from './get-market.ts';
import { finalPayout } from './position-record.ts';
import type { QueryContext } from './query-context.ts';

export async function getResult(context: QueryContext, marketId: string, wallet: Address) {
  const { chain, store } = context;
  const market = await getMarket(context, marketId);
  const end = getFinalEnd(market, chain.clock.now());
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
