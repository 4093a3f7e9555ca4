// The value of a condition when its market was created, from the samples that were taken then. They
// are kept, and their hash is part of the condition, so that anyone can compute it again.

import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { addSeconds, type UnixSeconds } from '@tote/domain';
import { canonicalJson } from './canonical-json.ts';
import type { Condition } from './condition.ts';
import { measureCondition } from './evaluate.ts';
import { inOrder } from './evaluation/evaluate-fact.ts';
import { listOf, readExactly } from './evidence-text.ts';
import { kindOf } from './kinds/kind-of.ts';
import type { RelativeTo } from './kinds/shared/relative-to.ts';
import type { Threshold } from './kinds/shared/threshold.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { compare, formatRational, formatRoundedUp, type Rational } from './oracles/rational.ts';
import { type Reading, readable, unreadable } from './oracles/reading.ts';
import { renderSampleText } from './render-sample.ts';
import { readSampleText } from './sampled-evidence.ts';

/** A price that was published earlier is not the present one. */
const FRESH_SECONDS = 60;

interface Baseline {
  readonly value: string;
  readonly at: UnixSeconds;
  readonly evidence: string;
}

/** How many samples the baseline of a condition needs: as many as decide it. */
export function baselineSamples(condition: Condition): number {
  return kindOf(condition).window?.(condition).samplesMin ?? 1;
}

/** Without it a value with many digits would be "higher than now" without a move. */
export const isRoundedUp = (
  { comparator }: Threshold,
  { times, plus }: Pick<RelativeTo, 'times' | 'plus'>,
): boolean => (times ?? plus) !== undefined && (comparator === 'gt' || comparator === 'lte');

export async function readBaseline(
  condition: Condition,
  samples: readonly Sample[],
  isUp = false,
): Promise<Reading<Baseline>> {
  const ordered = inOrder(samples);
  const [first, last] = [ordered.at(0), ordered.at(-1)];
  const slots = new Set(ordered.map(({ slot }) => slot));
  if (!first || !last || slots.size < baselineSamples(condition)) {
    return unreadable('incomplete', 'too few samples were taken');
  }
  const moments = {
    createdAt: addSeconds(first.observedAt, -FRESH_SECONDS),
    expiresAt: addSeconds(last.observedAt, FRESH_SECONDS),
    now: last.observedAt,
  };
  const values: Rational[] = [];
  for (const sample of ordered) {
    const measure = await measureCondition(condition, sample, moments);
    if (!measure.ok) return measure;
    values.push(measure.value.value);
  }
  const median = values.sort(compare)[Math.floor((values.length - 1) / 2)];
  if (!median || median.numerator <= 0n) return unreadable('not_positive', 'it is zero now');
  const evidence = sha256Hex(renderBaselineEvidence(ordered));
  const value = isUp ? formatRoundedUp(median) : formatRational(median);
  return readable({ value, at: last.observedAt, evidence });
}

export function renderBaselineEvidence(samples: readonly Sample[]): string {
  return canonicalJson({ baseline: inOrder(samples).map(renderSampleText) });
}

export function readBaselineEvidence(text: string): readonly Sample[] | undefined {
  const readSamples = ({ baseline }: Readonly<Record<string, unknown>>) =>
    listOf(baseline, (each) => readSampleText(String(each)));
  return readExactly(text, readSamples, renderBaselineEvidence);
}
