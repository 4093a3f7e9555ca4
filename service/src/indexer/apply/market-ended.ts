import type { ChangeOf } from '@tote/chain/history/program-change';
import {
  decideSettlement,
  formatInstant,
  outcomeFromCode,
  poolsOf,
  type Settlement,
  unixSeconds,
} from '@tote/domain';
import { MarketSource, RefundReason } from '@tote/program-client';
import { type MarketRow, OPEN, REFUNDED, RESOLVED } from '../../store/projection/market-view.ts';
import type { ApplyContext } from '../batch.ts';
import { about, announceEnd, contradiction, getNext, recordTransaction } from './market-event.ts';

export async function applyMarketResolved(
  context: ApplyContext,
  change: ChangeOf<'MarketResolved'>,
) {
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
  if (vetoSeconds === 0n) await announceEnd(context, resolved);
  else announceProposed(context, resolved);
}

export async function applyMarketVetoed(
  context: ApplyContext,
  { event }: ChangeOf<'MarketVetoed'>,
) {
  const row = getNext(context, event);
  const problem =
    expectPools(row, event) ??
    (row.state === RESOLVED ? undefined : 'a veto without an outcome') ??
    expectReason(event, RefundReason.Veto);
  if (problem) throw contradiction(context, row, problem);
  announceVetoed(context, row);
  await recordRefund(context, row, event);
}

export async function applyMarketRefunded(
  context: ApplyContext,
  { event }: ChangeOf<'MarketRefunded'>,
) {
  const row = getNext(context, event);
  const problem =
    expectPools(row, event) ??
    (row.state === OPEN ? undefined : 'a refund after the resolution') ??
    expectReason(event, RefundReason.Deadline);
  if (problem) throw contradiction(context, row, problem);
  await recordRefund(context, row, event);
}

type Refund = ChangeOf<'MarketVetoed' | 'MarketRefunded'>['event'];

function expectReason({ refundReason }: Refund, usual: RefundReason): string | undefined {
  if (refundReason === usual || refundReason === RefundReason.OracleDisabled) return undefined;
  return `a refund with the reason ${refundReason}`;
}

/** The event has no time. The block time is the chain's clock at the execution. */
async function recordRefund(context: ApplyContext, row: MarketRow, event: Refund) {
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
  await announceEnd(context, refunded);
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

function expectPools(row: MarketRow, { poolYes, poolNo }: Pick<Refund, 'poolYes' | 'poolNo'>) {
  if (row.pool_yes === poolYes && row.pool_no === poolNo) return undefined;
  return `pools of ${poolYes} / ${poolNo} at the end, not ${row.pool_yes} / ${row.pool_no}`;
}

function expectSettlement(row: MarketRow, event: ChangeOf<'MarketResolved'>['event']) {
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
