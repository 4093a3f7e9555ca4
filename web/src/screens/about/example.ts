// The worked example, computed with the program's arithmetic.
import {
  type Amount,
  decideSettlement,
  formatTenThousandths,
  oddsRoundHalfUp,
  poolsOf,
} from '@tote/domain';
import { type Config, type Decimal, fromBaseUnits, quoteBet, toBaseUnits } from '@tote/sdk';

const CURRENCY = 'SOL';
export const POOLS = { Yes: '150', No: '60' } as Record<'Yes' | 'No', Decimal>;
export const STAKE = '10' as Decimal;
export const LATER = '60' as Decimal;

export function workExample(feePercentage: Config['feePercentage']) {
  const outcomes = (['Yes', 'No'] as const).map((name) => ({ name, totalStake: POOLS[name] }));
  const quote = quoteBet(
    { outcomes, feePercentage },
    { outcome: 'No', amount: STAKE, more: LATER },
    CURRENCY,
  );
  const units = (amount: Decimal) => toBaseUnits(amount, CURRENCY) as Amount;
  const show = (amount: bigint) => fromBaseUnits(amount, CURRENCY);
  const winningPool = units(POOLS.No) + units(STAKE);
  const rates = {
    burnBps: toBps(feePercentage.burn),
    developerBps: toBps(feePercentage.developer),
  };
  const settlement = decideSettlement(
    poolsOf(units(POOLS.Yes), winningPool as Amount),
    { kind: 'outcome', outcome: 'No' },
    rates,
  );
  const { distributable = 0n } = settlement.kind === 'paid' ? settlement : {};
  const odds = oddsRoundHalfUp(poolsOf(units(POOLS.Yes), units(POOLS.No)));
  return {
    odds: { Yes: shareOf(odds.yes), No: shareOf(odds.no) },
    quote,
    fees: show(units(POOLS.Yes) - distributable),
    shared: show(distributable),
    /** The No pool, including the bet. */
    winningPool: show(winningPool),
    gain: show(units(quote.payout) - units(STAKE)),
  };
}

const shareOf = (odds: Parameters<typeof formatTenThousandths>[0]) =>
  Number(formatTenThousandths(odds));

/** The service writes rates with four decimals. */
const toBps = (rate: number) => Math.round(rate * 10_000);
