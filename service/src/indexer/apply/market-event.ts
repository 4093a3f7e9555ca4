import type { ChangeOf } from '@tote/chain/history/program-change';
import { type MarketId, marketIdOf } from '@tote/chain/ids';
import { formatInstant, unixSeconds } from '@tote/domain';
import { findSeriesId } from '../../store/journal/series.ts';
import {
  countedOutcome,
  type MarketRow,
  refundReasonFromCode,
} from '../../store/projection/market-view.ts';
import type { ApplyContext } from '../batch.ts';
import { Contradiction, OutOfOrder } from '../problems.ts';

/** The market before the event. All events but bets are applied strictly in sequence. */
export function getNext(
  { batch, landed }: ApplyContext,
  event: Pick<ChangeOf<'MarketResolved'>['event'], 'market' | 'sequence'>,
): MarketRow {
  const id = marketIdOf(event.market);
  const row = batch.findMarket(event.market);
  if (!row) throw new OutOfOrder(landed.signature, id, 'an event before the market');
  if (row.sequence + 1n === event.sequence) return row;
  const reason = `event ${event.sequence} after event ${row.sequence}`;
  throw new OutOfOrder(landed.signature, id, reason);
}

export const contradiction = ({ landed }: ApplyContext, row: MarketRow, reason: string) =>
  new Contradiction(landed.signature, row.id as MarketId, reason);

export function recordTransaction(
  { batch, landed }: ApplyContext,
  row: MarketRow,
  kind: 'resolved' | 'vetoed' | 'refunded' | 'closed',
): void {
  const { signature, slot, blockTime } = landed;
  batch.transactions.push({ market_id: row.id, kind, signature, slot, block_time: blockTime });
}

export async function announceEnd({ batch }: ApplyContext, row: MarketRow): Promise<void> {
  const refundReason = refundReasonFromCode(row.refund_reason);
  const winningOutcome = countedOutcome(row);
  const resolvedAt = formatInstant(unixSeconds(row.veto_ends_at ?? 0n));
  const series = await findSeriesId(batch.db, row);
  const data = { winningOutcome, resolvedAt, ...(series !== undefined && { series }) };
  batch.feedEvents.push(
    refundReason === null
      ? { type: 'market.resolved', ...about(row), data }
      : { type: 'market.refunded', ...about(row), data: { ...data, refundReason } },
  );
}

export const about = ({ id }: MarketRow) => ({ marketId: id as MarketId, wallet: null });
