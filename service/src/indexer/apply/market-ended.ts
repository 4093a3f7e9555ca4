// How a market ends: resolution, veto or refund.

import type { ChangeOf } from '@tote/chain/history/program-change';
import { type MarketId, marketIdOf } from '@tote/chain/ids';
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
  countedOutcome,
  type MarketRow,
  OPEN,
  REFUNDED,
  RESOLVED,
  refundReasonFromCode,
} from '../../store/projection/market-row.ts';
import type { ApplyContext } from '../batch.ts';
import { Contradiction, OutOfOrder } from '../problems.ts';

export function applyMarketResolved(
  context: ApplyContext,
  change: ChangeOf<'MarketResolved'>,
): void {
  const { event } = change;
  const row = getNext(context, event);
  const vetoSeconds = row.source === BigInt(MarketSource.Oracle) ? row.veto_seconds : 0n;
  const found = expectPools(row, event) ?? expectSettlement(row, event);
  const isVetoTimeWrong = event.vetoEndsAt !== event.resolvedAt + vetoSeconds;
  const problem = found ?? (isVetoTimeWrong ? 'another veto time than in its terms' : undefined);
  if (problem) throw contradiction(context, row, problem);
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
    resolved_signature: context.landed.signature,
  };
  context.batch.setMarket(resolved);
  recordTransaction(context, resolved, 'resolved');
  // While it can be vetoed it is not final: then the first payout announces the end.
  if (vetoSeconds === 0n) announceEnd(context, resolved);
  else announceProposed(context, resolved);
}

export function applyMarketVetoed(
  context: ApplyContext,
  { event }: ChangeOf<'MarketVetoed'>,
): void {
  const row = getNext(context, event);
  const problem =
    expectPools(row, event) ??
    (row.state === RESOLVED ? undefined : 'a veto without an outcome') ??
    expectReason(event, RefundReason.Veto);
  if (problem) throw contradiction(context, row, problem);
  announceVetoed(context, row);
  recordRefund(context, row, event);
}

export function applyMarketRefunded(
  context: ApplyContext,
  { event }: ChangeOf<'MarketRefunded'>,
): void {
  const row = getNext(context, event);
  const problem =
    expectPools(row, event) ??
    (row.state === OPEN ? undefined : 'a refund after the resolution') ??
    expectReason(event, RefundReason.Deadline);
  if (problem) throw contradiction(context, row, problem);
  recordRefund(context, row, event);
}

type Refund = ChangeOf<'MarketVetoed' | 'MarketRefunded'>['event'];

/** The usual reason, or that the oracle was disabled. */
function expectReason({ refundReason }: Refund, usual: RefundReason): string | undefined {
  if (refundReason === usual || refundReason === RefundReason.OracleDisabled) return undefined;
  return `a refund with the reason ${refundReason}`;
}

/** The event has no time. The block time is the chain's clock at the execution. */
function recordRefund(context: ApplyContext, row: MarketRow, event: Refund): void {
  const { signature, blockTime } = context.landed;
  const refunded: MarketRow = {
    ...row,
    sequence: event.sequence,
    state: REFUNDED,
    refund_reason: BigInt(event.refundReason),
    resolved_at: blockTime,
    veto_ends_at: blockTime,
    burn: 0n,
    developer: 0n,
    distributable: 0n,
    resolved_signature: signature,
  };
  context.batch.setMarket(refunded);
  recordTransaction(context, refunded, event.name === 'MarketVetoed' ? 'vetoed' : 'refunded');
  announceEnd(context, refunded);
}

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

export function contradiction(
  { landed }: ApplyContext,
  row: MarketRow,
  reason: string,
): Contradiction {
  return new Contradiction(landed.signature, row.id as MarketId, reason);
}

/** For the market's receipt. */
export function recordTransaction(
  { batch, landed }: ApplyContext,
  row: MarketRow,
  kind: 'resolved' | 'vetoed' | 'refunded' | 'closed',
): void {
  const { signature, slot, blockTime } = landed;
  batch.addTransaction({ market_id: row.id, kind, signature, slot, block_time: blockTime });
}

function announceProposed({ batch }: ApplyContext, row: MarketRow): void {
  const proposedOutcome = outcomeFromCode(Number(row.outcome));
  if (proposedOutcome === null) return;
  const vetoEndsAt = formatInstant(unixSeconds(row.veto_ends_at ?? 0n));
  const data = { proposedOutcome, vetoEndsAt };
  batch.feedEvents.push({ type: 'market.proposed', ...about(row), data });
}

function announceVetoed({ batch }: ApplyContext, row: MarketRow): void {
  const vetoedOutcome = outcomeFromCode(Number(row.outcome));
  if (vetoedOutcome === null) return;
  batch.feedEvents.push({ type: 'market.vetoed', ...about(row), data: { vetoedOutcome } });
}

/** Adds a feed event about the end of the market. */
export function announceEnd({ batch }: ApplyContext, row: MarketRow): void {
  const refundReason = refundReasonFromCode(row.refund_reason);
  const winningOutcome = countedOutcome(row);
  const resolvedAt = formatInstant(unixSeconds(row.veto_ends_at ?? 0n));
  const data = { winningOutcome, resolvedAt };
  batch.feedEvents.push(
    refundReason === null
      ? { type: 'market.resolved', ...about(row), data }
      : { type: 'market.refunded', ...about(row), data: { ...data, refundReason } },
  );
}

const about = ({ id }: MarketRow) => ({ marketId: id as MarketId, wallet: null });

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
