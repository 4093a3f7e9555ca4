// What can be asked of a condition, whatever its type.
import type { Address } from '@solana/kit';
import type { Outcome } from '@tote/domain';
import type { Condition } from './condition.ts';
import type { ResolutionRule } from './condition-kind.ts';
import type { Decided, Evidence, MarketMoments, Measure, Verdict } from './evaluation/verdict.ts';
import { kindOf } from './kinds.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { formatRational } from './oracles/rational.ts';
import type { Reading } from './oracles/reading.ts';
import { flagsOf } from './threshold.ts';

/** Met, not met, or unknown with the reason. The same evidence always gives the same verdict. */
export async function evaluateCondition(
  condition: Condition,
  evidence: Evidence,
  moments: MarketMoments,
): Promise<Verdict> {
  return kindOf(condition).evaluate(condition, evidence, moments);
}

/** The outcome of a market whose condition is met or not: what must not happen, and does, is No. */
export function outcomeOf(condition: Condition, { verdict }: Decided): Outcome {
  const isInverted = 'timing' in condition && flagsOf(condition.timing).isInverted;
  return (verdict === 'met') === isInverted ? 'No' : 'Yes';
}

/** Measures one sample: for progress, previews, and before a bet in a gated market is signed. */
export function measureCondition(
  condition: Condition,
  sample: Sample,
  moments: MarketMoments,
): Promise<Reading<Measure>> {
  return kindOf(condition).measure(condition, sample, moments);
}

export interface Progress {
  /** Decimal text. */
  readonly current: string;
  readonly target: string;
  readonly unit: string;
  /** Of a ratio: both values, as decimal text. */
  readonly compared?: { readonly value: string; readonly other: string; readonly unit: string };
}

/** Current and target value; undefined for conditions without a threshold. */
export function describeProgress(condition: Condition, measure: Measure): Progress | undefined {
  if (!('threshold' in condition)) return undefined;
  const { threshold: target, unit } = condition;
  const progress = { current: formatRational(measure.value), target, unit };
  if (!measure.compared) return progress;
  const { value, other, unit: of } = measure.compared;
  const compared = { value: formatRational(value), other: formatRational(other), unit: of };
  return { ...progress, compared };
}

/** The accounts that a sample must hold. Vaults of pools are listed by `listVaults`. */
export function listConditionAccounts(condition: Condition): Promise<readonly Address[]> {
  return kindOf(condition).listAccounts(condition);
}

/** The same for the same condition, always. */
export async function resolutionRuleOf(condition: Condition): Promise<ResolutionRule> {
  return kindOf(condition).resolutionRule(condition);
}
