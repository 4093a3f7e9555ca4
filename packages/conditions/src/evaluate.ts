import type { Address } from '@solana/kit';
import type { Outcome } from '@tote/domain';
import { encodeClauses, MarketSource } from '@tote/program-client';
import type { Attestable } from './attestation.ts';
import type { Condition, ParsedCondition } from './condition.ts';
import { evaluateFact, findEvidenceAccounts, readState } from './evaluation/evaluate-fact.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import type {
  Decided,
  Evidence,
  MarketMoments,
  Measure,
  Progress,
  Verdict,
} from './evaluation/verdict.ts';
import type { MeasureSample, Parts } from './kinds/kind.ts';
import { kindOf } from './kinds/kind-of.ts';
import { isLatchedFact } from './kinds/shared/latched-facts.ts';
import { flagsOf, type Timing } from './kinds/shared/threshold.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { findPythPushAddress } from './oracles/derived-addresses.ts';
import { formatRational, rational } from './oracles/rational.ts';
import { type Reading, readable, unreadable } from './oracles/reading.ts';
import type { ResolutionRule } from './resolution-rule.ts';
import type { WebCondition } from './web/web-condition.ts';

export function asAttested(condition: ParsedCondition): Attestable | undefined {
  return condition.type === 'unknown' ? undefined : kindOf(condition).attestation?.(condition);
}

export type FetchedCondition = Condition & WebCondition;

export function asWeb(condition: ParsedCondition): FetchedCondition | undefined {
  return condition.type === 'unknown' ? undefined : kindOf(condition).web?.(condition);
}

export function timingOf(condition: Condition): Timing {
  if ('timing' in condition) return condition.timing;
  const timing = kindOf(condition).timing?.(condition);
  if (!timing) throw new RangeError(`nothing says when a condition ${condition.type} counts`);
  return timing;
}

/** The same for the same condition, always. */
export async function resolutionRuleOf(condition: Condition): Promise<ResolutionRule> {
  const kind = kindOf(condition);
  const timing = timingOf(condition);
  const decider = (await kind.fact?.(condition)) ?? { source: MarketSource.Oracle };
  return {
    decider,
    ...flagsOf(timing),
    isLatched:
      'account' in decider && isLatchedFact(decider.factOwner, encodeClauses(decider.clauses)),
    closesEarly: kind.closesEarly === true && timing === 'at_expiry',
  };
}

/** Met, not met, or unknown with the reason. The same evidence always gives the same verdict. */
export async function evaluateCondition(
  condition: Condition,
  evidence: Evidence,
  moments: MarketMoments,
): Promise<Verdict> {
  const kind = kindOf(condition);
  if (kind.evaluate) return kind.evaluate(condition, evidence, moments);
  if (kind.parts) return evaluateParts(kind.parts(condition), evidence, moments);
  const rule = await resolutionRuleOf(condition);
  const { decider } = rule;
  if (decider.source === MarketSource.Oracle) {
    const measure = await measurerOf(condition, moments);
    const [timing, pool] = [timingOf(condition), kind.window?.(condition)];
    return evaluateSamples({ timing, measure, ...(pool && { pool }) }, evidence, moments);
  }
  const verdict = evaluateFact(rule, evidence, moments);
  if (decider.source !== MarketSource.TimedFact || verdict.verdict === 'unknown') return verdict;
  const [account] = findEvidenceAccounts(decider, evidence, moments.expiresAt);
  return { ...verdict, value: (account && kind.factValue?.(condition, account)) ?? '' };
}

/** One verdict may be enough, whatever the others are. */
async function evaluateParts(
  { must, conditions }: Parts,
  evidence: Evidence,
  moments: MarketMoments,
): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const part of conditions) {
    verdicts.push(await evaluateCondition(part as Condition, evidence, moments));
  }
  const enough = must === 'every' ? 'not_met' : 'met';
  const find = (wanted: Verdict['verdict']) => verdicts.find(({ verdict }) => verdict === wanted);
  return find(enough) ?? find('unknown') ?? (verdicts[0] as Verdict);
}

