import { MarketSource } from './generated/types';

export const MARKET_FLAGS = {
  triggered: 1,
  latched: 2,
  gated: 4,
  custom: 8,
  feesMoved: 16,
  inverted: 32,
} as const;

export const BETTOR_FLAGS = { autoWithdraw: 1 } as const;

type Flags<T> = { [Name in keyof T]: boolean };

function readFlags<T extends Record<string, number>>(names: T, flags: number): Flags<T> {
  const entries = Object.entries(names).map(([name, bit]) => [name, (flags & bit) !== 0]);
  return Object.fromEntries(entries) as Flags<T>;
}

/**
 * Whether bets must include the observed account: the program checks a state fact that could
 * decide the market before betting closes.
 */
export function takesFactAccount(source: MarketSource, flags: number): boolean {
  const { triggered, latched } = MARKET_FLAGS;
  return source === MarketSource.StateFact && (flags & (triggered | latched)) !== 0;
}

export function readMarketFlags(flags: number): Flags<typeof MARKET_FLAGS> {
  return readFlags(MARKET_FLAGS, flags);
}

export function readBettorFlags(flags: number): Flags<typeof BETTOR_FLAGS> {
  return readFlags(BETTOR_FLAGS, flags);
}
