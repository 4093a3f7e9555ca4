import { payout, ZERO } from '@tote/domain';
import { type MarketView, settlementOfView } from '../store/projection/market-view.ts';
import { listSettledPositions } from '../store/projection/receipt-rows.ts';
import { getFinalEnd } from './final-end.ts';
import { getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';
import type { PayoutPage, PayoutRecord } from './receipt.ts';

/** The payouts of everybody who staked in an ended market. Throws `result_not_ready`. */
export async function listPayouts(
  context: QueryContext,
  page: PayoutPage,
): Promise<readonly PayoutRecord[]> {
  const market = await getMarket(context, page.marketId);
  getFinalEnd(market, context.chain.clock.now());
  return listPayoutsOf(context, market, page);
}

/** Payouts that are not credited yet are computed; they are final too. */
export async function listPayoutsOf(
  { store }: Pick<QueryContext, 'store'>,
  market: MarketView,
  { limit, offset, after }: Omit<PayoutPage, 'marketId'>,
): Promise<readonly PayoutRecord[]> {
  const settlement = settlementOfView(market);
  const page = { marketId: market.id, limit, offset, after };
  const positions = await listSettledPositions(store.db, page);
  return positions.map(({ wallet, bettor, stakes, payout: credited, settled }) => {
    const position = { stakeYes: stakes.yes, stakeNo: stakes.no };
    const due = settlement ? payout(settlement, position) : ZERO;
    return { wallet, bettor, stakes, payout: credited ?? due, credited: settled };
  });
}
