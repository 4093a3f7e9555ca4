import type { PositionsSettledChange } from '@tote/chain/history/program-change';
import type { MarketId } from '@tote/chain/ids';
import { amount, currencyFromCode, formatAmount, payout, type Settlement } from '@tote/domain';
import { DONE } from '@tote/program-client';
import type { EventGroup } from '../../feed/event-group.ts';
import { type MarketRow, settlementOf } from '../../store/projection/market-view.ts';
import {
  findPositionRows,
  type Payouts,
  type PositionState,
} from '../../store/projection/save-positions.ts';
import type { ApplyContext } from '../batch.ts';
import { OutOfOrder } from '../problems.ts';
import { about, announceEnd, contradiction, getNext } from './market-event.ts';

export async function applyPositionsSettled(context: ApplyContext, change: PositionsSettledChange) {
  const { batch, landed } = context;
  const { event } = change;
  const row = getNext(context, event);
  const paid = listPaid(change);
  if (paid.length !== event.settled) {
    throw contradiction(context, row, 'another number of settled positions');
  }
  await batch.flushBets();
  const bettors = paid.map(({ bettor }) => bettor);
  const positions = await findPositionRows(batch.db, row.id, bettors);
  const settlement = settlementOf(row);
  const payouts = paid.map(({ bettor, paidOut }) => {
    const position = positions.get(bettor);
    const isPaid = batch.isPaid(row.id, bettor);
    const problem = isPaid ? PAID_BEFORE : findProblem(row, settlement, position, paidOut);
    // A bet that is not applied yet may explain it.
    if (!position || problem) {
      const reason = `${bettor} was paid ${paidOut}: ${problem}`;
      throw new OutOfOrder(landed.signature, row.id as MarketId, reason);
    }
    // The same bettor a second time in this event is found there.
    positions.set(bettor, { ...position, payout: paidOut });
    const { stake_yes, stake_no } = position;
    return { bettor, stake_yes, stake_no, payout: paidOut };
  });
  batch.addPayouts({
    market_id: row.id,
    settled_signature: landed.signature,
    settled_at: landed.blockTime,
    paid: payouts,
  });
  const { sequence, openPositions } = event;
  const settled: MarketRow = { ...row, sequence, open_positions: openPositions };
  batch.setMarket(settled);
  if (isFirstAfterVeto(row)) await announceEnd(context, settled);
  if (settlement) announceSettled(context, settled, settlement, payouts);
  announceProgress(context, settled, paid);
}

const PAID_BEFORE = 'it was paid before';

interface Paid {
  readonly bettor: string;
  readonly paidOut: bigint;
}

function listPaid({ event, bettors }: PositionsSettledChange): Paid[] {
  return event.positions.flatMap(({ verdict, payout: paidOut }, index) => {
    const bettor = bettors[index];
    return verdict === DONE && bettor !== undefined ? [{ bettor, paidOut }] : [];
  });
}

function findProblem(
  row: MarketRow,
  settlement: Settlement | undefined,
  position: PositionState | undefined,
  paidOut: bigint,
): string | undefined {
  if (!position) return 'it has no position';
  if (position.payout !== null) return PAID_BEFORE;
  if (!settlement) return 'the market has no result';
  const stakeYes = amount(position.stake_yes);
  const stakeNo = amount(position.stake_no);
  const isTooLarge = stakeYes > row.pool_yes || stakeNo > row.pool_no;
  if (isTooLarge) return 'its stake is larger than the pool';
  const expected = payout(settlement, { stakeYes, stakeNo });
  return expected === paidOut ? undefined : `its stakes give ${expected}`;
}

/** With a veto time the resolution was not final and not announced in the feed. */
export function isFirstAfterVeto(row: MarketRow): boolean {
  const isVetoed = row.veto_ends_at !== null && row.veto_ends_at !== row.resolved_at;
  return isVetoed && row.open_positions === null && row.fees_moved === 0n;
}

function announceSettled(
  { batch, landed }: ApplyContext,
  row: MarketRow,
  settlement: Settlement,
  payouts: Payouts['paid'],
): void {
  const currency = currencyFromCode(row.currency);
  const show = (units: bigint) => formatAmount(amount(units), batch.decimals[currency]);
  const settled: EventGroup = {
    type: 'position.settled',
    marketId: row.id as MarketId,
    shared: { winningOutcome: settlement.outcome, currency, transactionId: landed.signature },
    each: payouts.map(({ bettor, stake_yes, stake_no, payout: paidOut }) => ({
      bettor,
      data: {
        stakes: { Yes: show(stake_yes), No: show(stake_no) },
        payout: show(paidOut),
        state: settlement.kind === 'refunded' ? 'refunded' : paidOut > 0n ? 'won' : 'lost',
      },
    })),
  };
  batch.feedEvents.push(settled);
}

function announceProgress({ batch }: ApplyContext, row: MarketRow, paid: readonly Paid[]): void {
  const currency = currencyFromCode(row.currency);
  const total = amount(paid.reduce((sum, { paidOut }) => sum + paidOut, 0n));
  const openPositions = Number(row.open_positions);
  batch.feedEvents.push({
    type: openPositions === 0 ? 'settlement.finished' : 'settlement.progress',
    ...about(row),
    data: {
      settled: paid.length,
      openPositions,
      paid: formatAmount(total, batch.decimals[currency]),
      currency,
    },
  });
}
