// Whether a value is inside or outside of two ends at the expiry. The program compares with one
// threshold only, so our oracle decides. A price is that of the same update as for a fact.
import { describeInstant, formatInstant } from '@tote/domain';
import { invalid } from '../../field-reader.ts';
import type { Kind } from '../kind.ts';
import { scenario } from '../shared/scenario.ts';
import { decimal } from '../shared/schema.ts';
import { groupDigits, holds, thresholdOf } from '../shared/threshold.ts';
import {
  delegate,
  listUpdates,
  type OfValue,
  readValue,
  VALUE_SCHEMA,
  VALUE_TYPES,
  type ValueCondition,
  valueKind,
} from '../shared/value-kinds.ts';
import { amountOf, wordsOf } from '../shared/value-words.ts';

const SIDES = ['inside', 'outside'] as const;

export interface RangeCondition extends OfValue {
  readonly type: 'range';
  readonly within: (typeof SIDES)[number];
  /** Both ends are inside. */
  readonly low: string;
  readonly high: string;
}

export const range: Kind<RangeCondition> = {
  type: 'range',

  schema: {
    description: 'Whether a value is inside or outside of two ends at the expiry.',
    required: ['of', 'low', 'high'],
    fields: {
      low: { ...decimal, description: 'The low end, which is inside.' },
      high: { ...decimal, description: 'The high end, which is inside.' },
      within: { type: 'string', enum: SIDES, description: 'On which side; left out: inside.' },
      ...VALUE_SCHEMA,
    },
    example: { of: 'price_feed', feed: 'SOL', low: '200', high: '250' },
  },

  demo: [
    scenario('feed-range', ['SOL', 'Yes', 13], {
      bets: ['ana Yes 1.5', 'cleo Yes 0.25', 'ben No 2', 'eva No 0.1'],
      question: 'Will SOL be between $100 and $1,000 at expiry?',
      condition: { type: 'range', of: 'price_feed', feed: 'SOL', low: '100', high: '1000' },
    }),
  ],

  parse(fields, input) {
    const { fields: value, threshold: low } = readValue(fields, input, { name: 'low' });
    const { threshold: high } = readValue(fields, input, { name: 'high' });
    if (!holds(thresholdOf(low), { comparator: 'lt', threshold: high })) {
      throw invalid('the field low must be below the field high');
    }
    const within = fields.choice('within', SIDES, 'inside');
    return { ...value, type: 'range', within, low, high };
  },

  describe(condition, expiresAt) {
    const { within, low, high, unit } = condition;
    const { value, by, missing, terms } = wordsOf(partsOf(condition)[0]);
    const side = within === 'inside' ? 'between' : 'not between';
    const ends = `${amountOf(low, unit)} and ${amountOf(high, unit)}`;
    return (
      `Yes if ${value} is ${side} ${ends} at ${describeInstant(expiresAt)}, by ${by}. ` +
      `If there is ${missing}, all stakes are refunded.\n\n` +
      `What counts is ${terms(formatInstant(expiresAt))}. ` +
      `The ends, ${groupDigits(low)} and ${groupDigits(high)} ${unit}, count as between.`
    );
  },

  stated: ['of', 'within', 'low', 'high'],
  variant: ({ of }) => VARIANTS[of],
  targets: ({ low, high }) => [low, high],

  parts: (condition) => ({
    must: condition.within === 'inside' ? 'every' : 'some',
    conditions: partsOf(condition),
  }),

  updates: (condition, expiresAt) => listUpdates(partsOf(condition)[0], expiresAt),

  /** By the end that is next: holders can be made, and supply can be burned. */
  movers(condition, sample, costs, measure) {
    if (!measure) return [];
    const { of, low, high } = condition;
    const isAbove =
      of === 'holder_count'
        ? holds(measure.value, { comparator: 'gte', threshold: low })
        : holds(measure.value, { comparator: 'gt', threshold: high });
    const [byLow, byHigh] = partsOf(condition);
    return valueKind(of).movers?.(isAbove ? byHigh : byLow, sample, costs, measure) ?? [];
  },
};

/** The value compared with each end. The low one says how exact a price must be. */
function partsOf(condition: RangeCondition): [low: ValueCondition, high: ValueCondition] {
  const { of: type, within, low, high, type: _, ...rest } = condition;
  const inside = { ...rest, type, ...(type === 'price_feed' && { confidenceOf: low }) };
  const [lowest, highest] =
    within === 'inside' ? (['gte', 'lte'] as const) : (['lt', 'gt'] as const);
  return [
    { ...inside, comparator: lowest, threshold: low },
    { ...inside, comparator: highest, threshold: high },
  ];
}

const VARIANTS = Object.fromEntries(
  VALUE_TYPES.map((of) => [of, delegate(range, of, (condition) => partsOf(condition)[0])]),
) as Record<RangeCondition['of'], Kind<RangeCondition>>;
