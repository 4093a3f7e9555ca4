import type { PositionsSettledChange } from '@tote/chain/history/program-change';
import { amount, payout } from '@tote/domain';
import { DONE, errorNumber, parseSettlePositionsInstruction } from '@tote/program-client';
import { findPositionRows } from '../../store/projection/save-positions.ts';
import { settlementOf } from '../../store/projection/settlement-of.ts';
import { sumPayouts } from '../../store/projection/sum-payouts.ts';
import { irreconcilable, type MissingInMarket } from './missing.ts';

/** Every bettor with an open position was paid its value; the others were skipped. */
export async function reconcileSettlement(
  missing: MissingInMarket,
): Promise<PositionsSettledChange> {
  const { db, instruction, source, market, row } = missing;
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
  return {
    name: 'PositionsSettled',
    instruction,
    bettors,
    event: {
      name: 'PositionsSettled',
      settled,
      market,
      sequence: row.sequence + 1n,
      openPositions: open - BigInt(settled),
      held: row.pool_yes + row.pool_no - paid - total,
      positions,
    },
  };
}
