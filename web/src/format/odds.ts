// Odds as every part of the page shows them.
import type { Market } from '@tote/sdk';
import { isZero, percent } from './amounts.ts';

type Pools = Pick<Market, 'outcomes' | 'totalVolume'>;

/** Without bets there are no odds, although the API answers 0.5. */
export const hasBets = ({ totalVolume }: Pick<Market, 'totalVolume'>): boolean =>
  !isZero(totalVolume);

/** The side that nobody has bet on while the other one has bets. */
export const findEmptySide = (market: Pools): 'Yes' | 'No' | undefined =>
  hasBets(market) ? market.outcomes.find(({ totalStake }) => isZero(totalStake))?.name : undefined;

export const findOdds = ({ outcomes }: Pools, side: 'Yes' | 'No'): number =>
  outcomes.find(({ name }) => name === side)?.odds ?? 0.5;

const CENT = 100;

/**
 * In whole percent that add up to 100. A side with little money is "<1%", because 0% would mean
 * that nobody has bet on it.
 */
export function writeOdds(yes: number): Readonly<Record<'Yes' | 'No', string>> {
  const rounded = Math.round(yes * CENT);
  if (yes > 0 && rounded === 0) return { Yes: '<1%', No: '>99%' };
  if (yes < 1 && rounded === CENT) return { Yes: '>99%', No: '<1%' };
  return { Yes: percent(rounded / CENT), No: percent((CENT - rounded) / CENT) };
}

export const oddsInWords = (market: Pools) => writeOdds(findOdds(market, 'Yes'));
