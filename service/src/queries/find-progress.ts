// The current value of an open market's condition, if it is a number.
import type { Address } from '@solana/kit';
import type { Condition } from '@tote/conditions/condition';
import { describeProgress, measureCondition, type Progress } from '@tote/conditions/evaluate';
import { unixSeconds } from '@tote/domain';
import { findAccount, type Sample } from '@tote/oracles/account-snapshot';
import { findPumpCurveAddress } from '@tote/oracles/derived-addresses';
import { decodePumpCurve } from '@tote/oracles/layouts/pump-curve';
import { formatRational, rational } from '@tote/oracles/rational';
import { FreshSamples } from '../sampling/fresh-samples.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

/** How long a sample is cached, whatever the number of requests. */
const KEPT_MS = 500;
const COUNT_KEPT_MS = 4_000;
/** What each pump.fun curve sells, in base units. */
const PUMP_CURVE_TOKENS = 793_100_000_000_000n;
const BASIS_POINTS = 10_000n;

export class ProgressReader {
  readonly #samples: FreshSamples;
  /** Counting holders takes longer. */
  readonly #counts: FreshSamples;

  constructor({ chain }: Pick<QueryContext, 'chain'>) {
    this.#samples = new FreshSamples(chain, KEPT_MS);
    this.#counts = new FreshSamples(chain, COUNT_KEPT_MS);
  }

  /** Undefined if the market never has a number, null if there is none now. */
  async find(market: MarketView): Promise<Progress | null | undefined> {
    // The condition does not decide this market, so a number would mislead.
    if (market.mismatch !== null) return undefined;
    const { parsedCondition: condition } = market;
    if (condition.type === 'unknown' || !isMeasurable(condition)) return undefined;
    try {
      const samples = condition.type === 'holder_count' ? this.#counts : this.#samples;
      return await this.#measure(market, condition, await samples.find(condition));
    } catch {
      // Progress is optional: the market is shown without it.
      return null;
    }
  }

  async #measure(
    market: MarketView,
    condition: Condition,
    sample: Sample,
  ): Promise<Progress | null> {
    if (condition.type === 'token_event') return measureCurve(sample, condition.tokenAddress);
    // A price from before the market's creation does not decide, but it is progress.
    const { expiresAt } = market;
    const moments = { createdAt: unixSeconds(0), expiresAt, now: sample.observedAt };
    const measure = await measureCondition(condition, sample, moments);
    return (measure.ok && describeProgress(condition, measure.value)) || null;
  }
}

function isMeasurable(condition: Condition): boolean {
  if (condition.type === 'token_event') {
    return condition.event === 'curve_complete' && condition.launchpad === 'pump';
  }
  return 'threshold' in condition;
}

async function measureCurve(sample: Sample, mint: Address): Promise<Progress | null> {
  const account = findAccount(sample, await findPumpCurveAddress(mint));
  const curve = account && decodePumpCurve(account);
  if (!curve?.ok) return null;
  const { isComplete, realTokenReserves: left } = curve.value;
  if (left > PUMP_CURVE_TOKENS) return null;
  const sold = ((PUMP_CURVE_TOKENS - left) * BASIS_POINTS) / PUMP_CURVE_TOKENS;
  const current = isComplete ? '100' : formatRational(rational(sold, 100n));
  return { current, target: '100', unit: 'percent of the curve sold' };
}
