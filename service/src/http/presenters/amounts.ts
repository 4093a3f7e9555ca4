// Amounts and odds in the form that the serializer expects.
import { type Currency, type Odds, oddsRoundHalfUp, type Pools } from '@tote/domain';
import type { DecimalAmount } from '../json/serialize.ts';

export type Decimals = Readonly<Record<Currency, number>>;

export function presentPools(pools: Pools, decimals: number): Record<'Yes' | 'No', DecimalAmount> {
  return { Yes: { value: pools.yes, decimals }, No: { value: pools.no, decimals } };
}

export function presentOdds(pools: Pools): Record<'Yes' | 'No', Odds['yes']> {
  const { yes, no } = oddsRoundHalfUp(pools);
  return { Yes: yes, No: no };
}

export function presentPerCurrency(
  amounts: Readonly<Record<Currency, bigint>>,
  decimals: Decimals,
): Record<Currency, DecimalAmount> {
  return {
    SOL: { value: amounts.SOL, decimals: decimals.SOL },
    UTILITY: { value: amounts.UTILITY, decimals: decimals.UTILITY },
  };
}
