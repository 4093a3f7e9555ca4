// A market of one hour: its condition, and what the evidence says of it.
import { type Address, address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { compileCondition } from '../../src/compile-condition.ts';
import type { Condition } from '../../src/condition.ts';
import type { ConditionInput } from '../../src/condition-input.ts';
import { evaluateCondition, measureCondition } from '../../src/evaluate.ts';
import type { Evidence, Verdict } from '../../src/evaluation/verdict.ts';
import type { Sample } from '../../src/oracles/account-snapshot.ts';
import { formatRational } from '../../src/oracles/rational.ts';

export const CREATED = 1_800_000_000;
export const EXPIRY = CREATED + 3_600;
export const MINT: Address = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
export const STRANGER: Address = address('Vote111111111111111111111111111111111111111');

export const momentsAt = (now: number) => ({
  createdAt: unixSeconds(CREATED),
  expiresAt: unixSeconds(EXPIRY),
  now: unixSeconds(now),
});

export const compile = (condition: object, more: Partial<ConditionInput> = {}) =>
  compileCondition({
    ...{ question: '?', tokenAddress: MINT, expiresAt: unixSeconds(EXPIRY), condition },
    ...more,
  });

export async function evaluate(
  condition: object,
  evidence: Evidence,
  {
    now = EXPIRY + 1,
    ...more
  }: { readonly now?: number } & Omit<Partial<ConditionInput>, 'now'> = {},
) {
  const compiled = await compile(condition, more);
  return evaluateCondition(compiled.condition, evidence, momentsAt(now));
}

/** `met`, `not_met`, or why it is unknown. */
export const wordOf = (verdict: Verdict): string =>
  verdict.verdict === 'unknown' ? verdict.code : verdict.verdict;

/** The value of a sample and whether it is met, or why there is none. */
export async function measured(condition: Condition, sample: Sample) {
  const reading = await measureCondition(condition, sample, momentsAt(EXPIRY));
  return reading.ok ? [formatRational(reading.value.value), reading.value.isMet] : reading.code;
}
