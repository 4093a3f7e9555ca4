// A value at the expiry against the same value at a start: one that lies between the creation and
// the expiry, or, for a price, which has a history, one that has passed. No account has both, so
// our oracle decides. Changes since the creation have a threshold that is known from then on
// (`relativeTo` of the other kinds).
import { addSeconds, describeInstant, formatInstant } from '@tote/domain';
import { invalid } from '../../field-reader.ts';
import { readable, unreadable } from '../../oracles/reading.ts';
import type { Kind } from '../kind.ts';
import { shortNumber } from '../shared/describe-rule.ts';
import { MINUTE, scenario } from '../shared/scenario.ts';
import { decimal, measured } from '../shared/schema.ts';
import { COMPARATOR_WORDS, COMPARATORS, groupDigits } from '../shared/threshold.ts';
import {
  delegate,
  listUpdates,
  readValue,
  VALUE_SCHEMA,
  VALUE_TYPES,
  type ValueCondition,
  valueKind,
} from '../shared/value-kinds.ts';
import { ANY_CONFIDENCE, amountOf, wordsOf } from '../shared/value-words.ts';
import {
  type ChangeCondition,
  evaluateChange,
  PAST_START_SECONDS_MAX,
  readProgress,
  targetFrom,
} from './evaluate.ts';

export const change: Kind<ChangeCondition> = {
  type: 'change',

  schema: {
    description: 'A value at the expiry compared with what it was at a start before.',
    required: ['of', 'from', 'comparator'],
    fields: {
      from: {
        type: 'integer',
        description:
          'The start in Unix seconds: after the creation, or up to 8 days before for a price feed.',
      },
      comparator: measured.comparator,
      times: {
        ...decimal,
        description: 'It is compared with its value then times this number: "1.2".',
      },
      plus: { ...decimal, description: 'Or with its value then plus this number: "-50".' },
      ...VALUE_SCHEMA,
    },
    example: { of: 'price_feed', feed: 'SOL', from: 1_893_452_400, comparator: 'gt', times: '1' },
  },

  demo: [
    scenario('feed-since', ['UTILITY', 'Yes', 19], {
      bets: ['ana Yes 15', 'dan Yes 2.5', 'eva No 12', 'cleo No 0.75'],
      question: 'Will SOL keep more than half of the price that it has in five minutes?',
      ask: ({ now }) => ({
        condition: {
          ...{ type: 'change', of: 'price_feed', feed: 'SOL', from: now + 5 * MINUTE },
          ...{ comparator: 'gt', times: '0.5' },
        },
      }),
    }),
    scenario('market-cap-since', ['SOL', 'No', 20], {
      bets: ['ben Yes 0.5', 'eva Yes 1.25', 'ana No 0.75', 'dan No 2'],
      about: 'OAK',
      question: 'Will the market cap of OAK be twice what it is in six minutes?',
      ask: ({ now }) => ({
        condition: {
          ...{ type: 'change', of: 'market_cap', unit: 'SOL', from: now + 6 * MINUTE },
          ...{ comparator: 'gte', times: '2' },
        },
      }),
    }),
  ],

  parse(fields, input) {
    const { fields: value } = readValue(fields, input, '1');
    const from = fields.moment('from');
    const comparator = fields.choice('comparator', COMPARATORS);
    const condition: ChangeCondition = {
      ...{ ...value, type: 'change', from, comparator },
      ...(fields.has('times') && { times: fields.decimal('times') }),
      ...(fields.has('plus') && {
        plus: fields.decimal('plus', { isSigned: true, isZeroAllowed: true }),
      }),
    };
    if ((condition.times === undefined) === (condition.plus === undefined)) {
      throw invalid('it needs either the field times or the field plus');
    }
    const { now, expiresAt } = input;
    if (now === undefined) return condition;
    // The samples of a window are taken before the start.
    const { windowSeconds = 0 } = valueKind(value.of).window?.(insideOf(condition)) ?? {};
    const hasHistory = value.of === 'price_feed';
    const least = addSeconds(now, hasHistory ? -PAST_START_SECONDS_MAX : windowSeconds);
    if (from > least && from < expiresAt) return condition;
    const between = `${formatInstant(least)} and before ${formatInstant(expiresAt)}`;
    throw invalid(`the field from must be after ${between}, in Unix seconds`);
  },

  describe(condition, expiresAt) {
    const { comparator, times = '1', plus = '0', unit, from } = condition;
    const { value, by, terms } = wordsOf(insideOf(condition));
    const [sign, size] = plus.startsWith('-') ? ['minus', plus.slice(1)] : ['plus', plus];
    const compared = (moment: string, factor: string, summand: string) =>
      `is ${COMPARATOR_WORDS[comparator]}${times === '1' ? '' : ` ${factor} times`} its value ` +
      `at ${moment}${size === '0' ? '' : ` ${sign} ${summand}`}`;
    const rule = compared(describeInstant(from), shortNumber(times, 9), amountOf(size, unit));
    const exact = compared(formatInstant(from), times, `${groupDigits(size)} ${unit}`);
    const both = by.startsWith('a ')
      ? `by ${by.slice(2).replace(' ', 's ').replace(' seconds', ' s')}`
      : `each by ${by}`;
    return (
      `Yes if ${value} at ${describeInstant(expiresAt)} ${rule}, ${both}. ` +
      'If one is missing, all stakes are refunded.\n\n' +
      `What counts is ${terms('each of the two times')}. ` +
      `Yes if the value at ${formatInstant(expiresAt)} ${exact}.`
    );
  },

  stated: ['of', 'from', 'comparator', 'times', 'plus'],
  variant: ({ of }) => VARIANTS[of],
  startsAt: ({ from }) => from,
  targetsFrom: (condition, value) => [targetFrom(value, condition)],

  updates: (condition, expiresAt) =>
    [condition.from, expiresAt].flatMap((moment) => listUpdates(insideOf(condition), moment)),

  /** What the value is compared with is not known before the start. */
  async measurer(condition, moments) {
    const measure = await valueKind(condition.of).measurer?.(insideOf(condition), moments);
    return (sample) => {
      const reading = measure?.(sample) ?? unreadable('missing', 'nothing measures it');
      return reading.ok ? readable({ ...reading.value, isMet: false }) : reading;
    };
  },

  progress: (condition) => (sample, start) =>
    readProgress(condition, insideOf(condition), { sample, start }),

  evaluate: (condition, evidence, moments) =>
    evaluateChange(condition, insideOf(condition), evidence, moments),
};

/** Met if the value exists. */
function insideOf(condition: ChangeCondition): ValueCondition {
  const { of: type, from: _, times: __, plus: ___, ...rest } = condition;
  const exists = { comparator: 'gte', threshold: '0' } as const;
  return {
    ...rest,
    type,
    ...exists,
    ...(type === 'price_feed' && { confidenceOf: ANY_CONFIDENCE }),
  };
}

const VARIANTS = Object.fromEntries(
  VALUE_TYPES.map((of) => [of, delegate(change, of, insideOf)]),
) as Record<ChangeCondition['of'], Kind<ChangeCondition>>;
