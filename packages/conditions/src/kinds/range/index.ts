// Whether a value is inside or outside of a range at the expiry. What is measured is what another
// kind measures. The program compares with one threshold only, so our oracle samples the value.
import type { Address } from '@solana/kit';
import { invalid } from '../../field-reader.ts';
import { compare, formatRational, rationalOfDecimal } from '../../oracles/rational.ts';
import { holderCount } from '../holder-count/index.ts';
import type { Kind } from '../kind.ts';
import { marketCap } from '../market-cap/index.ts';
import { priceFeed } from '../price-feed/index.ts';
import { describeRule } from '../shared/describe-rule.ts';
import type { Measured } from '../shared/measured.ts';
import { bets, MINUTE } from '../shared/scenario.ts';
import { decimal } from '../shared/schema.ts';
import { groupDigits, type Threshold } from '../shared/threshold.ts';
import { tokenPrice } from '../token-price/index.ts';
import { tokenSupply } from '../token-supply/index.ts';

type Inner = Measured & { readonly type: string; readonly tokenAddress: Address | null };

/** What has a range. */
const KINDS = [priceFeed, tokenPrice, marketCap, holderCount, tokenSupply].map(
  (kind) => kind as unknown as Kind<Inner>,
);
const OF = ['price_feed', 'token_price', 'market_cap', 'holder_count', 'token_supply'] as const;
const SIDES = ['inside', 'outside'] as const;

/** With the fields of the kind that it is of, but for its comparison. */
export interface RangeCondition extends Omit<Inner, keyof Threshold | 'relativeTo'> {
  readonly type: 'range';
  readonly of: (typeof OF)[number];
  readonly within: (typeof SIDES)[number];
  readonly low: string;
  readonly high: string;
  readonly timing: 'at_expiry';
}

const kindNamed = (of: string): Kind<Inner> => {
  const kind = KINDS.find(({ type }) => type === of);
  if (!kind) throw new RangeError(`there is no range of ${of}`);
  return kind;
};

/** The condition that measures the value; its comparison is not used. */
function innerOf({ of, within, low, high, ...fields }: RangeCondition): [Kind<Inner>, Inner] {
  const inner = { ...fields, type: of, comparator: 'gte', threshold: low } as const;
  return [kindNamed(of), inner];
}

const isBelow = (one: string, other: string) => {
  const [a, b] = [rationalOfDecimal(one), rationalOfDecimal(other)];
  return a !== undefined && b !== undefined && compare(a, b) < 0;
};

export const range: Kind<RangeCondition> = {
  type: 'range',

  schema: {
    description:
      'Whether a value is inside or outside of a range at the expiry. Both ends are inside.',
    required: ['of', 'low', 'high'],
    fields: {
      of: { type: 'string', enum: OF, description: 'What is measured; its fields are given, too.' },
      within: { type: 'string', enum: SIDES },
      low: decimal,
      high: decimal,
    },
    example: { of: 'price_feed', feed: 'SOL', low: '200', high: '250', within: 'inside' },
  },

  demo: [
    {
      type: 'range',
      currency: 'SOL',
      outcome: 'Yes',
      bets: bets('ana Yes 1.5', 'cleo Yes 0.25', 'ben No 2', 'eva No 0.1'),
      ask: ({ now }) => ({
        question: 'Will SOL be between $1 and $100,000 at expiry?',
        expiresAt: now + 13 * MINUTE,
      }),
    },
  ],

  parse(fields, input) {
    const of = fields.choice('of', OF);
    const [low, high] = [fields.decimal('low'), fields.decimal('high')];
    if (!isBelow(low, high)) throw invalid('the field low must be below high');
    const given = fields.with({ comparator: 'gte', threshold: low });
    const { comparator, threshold, relativeTo, timing, ...inner } = kindNamed(of).parse(
      given,
      input,
    );
    if (timing !== 'at_expiry') throw invalid('a range counts at_expiry');
    const within = fields.choice('within', SIDES, 'inside');
    return { ...inner, type: 'range', of, within, low, high, timing };
  },

  describe(condition, expiresAt) {
    const { within, low, high, unit } = condition;
    const between = `${groupDigits(low)} and ${groupDigits(high)} ${unit}`;
    const side = within === 'inside' ? `between ${between}` : `not between ${between}`;
    const [kind, inner] = innerOf(condition);
    return describeRule('at_expiry', expiresAt, {
      before: `${wordsOf(condition)} is ${side}`,
      at: kind.window ? 'up to' : 'in the first sample at or after',
      source: kind.describe(inner, expiresAt).split('. ').slice(1).join('. '),
    });
  },

  stated: ['of', 'within', 'low', 'high', 'unit'],
  closesEarly: true,

  feeds(condition) {
    const [kind, inner] = innerOf(condition);
    return (kind.feeds?.(inner) ?? []).map((feed) => ({ ...feed, from: 'account' }));
  },
  listAccounts(condition) {
    const [kind, inner] = innerOf(condition);
    return kind.listAccounts?.(inner) ?? [];
  },
  async measurer(condition, moments) {
    const [kind, inner] = innerOf(condition);
    const measure = await kind.measurer?.(inner, moments);
    const { low, high, within } = condition;
    return (sample) => {
      const reading = measure?.(sample);
      if (!reading?.ok)
        return reading ?? { ok: false, code: 'missing', reason: 'nothing measures it' };
      const value = formatRational(reading.value.value);
      const isInside = !isBelow(value, low) && !isBelow(high, value);
      // What does not exist is neither inside nor outside.
      const isMet = value !== '0' && isInside === (within === 'inside');
      return { ok: true, value: { ...reading.value, isMet } };
    };
  },
};

function wordsOf(condition: RangeCondition): string {
  const of = condition.tokenAddress;
  switch (condition.of) {
    case 'price_feed':
      return `the Pyth price of ${'feed' in condition ? condition.feed : ''}`;
    case 'token_price':
      return `the median price of ${of}`;
    case 'market_cap':
      return `the median market capitalisation of ${of}`;
    case 'holder_count':
      return `the number of wallets that hold ${of}`;
    default:
      return `the supply of ${of}`;
  }
}
