// What it takes to sell a launch out: anybody may pay it.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { decodeLaunchLabPool, LAUNCHLAB_STATUS } from '../layouts/launchlab-pool.ts';
import { decodePumpCurve } from '../layouts/pump-curve.ts';
import { LAUNCHLAB_PROGRAM, SOL_DECIMALS, WRAPPED_SOL } from '../programs.ts';
import { type Reading, readable, unreadable } from '../reading.ts';

interface CurveCost {
  readonly isComplete: boolean;
  /** Base units of the quote, without fees. Zero once it is complete. */
  readonly missing: bigint;
  readonly quoteMint: Address;
  /** Null where the curve does not say it. */
  readonly quoteDecimals: number | null;
}

/** Of a pump.fun curve or a LaunchLab pool. */
export function readCurveCost(account: AccountSnapshot): Reading<CurveCost> {
  return account.owner === LAUNCHLAB_PROGRAM ? costOfLaunch(account) : costOfCurve(account);
}

/** All tokens that it still sells, at its constant product; rounded up, as the program does. */
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

/** It is complete when it has raised so much, whatever its curve. */
function costOfLaunch(account: AccountSnapshot): Reading<CurveCost> {
  const decoded = decodeLaunchLabPool(account);
  if (!decoded.ok) return decoded;
  const { status, realQuote, quoteToRaise, quoteMint, quoteDecimals } = decoded.value;
  const isComplete = status !== LAUNCHLAB_STATUS.onCurve;
  const left = quoteToRaise > realQuote ? quoteToRaise - realQuote : 0n;
  return readable({ isComplete, missing: isComplete ? 0n : left, quoteMint, quoteDecimals });
}
