import type { Address } from '@solana/kit';
import {
  type Amount,
  addAmounts,
  decideSettlement,
  type Outcome,
  type Position,
  payout,
  phaseAt,
  type UnixSeconds,
  ZERO,
} from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { findDestination } from '../store/projection/ledger.ts';
import { settlementOfView } from '../store/projection/market-view.ts';
import type { PositionView } from '../store/projection/positions.ts';
import { findPosition as findPositionView } from '../store/projection/positions.ts';
import { findFinalEnd, getFinalEnd, getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';

export type PositionRecord = ReturnType<typeof toPositionRecord>;

export function toPositionRecord(
  { chain, book }: Pick<QueryContext, 'chain' | 'book'>,
  position: PositionView,
) {
  const { stakes, market, payout: credited } = position;
  const now = chain.clock.now();
  const series = book.seriesOf(market);
  return {
    marketId: market.id,
    question: market.question,
    ...(series !== undefined && { series }),
    currency: market.currency,
    stakes,
    payoutIfYes: payoutIf('Yes', position, now),
    payoutIfNo: payoutIf('No', position, now),
    status: statusOf(position, now),
    payout: credited,
  };
}

function finalPayout(position: PositionView): Amount {
  const settlement = settlementOfView(position.market);
  return settlement ? payout(settlement, stakesOf(position)) : ZERO;
}

function payoutIf(outcome: Outcome, position: PositionView, now: UnixSeconds): Amount {
  const { market, stakes } = position;
  const end = findFinalEnd(market, now);
  if (end?.kind === 'refunded') return addAmounts(stakes.yes, stakes.no);
  if (end) return end.outcome === outcome ? finalPayout(position) : ZERO;
  const resolution = { kind: 'outcome', outcome } as const;
  const settlement = decideSettlement(market.pools, resolution, market.feeRates);
  return payout(settlement, stakesOf(position));
}

function statusOf(position: PositionView, now: UnixSeconds) {
  const { market, stakes } = position;
  const end = findFinalEnd(market, now);
  if (end?.kind === 'refunded') return 'refunded';
  if (end) return (end.outcome === 'Yes' ? stakes.yes : stakes.no) > ZERO ? 'won' : 'lost';
  return phaseAt(market, now).state === 'open' ? 'open' : 'closed';
}

const stakesOf = ({ stakes }: PositionView): Position => {
  return { stakeYes: stakes.yes, stakeNo: stakes.no };
};

export async function findPosition(context: QueryContext, marketId: string, wallet: Address) {
  const { chain, store } = context;
  const bettor = await findBettorAddress(wallet, chain);
  const position = await findPositionView(store.db, bettor, marketId);
  return position && toPositionRecord(context, position);
}

export async function getResult(context: QueryContext, marketId: string, wallet: Address) {
  const { chain, store } = context;
  const market = await getMarket(context, marketId);
  const end = getFinalEnd(market, chain.clock.now());
  const bettor = await findBettorAddress(wallet, chain);
  const position = await findPositionView(store.db, bettor, marketId);
  const yourWinnings = position ? (position.payout ?? finalPayout(position)) : ZERO;
  const isCredited = yourWinnings > ZERO && position?.payout !== null;
  return {
    marketId: market.id,
    currency: market.currency,
    winningOutcome: end.outcome,
    resolvedAt: end.vetoEndsAt,
    yourWinnings,
    claimable: yourWinnings > ZERO && !isCredited,
    ...(isCredited && { paidTo: await findDestination(store.db, bettor, marketId) }),
    ...(end.refundReason && { refundReason: end.refundReason }),
  };
}
