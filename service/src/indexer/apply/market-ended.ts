// Resolution, veto and refund: how a market ends.

import type { ChangeOf } from '@tote/chain/history/program-change';
import type { MarketId } from '@tote/chain/ids';
import { marketIdOf } from '@tote/chain/ids';
import {
  decideSettlement,
  formatInstant,
  outcomeFromCode,
  poolsOf,
  type Settlement,
  unixSeconds,
} from '@tote/domain';
import { MarketSource, RefundReason } from '@tote/program-client';
import {
  type MarketRow,
  OPEN,
  REFUNDED,
  RESOLVED,
  refundReasonFromCode,
} from '../../store/projection/market-row.ts';
import type { Applying } from '../batch.ts';
import { Contradiction, OutOfOrder } from '../problems.ts';

export function applyMarketResolved(applying: Applying, change: ChangeOf<'MarketResolved'>): void {
  const { event } = change;
  const row = getNext(applying, event);
  const vetoSeconds = row.source === BigInt(MarketSource.Oracle) ? row.veto_seconds : 0n;
  const found = expectPools(row, event) ?? expectSettlement(row, event);
  const isVetoTimeWrong = event.vetoEndsAt !== event.resolvedAt + vetoSeconds;
  const problem = found ?? (isVetoTimeWrong ? 'another veto time than it promised' : undefined);
  if (problem) throw contradiction(applying, row, problem);
  const resolved: MarketRow = {
    ...row,
    sequence: event.sequence,
    state: RESOLVED,
    outcome: BigInt(event.outcome),
    refund_reason: BigInt(event.refundReason),
    resolved_at: event.resolvedAt,
    veto_ends_at: event.vetoEndsAt,
    evidence_hash: Buffer.from(event.evidenceHash).toString('hex'),
    burn: event.burn,
    developer: event.developer,
    distributable: event.distributable,
    resolved_signature: applying.landed.signature,
  };
  applying.batch.setMarket(resolved);
  recordTransaction(applying, resolved, 'resolved');
  // While it can be vetoed it is not resolved for anybody: the first payout tells of it.
  if (vetoSeconds === 0n) announceEnd(applying, resolved);
}

export function applyMarketVetoed(applying: Applying, { event }: ChangeOf<'MarketVetoed'>): void {
  const row = getNext(applying, event);
  const problem =
    expectPools(row, event) ?? (row.state === RESOLVED ? undefined : 'a veto without an outcome');
  if (problem) throw contradiction(applying, row, problem);
  giveBack(applying, { ...row, sequence: event.sequence }, RefundReason.Veto);
}

export function applyMarketRefunded(
  applying: Applying,
  { event }: ChangeOf<'MarketRefunded'>,
): void {
  const row = getNext(applying, event);
  const problem =
    expectPools(row, event) ?? (row.state === OPEN ? undefined : 'a refund after the resolution');
  if (problem) throw contradiction(applying, row, problem);
  giveBack(applying, { ...row, sequence: event.sequence }, RefundReason.Deadline);
}

/** The event has no time of its own; the block's is the chain's clock when it ran. */
function giveBack(applying: Applying, row: MarketRow, reason: RefundReason): void {
  const { signature, blockTime } = applying.landed;
  const refunded: MarketRow = {
    ...row,
    state: REFUNDED,
    refund_reason: BigInt(reason),
    resolved_at: blockTime,
    veto_ends_at: blockTime,
    burn: 0n,
    developer: 0n,
    distributable: 0n,
    resolved_signature: signature,
  };
  applying.batch.setMarket(refunded);
  recordTransaction(applying, refunded, reason === RefundReason.Veto ? 'vetoed' : 'refunded');
  announceEnd(applying, refunded);
}

/** The market as the event found it. All but bets are applied strictly in their order. */
export function getNext(
  { batch, landed }: Applying,
  event: Pick<ChangeOf<'MarketResolved'>['event'], 'market' | 'sequence'>,
): MarketRow {
  const id = marketIdOf(event.market);
  const row = batch.findMarket(event.market);
  if (!row) throw new OutOfOrder(landed.signature, id, 'an event before the market');
  if (row.sequence + 1n === event.sequence) return row;
  const reason = `event ${event.sequence} after event ${row.sequence}`;
  throw new OutOfOrder(landed.signature, id, reason);
}

export function contradiction({ landed }: Applying, row: MarketRow, reason: string): Contradiction {
  return new Contradiction(landed.signature, row.id as MarketId, reason);
}

/** For the market's receipt. */
export function recordTransaction(
  { batch, landed }: Applying,
  row: MarketRow,
  kind: 'resolved' | 'vetoed' | 'refunded' | 'closed',
): void {
  const { signature, slot, blockTime } = landed;
  batch.addTransaction({ market_id: row.id, kind, signature, slot, block_time: blockTime });
}

/** Tells the feed how the market ended. */
export function announceEnd({ batch }: Applying, row: MarketRow): void {
  const reason = refundReasonFromCode(row.refund_reason);
  const outcome = reason === 'veto' ? null : outcomeFromCode(Number(row.outcome));
  const resolvedAt = formatInstant(unixSeconds(row.veto_ends_at ?? 0n));
  const isRefunded = reason !== null;
  batch.feedEvents.push({
    type: isRefunded ? 'market.refunded' : 'market.resolved',
    marketId: row.id as MarketId,
    wallet: null,
    data: {
      winningOutcome: outcome,
      resolvedAt,
      ...(isRefunded && { refundReason: reason }),
    },
  });
}

interface Totals {
  readonly poolYes: bigint;
  readonly poolNo: bigint;
}

function expectPools(row: MarketRow, { poolYes, poolNo }: Totals): string | undefined {
  if (row.pool_yes === poolYes && row.pool_no === poolNo) return undefined;
  return `pools of ${poolYes} / ${poolNo} at the end, not ${row.pool_yes} / ${row.pool_no}`;
}

function expectSettlement(
  row: MarketRow,
  event: ChangeOf<'MarketResolved'>['event'],
): string | undefined {
  if (row.state !== OPEN) return 'a second resolution';
  const outcome = outcomeFromCode(event.outcome);
  if (outcome === null) return 'a resolution without an outcome';
  const rates = { burnBps: Number(row.burn_bps), developerBps: Number(row.developer_bps) };
  const pools = poolsOf(event.poolYes, event.poolNo);
  const expected = decideSettlement(pools, { kind: 'outcome', outcome }, rates);
  return isSettlement(expected, event) ? undefined : 'fees that its pools do not give';
}

function isSettlement(expected: Settlement, event: ChangeOf<'MarketResolved'>['event']): boolean {
  if (expected.kind === 'refunded') return event.refundReason === RefundReason.NobodyWon;
  const { burn, developer, distributable } = expected;
  return (
    event.refundReason === RefundReason.None &&
    event.burn === burn &&
    event.developer === developer &&
    event.distributable === distributable
  );
}
