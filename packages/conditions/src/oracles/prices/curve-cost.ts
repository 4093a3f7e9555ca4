// The cost of completing a launch, which anyone may pay to decide a market.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { decodeLaunchLabPool, LAUNCHLAB_STATUS } from '../pools/launchlab.ts';
import { decodePumpCurve } from '../pools/pump-curve.ts';
import { LAUNCHLAB_PROGRAM, SOL_DECIMALS, WRAPPED_SOL } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';

interface CurveCost {
  readonly isComplete: boolean;
  /** Quote base units, without fees. Zero once it is complete. */
  readonly missing: bigint;
  readonly quoteMint: Address;
  readonly quoteDecimals: number | null;
}

export function readCurveCost(account: AccountSnapshot): Reading<CurveCost> {
  return account.owner === LAUNCHLAB_PROGRAM ? costOfLaunch(account) : costOfCurve(account);
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
