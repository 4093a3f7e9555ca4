import {
  amount,
  type Currency,
  decideSettlement,
  feeRates,
  type Outcome,
  type Pools,
  type Position,
  type Settlement,
} from '../../src/index.ts';
import { readVectors, type VectorCase } from './vectors.ts';

export interface PayoutCase extends VectorCase {
  currency: Currency;
  decimals: string;
  burnBps: string;
  developerBps: string;
  outcome: Outcome | null;
  noOutcomeReason: 'deadline' | 'veto' | null;
  pools: { yes: string; no: string };
  positions: { stakeYes: string; stakeNo: string }[];
  expected: {
    refunded: boolean;
    refundReason: string | null;
    winningOutcome: Outcome | null;
    burn: string;
    developer: string;
    distributable: string;
    dust: string;
    payouts: string[];
    payoutRatio: { Yes: string; No: string };
    feesCollected: { burned: string; developer: string };
  };
}

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
