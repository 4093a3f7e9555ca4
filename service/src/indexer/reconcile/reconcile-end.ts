import type { ChangeOf, EventChange } from '@tote/chain/history/program-change';
import { decideSettlement, outcomeFromCode, poolsOf } from '@tote/domain';
import { MarketSource, Outcome, RefundReason } from '@tote/program-client';
import { irreconcilable, type MissingInMarket } from './missing.ts';

type End = 'MarketResolved' | 'MarketVetoed' | 'MarketRefunded';

/** Amounts are computed. Only the outcome is read from the instruction or the account. */
export async function reconcileEnd(name: End, missing: MissingInMarket): Promise<EventChange> {
  const { instruction, market, row } = missing;
  const shared = {
    market,
    sequence: row.sequence + 1n,
    poolYes: row.pool_yes,
    poolNo: row.pool_no,
  };
  switch (name) {
    case 'MarketVetoed':
    case 'MarketRefunded': {
      const refundReason = await findRefundReason(name, missing);
      return name === 'MarketVetoed'
        ? {
            name,
            instruction,
            event: { name, ...shared, refundReason, outcome: Number(row.outcome) },
          }
        : { name, instruction, event: { name, ...shared, refundReason } };
    }
    case 'MarketResolved':
      return { name, instruction, event: { name, ...shared, ...(await findResult(missing)) } };
  }
}

/** Read from the account. Once that is closed, the event and its time tell the usual reason. */
async function findRefundReason(
  name: 'MarketVetoed' | 'MarketRefunded',
  { chain, market, landed, row }: MissingInMarket,
): Promise<RefundReason> {
  const account = await chain.accounts.findMarket(market);
  if (account) return account.refundReason;
  if (name === 'MarketVetoed') return RefundReason.Veto;
  return landed.blockTime < row.refund_at ? RefundReason.OracleDisabled : RefundReason.Deadline;
}

const EVIDENCE_AT = 8;

async function findResult(missing: MissingInMarket) {
  const { chain, landed, source, market, row } = missing;
  const account = await chain.accounts.findMarket(market);
  const isOracle = row.source === BigInt(MarketSource.Oracle);
  const code = isOracle ? source.data[1] : account?.outcome;
  const outcome = code === undefined ? null : outcomeFromCode(code);
  if (outcome === null) throw irreconcilable(missing, 'the account with the outcome is closed');
  const rates = { burnBps: Number(row.burn_bps), developerBps: Number(row.developer_bps) };
  const pools = poolsOf(row.pool_yes, row.pool_no);
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome }, rates);
  const isPaid = settlement.kind === 'paid';
  // After a veto or a refund the account has the time of that one.
  const resolvedAt = account?.resolvedAt || landed.blockTime;
  return {
    outcome: outcome === 'Yes' ? Outcome.Yes : Outcome.No,
    refundReason: isPaid ? RefundReason.None : RefundReason.NobodyWon,
    burn: isPaid ? settlement.burn : 0n,
    developer: isPaid ? settlement.developer : 0n,
    distributable: isPaid ? settlement.distributable : 0n,
    resolvedAt,
    vetoEndsAt: resolvedAt + (isOracle ? row.veto_seconds : 0n),
    evidenceHash: isOracle
      ? source.data.slice(EVIDENCE_AT)
      : (account?.evidenceHash ?? new Uint8Array(32)),
  } satisfies Partial<ChangeOf<'MarketResolved'>['event']>;
}
