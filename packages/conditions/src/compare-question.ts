// A market shows its question to everyone, and its condition decides. They must not contradict each
// other; where the question says nothing that is measured, that is said.
import { DomainError } from '@tote/domain';
import { parseCondition } from './compile-condition.ts';
import type { Condition } from './condition.ts';
import type { ConditionInput } from './condition-kind.ts';
import { kindOf } from './kinds.ts';
import { compileQuestion } from './questions/compile-question.ts';

/** `unstated`: nothing in the question can be compared with the condition. */
export type Agreement = 'same' | 'unstated';

/** Throws `condition_contradicts_question`. */
export function compareWithQuestion(input: ConditionInput, condition: Condition): Agreement {
  const asked = readQuestion(input);
  if (asked.type === 'attested') return condition.type === 'attested' ? 'same' : 'unstated';
  if (isSame(asked, condition)) return 'same';
  const say = (one: Condition) => firstSentence(kindOf(one).describe(one, input.expiresAt));
  const params = { question: say(asked), condition: say(condition) };
  throw new DomainError('condition_contradicts_question', params);
}

/** What the question measures by itself. One that measures nothing is attested. */
function readQuestion(input: ConditionInput): Condition {
  try {
    return parseCondition(compileQuestion(input).fields, input);
  } catch (error) {
    // It asks for the impossible, or about a token that nobody named.
    if (!(error instanceof DomainError)) throw error;
    return { type: 'attested', tokenAddress: null };
  }
}

/** What a question can say. How it is observed (pools, windows, decimals) it cannot. */
const STATED = [
  'type',
  'tokenAddress',
  'event',
  'feed',
  'comparator',
  'threshold',
  'unit',
  'minimumBalance',
] as const;

type Stated = Partial<Record<(typeof STATED)[number] | 'timing', string | null>>;

function isSame(asked: Stated, given: Stated): boolean {
  if (STATED.some((field) => asked[field] !== given[field])) return false;
  // What happens once and for ever has happened by the expiry if it has at any time before.
  return asked.type === 'token_event' || asked.timing === given.timing;
}

/** Without where it is read from. */
function firstSentence(details: string): string {
  return /^.*?otherwise No\./.exec(details)?.[0] ?? details;
}
