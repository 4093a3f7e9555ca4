// A market of one hour: its condition, and what the evidence says of it.
import { type Address, address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { compileCondition } from '../../src/compile-condition.ts';
import type { ConditionInput } from '../../src/condition-input.ts';
import { evaluateCondition } from '../../src/evaluate.ts';
import type { Evidence } from '../../src/evaluation/verdict.ts';

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
