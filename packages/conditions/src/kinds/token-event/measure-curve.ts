import type { Address } from '@solana/kit';
import type { Progress } from '../../evaluation/verdict.ts';
import { findAccount, type Sample } from '../../oracles/account-snapshot.ts';
import { findPumpCurveAddress } from '../../oracles/derived-addresses.ts';
import { decodePumpCurve } from '../../oracles/layouts/pump-curve.ts';
import { formatRational, rational } from '../../oracles/rational.ts';

/** What each pump.fun curve sells, in base units. */
const PUMP_CURVE_TOKENS = 793_100_000_000_000n;
const BASIS_POINTS = 10_000n;

export async function measureCurve(sample: Sample, mint: Address): Promise<Progress | null> {
  const account = findAccount(sample, await findPumpCurveAddress(mint));
  const curve = account && decodePumpCurve(account);
  if (!curve?.ok) return null;
  const { isComplete, realTokenReserves: left } = curve.value;
  if (left > PUMP_CURVE_TOKENS) return null;
  const sold = ((PUMP_CURVE_TOKENS - left) * BASIS_POINTS) / PUMP_CURVE_TOKENS;
  const current = isComplete ? '100' : formatRational(rational(sold, 100n));
  return { current, target: '100', unit: 'percent of the curve sold' };
}
