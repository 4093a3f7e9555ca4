// People read a market's question, but its condition decides. They must not contradict each other.
// Whether the question states what is measured at all is part of the result.
import { DomainError } from '@tote/domain';
import type { Condition } from './condition.ts';
import type { ConditionInput } from './condition-kind.ts';
import { kindOf } from './kinds.ts';
import { parseCondition } from './parse-condition.ts';
import { compileQuestion } from './questions/compile-question.ts';

/** `unstated`: nothing in the question can be compared with the condition. */
export type Agreement = 'same' | 'unstated';

/** Throws `condition_contradicts_question`. */
export function compareWithQuestion(input: ConditionInput, condition: Condition): Agreement {
  // It was computed from the question.
  if ('relativeTo' in condition) return 'same';
  const asked = readQuestion(input);
  if (asked.type === 'attested') return condition.type === 'attested' ? 'same' : 'unstated';
  if (isSame(asked, condition)) return 'same';
  const say = (one: Condition) => firstSentence(kindOf(one).describe(one, input.expiresAt));
  const params = { question: say(asked), condition: say(condition) };
  throw new DomainError('condition_contradicts_question', params);
}

/** The condition that the question alone compiles to; attested if it states nothing measurable. */
function readQuestion(input: ConditionInput): Condition {
  try {
    return parseCondition(compileQuestion(input).fields, input);
  } catch (error) {
    // It asks for an impossible value, for a change, or about a token without an address.
    if (!(error instanceof DomainError)) throw error;
    return { type: 'attested', tokenAddress: null };
  }
}

/** What a question can state. It cannot state how that is observed (pools, windows, decimals). */
const STATED = [
  'type',
  'tokenAddress',
  'event',
  'feed',
  'metric',
  'other',
  'comparator',
  'threshold',
  'unit',
  'minimumBalance',
] as const;

type Stated = Partial<Record<(typeof STATED)[number] | 'timing', string | null>>;

function isSame(asked: Stated, given: Stated): boolean {
  if (STATED.some((field) => asked[field] !== given[field])) return false;
  // A token event is permanent: if it happened at any time before, it has happened at the expiry.
  const isPermanent = asked.type === 'token_event' && !isInverted(asked) && !isInverted(given);
  return isPermanent || asked.timing === given.timing;
}

const isInverted = ({ timing }: Stated) => timing === 'never_before';

/** Without the sentences about the source. */
function firstSentence(details: string): string {
  return /^.*?otherwise (?:Yes|No)\./.exec(details)?.[0] ?? details;
}
