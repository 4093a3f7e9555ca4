// The cost of completing a launch, which anyone may pay to decide a market.
import type { Address } from '@solana/kit';
import type { AccountSnapshot, Sample } from '../account-snapshot.ts';
import { decodeLaunchLabPool, LAUNCHLAB_STATUS } from '../pools/launchlab.ts';
import { DBC_PROGRESS, decodeDbcPool, readDbcConfig } from '../pools/meteora-dbc.ts';
import { decodePumpCurve } from '../pools/pump-curve.ts';
import { LAUNCHLAB_PROGRAM, METEORA_DBC_PROGRAM, SOL_DECIMALS, WRAPPED_SOL } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';

interface CurveCost {
  readonly isComplete: boolean;
  /** Quote base units, without fees. Zero once it is complete. */
  readonly missing: bigint;
  readonly quoteMint: Address;
  readonly quoteDecimals: number | null;
}

/** The sample has what must be read with the account. */
export function readCurveCost(account: AccountSnapshot, sample: Sample): Reading<CurveCost> {
  if (account.owner === LAUNCHLAB_PROGRAM) return costOfLaunch(account);
  return account.owner === METEORA_DBC_PROGRAM
    ? costOfMeteora(account, sample)
    : costOfCurve(account);
}

function costOfMeteora(account: AccountSnapshot, sample: Sample): Reading<CurveCost> {
  const decoded = decodeDbcPool(account);
  if (!decoded.ok) return decoded;
  const { config, progress, reserves } = decoded.value;
  const read = readDbcConfig(sample, config);
  if (!read.ok) return read;
  const { quoteMint, quoteToRaise } = read.value;
  const isComplete = progress !== DBC_PROGRESS.onCurve;
  const left = isComplete || reserves[1] > quoteToRaise ? 0n : quoteToRaise - reserves[1];
  const quoteDecimals = quoteMint === WRAPPED_SOL ? SOL_DECIMALS : null;
  return readable({ isComplete, missing: left, quoteMint, quoteDecimals });
}

/** The price of all remaining tokens by the constant product; rounded up like the program. */
function costOfCurve(account: AccountSnapshot): Reading<CurveCost> {
  const decoded = decodePumpCurve(account);
  if (!decoded.ok) return decoded;
  const { isComplete, quoteMint, realTokenReserves: left } = decoded.value;
  const quoteDecimals = quoteMint === WRAPPED_SOL ? SOL_DECIMALS : null;
  if (isComplete) return readable({ isComplete, missing: 0n, quoteMint, quoteDecimals });
  const { virtualTokenReserves, virtualQuoteReserves } = decoded.value;
  const after = virtualTokenReserves - left;
  if (after <= 0n) return unreadable('inactive', `the curve ${account.address} sells too much`);
  const missing = (virtualQuoteReserves * left + after - 1n) / after;
  return readable({ isComplete, missing, quoteMint, quoteDecimals });
}

/** It is complete when it has raised the target, whatever its curve. */
function costOfLaunch(account: AccountSnapshot): Reading<CurveCost> {
  const decoded = decodeLaunchLabPool(account);
  if (!decoded.ok) return decoded;
  const { status, realQuote, quoteToRaise, quoteMint, quoteDecimals } = decoded.value;
  const isComplete = status !== LAUNCHLAB_STATUS.onCurve;
  const left = quoteToRaise > realQuote ? quoteToRaise - realQuote : 0n;
  return readable({ isComplete, missing: isComplete ? 0n : left, quoteMint, quoteDecimals });
}
