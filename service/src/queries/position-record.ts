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
import { settlementOfView } from '../store/projection/market-view.ts';
import type { PositionView } from '../store/projection/positions.ts';
import { findFinalEnd } from './final-end.ts';
import type { PositionRecord } from './ledger.ts';

export function toPositionRecord(position: PositionView, now: UnixSeconds): PositionRecord {
  const { stakes, market, payout: credited } = position;
  return {
    marketId: market.id,
    question: market.question,
    currency: market.currency,
    stakes,
    payoutIfYes: payoutIf('Yes', position, now),
    payoutIfNo: payoutIf('No', position, now),
    status: statusOf(position, now),
    payout: credited,
  };
}

/** The payout of the position once the market has ended. */
export function finalPayout(position: PositionView): Amount {
  const settlement = settlementOfView(position.market);
  return settlement ? payout(settlement, stakesOf(position)) : ZERO;
}

/** With the current pools; after the end, by what happened. */
function payoutIf(outcome: Outcome, position: PositionView, now: UnixSeconds): Amount {
  const { market, stakes } = position;
  const end = findFinalEnd(market, now);
  if (end?.kind === 'refunded') return addAmounts(stakes.yes, stakes.no);
  if (end) return end.outcome === outcome ? finalPayout(position) : ZERO;
  const resolution = { kind: 'outcome', outcome } as const;
  const settlement = decideSettlement(market.pools, resolution, market.feeRates);
  return payout(settlement, stakesOf(position));
}

function statusOf(position: PositionView, now: UnixSeconds): PositionRecord['status'] {
  const { market, stakes } = position;
  const end = findFinalEnd(market, now);
  if (end?.kind === 'refunded') return 'refunded';
  if (end) return (end.outcome === 'Yes' ? stakes.yes : stakes.no) > ZERO ? 'won' : 'lost';
  return phaseAt(market, now).state === 'open' ? 'open' : 'closed';
}

function stakesOf({ stakes }: PositionView): Position {
  return { stakeYes: stakes.yes, stakeNo: stakes.no };
}