/** The outcome of a market whose condition is met or not: what must not happen, and does, is No. */
export function outcomeOf(condition: Condition, { verdict }: Decided): Outcome {
  return (verdict === 'met') === flagsOf(timingOf(condition)).isInverted ? 'No' : 'Yes';
}

/** Measures one sample: for progress, previews, and before a bet in a gated market is signed. */
export async function measureCondition(
  condition: Condition,
  sample: Sample,
  moments: MarketMoments,
): Promise<Reading<Measure>> {
  return (await measurerOf(condition, moments))(sample);
}

async function measurerOf(condition: Condition, moments: MarketMoments): Promise<MeasureSample> {
  const kind = kindOf(condition);
  if (kind.measurer) return kind.measurer(condition, moments);
  if (kind.parts) return partsMeasurer(kind.parts(condition), moments);
  if (!kind.fact) return () => unreadable('missing', 'nothing on chain can be measured');
  const rule = await resolutionRuleOf(condition);
  return (sample) => measureState(rule, sample, moments.expiresAt);
}

/** All parts measure the same value, and compare it differently. */
async function partsMeasurer({ must, conditions }: Parts, moments: MarketMoments) {
  const measurers = await Promise.all(
    conditions.map((part) => measurerOf(part as Condition, moments)),
  );
  return (sample: Sample): Reading<Measure> => {
    const readings = measurers.map((measure) => measure(sample));
    const isMet = readings[must]((reading) => reading.ok && reading.value.isMet);
    const [first] = readings as [Reading<Measure>];
    return first.ok ? readable({ ...first.value, isMet }) : first;
  };
}

/** The values that it is compared with; none for conditions without a threshold. */
export function targetsOf(condition: Condition): readonly string[] {
  const { targets } = kindOf(condition);
  if (targets) return targets(condition);
  return 'threshold' in condition ? [condition.threshold] : [];
}

/** Current and target value; undefined for conditions without a threshold. */
export function describeProgress(condition: Condition, measure: Measure): Progress | undefined {
  const [target, targetHigh] = targetsOf(condition);
  if (target === undefined || !('unit' in condition)) return undefined;
  const { unit } = condition;
  const progress = {
    ...{ current: formatRational(measure.value), target, unit },
    ...(targetHigh !== undefined && { targetHigh }),
  };
  if (!measure.compared) return progress;
  const { value, other, unit: of } = measure.compared;
  const compared = { value: formatRational(value), other: formatRational(other), unit: of };
  return { ...progress, compared };
}

/** Reads the progress from a sample. Undefined if the condition never has a number. */
export function progressOf(condition: Condition): ReadProgress | undefined {
  const progress = kindOf(condition).progress?.(condition);
  if (progress) return (sample, _moments, start = []) => progress(sample, start);
  if (kindOf(condition).progress || targetsOf(condition).length === 0) return undefined;
  return async (sample, moments) => {
    const measure = await measureCondition(condition, sample, moments);
    return (measure.ok && describeProgress(condition, measure.value)) || null;
  };
}

type ReadProgress = (
  sample: Sample,
  moments: MarketMoments,
  start?: readonly Sample[],
) => Promise<Progress | null>;

/** The accounts that a sample must hold. Vaults of pools are listed by `listVaults`. */
export async function listConditionAccounts(condition: Condition): Promise<readonly Address[]> {
  const { listAccounts, feeds, fact } = kindOf(condition);
  if (listAccounts) return listAccounts(condition);
  if (feeds) {
    const wanted = feeds(condition);
    return Promise.all(wanted.map(({ feedId, ...owner }) => findPythPushAddress(feedId, owner)));
  }
  const decider = await fact?.(condition);
  return decider && 'account' in decider ? [decider.account] : [];
}

/** Measures a state fact: 1 if it is met, 0 if not. */
function measureState({ decider }: ResolutionRule, sample: Sample, expiresAt: number) {
  if (decider.source !== MarketSource.StateFact) throw new RangeError('this is not a state');
  const reading = readState(decider, sample, expiresAt);
  if (!reading.ok) return reading;
  if (reading.value === 'Invalid') {
    return unreadable('wrong_type', `${decider.account} is not what the fact is about`);
  }
  const isMet = reading.value === 'Met';
  return readable({ value: rational(isMet ? 1n : 0n), isMet });
}
