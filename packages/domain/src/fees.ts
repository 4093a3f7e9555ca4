import { type Amount, amount } from './amount.ts';
import { formatDecimal } from './decimal.ts';
import { DomainError } from './errors.ts';
import { LIMITS } from './limits.ts';
import { mulDivFloor } from './mul-div.ts';

/** Basis points of the losing pool: 500 is 5 %. Frozen when the market is created. */
export interface FeeRates {
  readonly burnBps: number;
  readonly developerBps: number;
}

export const DEFAULT_FEE_RATES: FeeRates = { burnBps: 500, developerBps: 500 };

const BPS_PER_ONE = 10_000n;
const BPS_DECIMALS = 4;

/** Checked fee rates. The cap prevents a typo in the configuration from taking the whole pool. */
export function feeRates({ burnBps, developerBps }: FeeRates): FeeRates {
  const isRate = (bps: number) => Number.isInteger(bps) && bps >= 0;
  const sum = burnBps + developerBps;
  if (!isRate(burnBps) || !isRate(developerBps) || sum > LIMITS.feeBpsSumMax) {
    throw new DomainError('fee_rates_out_of_range', { max: LIMITS.feeBpsSumMax });
  }
  return { burnBps, developerBps };
}

/** The fraction that `feePercentage` shows: 500 gives `0.05`. */
export function formatFeeRate(bps: number): string {
  return formatDecimal(BigInt(bps), BPS_DECIMALS);
}

/**
 * The three parts sum to the losing pool exactly. Each fee is rounded down on its own: two times
 * 5 % of 30 base units is 2, not the 3 that 10 % would give. The remainder goes to the winners.
 */
export function splitLosingPool(losingPool: Amount, rates: FeeRates) {
  const burn = feeFloor(losingPool, rates.burnBps);
  const developer = feeFloor(losingPool, rates.developerBps);
  return { burn, developer, distributable: amount(losingPool - burn - developer) };
}

function feeFloor(losingPool: Amount, bps: number): Amount {
  return amount(mulDivFloor(losingPool, BigInt(bps), BPS_PER_ONE));
}
