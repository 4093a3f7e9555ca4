// The `details` of a condition: the rule as a bettor reads it, then its exact terms.
import {
  describeDuration,
  describeInstant,
  formatInstant,
  joinDetails,
  type UnixSeconds,
} from '@tote/domain';
import { GAP_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import type { Measured } from './measured.ts';
import {
  COMPARATOR_WORDS,
  type Comparator,
  flagsOf,
  groupDigits,
  type Timing,
} from './threshold.ts';

/** A promise: the sampler takes more samples than this. */
export const LOOKS_EVERY_SECONDS = 10;
export const GAP = describeDuration(GAP_SECONDS_MAX);

const SAMPLING_WORDS =
  `The market’s oracle looks every ${LOOKS_EVERY_SECONDS} seconds or more often; what happens ` +
  `between two looks does not count. If it has no good sample for more than ${GAP}, and no other ` +
  'sample decides, data is missing and all stakes are refunded.';

/** What happens, in two parts: `never` goes between them. */
type Clause = readonly [subject: string, predicate: string];

interface RuleWords {
  /** The exact terms: `a Pyth SOL/USD price is above 100 USD`. */
  readonly before: string;
  /** The same with the moment that counts; left out: with the words `at` in between. */
  atExpiry?(moment: string): string;
  readonly at?: string;
  readonly source?: string;
  /** Left out: samples decide it before the expiry. */
  readonly isFact?: boolean;
  /** Short, for bettors: `SOL is`, `above $100`. Left out: as in the exact terms. */
  readonly rule?: Clause | string;
  /** It is an event or a movement, not a state that may hold at any time. */
  readonly isEvent?: boolean;
  /** What is said of the moment at the expiry: `at 2026-11-17 15:34 UTC`. */
  when?(moment: string): string;
  /** Why all stakes are refunded. */
  readonly missing?: string;
  /** The same if it counts before the expiry; left out: a gap in the samples, if they decide. */
  readonly gap?: string;
}

export function describeRule(timing: Timing, expiresAt: UnixSeconds, words: RuleWords): string {
  return joinDetails({
    rule: describeShortly(timing, describeInstant(expiresAt), words),
    terms: describeExactly(timing, formatInstant(expiresAt), words),
  });
}

function describeShortly(timing: Timing, moment: string, words: RuleWords): string {
  const { rule = words.before, isFact, isEvent, missing = 'there is no usable sample' } = words;
  const { gap = isFact ? missing : `samples are missing for ${GAP}` } = words;
  const isAtExpiry = timing === 'at_expiry';
  const refund = `If ${isAtExpiry ? missing : gap}, all stakes are refunded.`;
  const happens = typeof rule === 'string' ? rule : rule.join(' ');
  if (isAtExpiry) {
    return `Yes if ${happens} ${words.when?.(moment) ?? `at ${moment}`}. ${refund}`;
  }
  if (timing === 'any_time_before') {
    return `Yes if ${happens}${isEvent ? '' : ' at any time'} before ${moment}. ${refund}`;
  }
  const never = typeof rule === 'string' ? `it never happens that ${rule}` : rule.join(' never ');
  return `Yes if ${never} before ${moment}. ${refund}`;
}

function describeExactly(timing: Timing, moment: string, words: RuleWords): string {
  const { before, at = 'at', source, isFact = false } = words;
  const isAtExpiry = timing === 'at_expiry';
  const [once, never] = flagsOf(timing).isInverted ? ['No', 'Yes'] : ['Yes', 'No'];
  const what = isAtExpiry
    ? (words.atExpiry?.(moment) ?? `${before} ${at} ${moment}`)
    : `as soon as ${before}, at any time before ${moment}, the market ends as ${once}; if that ` +
      `does not happen, as ${never}`;
  const sampling = isAtExpiry || isFact ? [] : [SAMPLING_WORDS];
  return [`Exactly: ${what}.`, ...(source === undefined ? [] : [source]), ...sampling].join(' ');
}

const PREDICATES: Record<'is' | 'worth' | 'has' | 'holds', Record<Comparator, string>> = {
  is: COMPARATOR_WORDS,
  worth: {
    ...{ gte: 'worth at least', gt: 'worth more than' },
    ...{ lte: 'worth at most', lt: 'worth less than' },
  },
  has: {
    ...{ gte: 'has at least', gt: 'has more than' },
    ...{ lte: 'has at most', lt: 'has fewer than' },
  },
  holds: {
    ...{ gte: 'holds at least', gt: 'holds more than' },
    ...{ lte: 'holds at most', lt: 'holds less than' },
  },
};

const MOVEMENTS: Record<Comparator, (amount: string) => string> = {
  gte: (amount) => `rises to ${amount} or above`,
  gt: (amount) => `rises above ${amount}`,
  lte: (amount) => `falls to ${amount} or below`,
  lt: (amount) => `falls below ${amount}`,
};

/** The value is compared, or it moves there from where it was when the market was created. */
export function describeComparison(
  subject: string,
  { comparator, relativeTo, timing }: Measured,
  amount: string,
  verb: keyof typeof PREDICATES = 'is',
): Pick<RuleWords, 'rule' | 'isEvent'> {
  const isChange = relativeTo?.times !== undefined || relativeTo?.plus !== undefined;
  if (relativeTo && !isChange && timing !== 'at_expiry') {
    return { rule: [subject, MOVEMENTS[comparator](amount)], isEvent: true };
  }
  const predicate = `${PREDICATES[verb][comparator]} ${amount}`;
  return { rule: [verb === 'has' || verb === 'holds' ? subject : `${subject} is`, predicate] };
}

const AMOUNT_CHARACTERS_MAX = 22;
const ROUNDED_DIGITS = 3;

/** `1,000`. A very long number is rounded; the exact terms have it in full. */
export function shortNumber(text: string, max = AMOUNT_CHARACTERS_MAX): string {
  const exact = groupDigits(text);
  return exact.length > max ? `~${Number(text).toPrecision(ROUNDED_DIGITS)}` : exact;
}

/** `$100`, `2.5 SOL` */
export function shortAmount(text: string, unit: string, max?: number): string {
  const number = shortNumber(text, max);
  return unit === 'USD' ? number.replace(/(?=\d)/, '$') : `${number} ${unit}`;
}
