// People read a market's question, but its condition decides. They must not contradict each other.
// Whether the question states what is measured at all is part of the result.
import { DomainError, splitDetails, type UnixSeconds } from '@tote/domain';
import type { Condition } from './condition.ts';
import type { ConditionInput } from './condition-input.ts';
import { timingOf } from './evaluate.ts';
import { kindOf } from './kinds/kind-of.ts';
import type { Threshold } from './kinds/shared/threshold.ts';
import { parseCondition } from './parse-condition.ts';
import { compileQuestion } from './questions/compile-question.ts';

/** `unstated`: nothing in the question can be compared with the condition. */
export type Agreement = 'same' | 'unstated';

/** Throws `condition_contradicts_question`. */
export function compareWithQuestion(input: ConditionInput, condition: Condition): Agreement {
  // It was computed from the question.
  if ('relativeTo' in condition) return 'same';
  const asked = readQuestion(input, condition);
  if (isAttested(asked)) return isAttested(condition) ? 'same' : 'unstated';
  if (isSame(asked, condition)) return 'same';
  throw contradiction(asked, condition, input.expiresAt);
}

export function contradiction(asked: Condition, condition: Condition, expiresAt: UnixSeconds) {
  // Without the sentence about refunds.
  const say = (one: Condition) =>
    splitDetails(kindOf(one).describe(one, expiresAt)).rule.replace(/ If .*/, '');
  const params = { question: say(asked), condition: say(condition) };
  return new DomainError('condition_contradicts_question', params);
}

/** The condition that the question alone compiles to; attested if it states nothing measurable. */
function readQuestion(input: ConditionInput, given: Condition): Condition {
  const { direction, side: _, bare: __, ...fields } = compileQuestion(input).fields;
  // "Reach" does not say from which side: the condition does.
  const side = direction === undefined || !('threshold' in given) ? {} : sideOf(given, direction);
  try {
    return parseCondition({ ...fields, ...side }, input);
  } catch (error) {
    // It asks for an impossible value, for a change, or about a token without an address.
    if (!(error instanceof DomainError)) throw error;
    return { type: 'attested', tokenAddress: null };
  }
}

function sideOf({ comparator }: Threshold, direction: unknown): Pick<Threshold, 'comparator'> {
  const isUp = comparator === 'gte' || comparator === 'gt';
  if (direction === 'crosses') return { comparator: isUp ? 'gt' : 'lt' };
  return { comparator: isUp ? 'gte' : 'lte' };
}

const isAttested = (condition: Condition) => kindOf(condition).attestation !== undefined;

/** By what a question can state: not how that is observed (pools, windows, decimals). */
function isSame(asked: Condition, given: Condition): boolean {
  if (asked.type !== given.type || asked.tokenAddress !== given.tokenAddress) return false;
  const { stated = [], isPermanent, agrees } = kindOf(asked);
  if (stated.some((field) => asked[field] !== given[field])) return false;
  if (agrees?.(asked, given) === false) return false;
  const timings = [timingOf(asked), timingOf(given)];
  return timings[0] === timings[1] || (isPermanent === true && !timings.includes('never_before'));
}
