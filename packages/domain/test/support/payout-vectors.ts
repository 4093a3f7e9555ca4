import { type PayoutCase, readVectors } from '../../../../tools/test-setup/vectors.ts';
import {
  amount,
  decideSettlement,
  feeRates,
  type Pools,
  type Position,
  type Settlement,
} from '../../src/index.ts';

export const payoutCases = readVectors<PayoutCase>('payouts.json');

export function poolsOf(vector: PayoutCase): Pools {
  return { yes: amount(BigInt(vector.pools.yes)), no: amount(BigInt(vector.pools.no)) };
}

export function positionsOf(vector: PayoutCase): Position[] {
  return vector.positions.map(({ stakeYes, stakeNo }) => ({
    stakeYes: amount(BigInt(stakeYes)),
    stakeNo: amount(BigInt(stakeNo)),
  }));
}

export function settlementOf(vector: PayoutCase): Settlement {
  const rates = feeRates({
    burnBps: Number(vector.burnBps),
    developerBps: Number(vector.developerBps),
  });
  const { outcome, noOutcomeReason } = vector;
  if (outcome !== null)
    return decideSettlement(poolsOf(vector), { kind: 'outcome', outcome }, rates);
  const reason = noOutcomeReason ?? 'deadline';
  return decideSettlement(poolsOf(vector), { kind: 'none', reason }, rates);
}
