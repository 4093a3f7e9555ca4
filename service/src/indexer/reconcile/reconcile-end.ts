import type { ChangeOf, EventChange } from '@tote/chain/history/program-change';
import { amount, decideSettlement, outcomeFromCode, payout, poolsOf } from '@tote/domain';
import {
  DONE,
  errorNumber,
  MarketSource,
  Outcome,
  parseSettlePositionsInstruction,
  RefundReason,
} from '@tote/program-client';
import { sumBurned } from '../../store/projection/fees.ts';
import { settlementOf } from '../../store/projection/market-view.ts';
import { findPositionRows, sumPayouts } from '../../store/projection/save-positions.ts';
import { changeOf, irreconcilable, type MissingInMarket } from '../problems.ts';

type End = 'MarketResolved' | 'MarketVetoed' | 'MarketRefunded';

/** Amounts are computed. Only the outcome is read from the instruction or the account. */
export async function reconcileEnd(name: End, missing: MissingInMarket): Promise<EventChange> {
  const { market, row } = missing;
  const pools = { poolYes: row.pool_yes, poolNo: row.pool_no };
  const shared = { market, sequence: row.sequence + 1n, ...pools };
  if (name === 'MarketResolved') {
    return changeOf(missing, { name, ...shared, ...(await findResult(missing)) });
  }
  const refundReason = await findRefundReason(name, missing);
  return name === 'MarketVetoed'
    ? changeOf(missing, { name, ...shared, refundReason, outcome: Number(row.outcome) })
    : changeOf(missing, { name, ...shared, refundReason });
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

export async function reconcileSettlement(missing: MissingInMarket) {
  const { db, source, market, row } = missing;
  const settlement = settlementOf(row);
  if (!settlement) throw irreconcilable(missing, 'a settlement without a result');
  const bettors = parseSettlePositionsInstruction(source).positions.map(({ bettor }) => bettor);
  const rows = await findPositionRows(db, row.id, bettors);
  const positions = bettors.map((bettor) => {
    const position = rows.get(bettor);
    if (!position || position.payout !== null) {
      return { payout: 0n, verdict: errorNumber('NothingToSettle') as number };
    }
    // A bettor that is named twice is paid once.
    rows.delete(bettor);
    const stakeYes = amount(position.stake_yes);
    const stakeNo = amount(position.stake_no);
    return { payout: payout(settlement, { stakeYes, stakeNo }) as bigint, verdict: DONE as number };
  });
  const settled = positions.filter(({ verdict }) => verdict === DONE).length;
  const { open, paid } = await sumPayouts(db, row.id);
  const total = positions.reduce((sum, one) => sum + one.payout, 0n);
  const change = changeOf(missing, {
    name: 'PositionsSettled',
    settled,
    market,
    sequence: row.sequence + 1n,
    openPositions: open - BigInt(settled),
    held: row.pool_yes + row.pool_no - paid - total,
    positions,
  });
  return { ...change, bettors };
}

/** The first close moves the rest of the pools to the vault. The account closes from the expiry. */
export async function reconcileClose(missing: MissingInMarket): Promise<ChangeOf<'MarketClosed'>> {
  const { db, landed, market, row } = missing;
  const isFirst = row.fees_moved === 0n;
  const burn = isFirst ? row.burn : 0n;
  const developer = isFirst ? row.developer : 0n;
  const { paid } = await sumPayouts(db, row.id);
  const dust = isFirst ? row.pool_yes + row.pool_no - paid - burn - developer : 0n;
  const before = await sumBurned(db, row.currency);
  return changeOf(missing, {
    name: 'MarketClosed',
    accountClosed: landed.blockTime >= row.expires_at,
    market,
    sequence: row.sequence + 1n,
    ...{ burn, developer, dust },
    // Not used: they are read from the vault's account.
    ...{ feesBurn: 0n, feesDeveloper: 0n },
    burnTotal: BigInt.asUintN(64, before + burn + dust),
  });
}
