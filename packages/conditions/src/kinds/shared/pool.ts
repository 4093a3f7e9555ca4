// What prices and market capitalisations have in common. They are read from pools, which can be
// manipulated for a moment, so the median over a window decides.
import type { Address } from '@solana/kit';
import type { ConditionInput, PoolRule, TokenHints } from '../../condition-input.ts';
import { type FieldReader, invalid } from '../../field-reader.ts';
import type { Sample } from '../../oracles/account-snapshot.ts';
import { findDerivedPools, findPythPushAddress } from '../../oracles/derived-addresses.ts';
import { getFeed } from '../../oracles/price-feeds.ts';
import {
  DOLLAR_PERCENT_MAX,
  findDollar,
  listQuoteAccounts,
  type Quote,
} from '../../oracles/prices/quotes.ts';
import {
  DEPTH_MIN_LAMPORTS,
  readTokenPrice,
  type TokenPrice,
  type TokenPriceInput,
} from '../../oracles/prices/token-price.ts';
import { PYTH_RECEIVERS } from '../../oracles/programs.ts';
import { multiply, type Rational, scaled } from '../../oracles/rational.ts';
import { type Reading, readable } from '../../oracles/reading.ts';
import type { Kind, PooledToken } from '../kind.ts';
import { describeComparison, describeRule, shortAmount } from './describe-rule.ts';
import { type Measured, measureValue, readMeasured, STATED } from './measured.ts';
import { measured, pools, unitOf } from './schema.ts';
import { describeThreshold } from './threshold.ts';
import { exactToken, measureToken, readSubject, shortToken } from './token-subject.ts';

export const DEFAULT_RULE: PoolRule = { windowSeconds: 60, samplesMin: 3 };
const WINDOW_SECONDS_MAX = 3_600;
export const DEPTH_MIN_SOL = DEPTH_MIN_LAMPORTS / 1_000_000_000n;

export interface PoolMeasured extends PooledToken, PoolRule, Measured<'USD' | 'SOL'> {}

export function readPooled(fields: FieldReader, input: ConditionInput): PooledToken & PoolRule {
  const rule = input.poolRule ?? DEFAULT_RULE;
  return {
    ...readSubject(fields, input),
    ...readNamedPool(fields, ['pool', 'quoteMint', 'quotePool'], input.token),
    windowSeconds: fields.integer('windowSeconds', {
      least: 1,
      most: WINDOW_SECONDS_MAX,
      fallback: rule.windowSeconds,
    }),
    samplesMin: fields.integer('samplesMin', { least: 1, most: 60, fallback: rule.samplesMin }),
    ...readLiquidity(fields, 'liquidity', input.token),
  };
}

/** The pool that is named, and what it is quoted in. Left out: those that were found. */
export function readNamedPool(
  fields: FieldReader,
  [name, mint, other]: readonly [pool: string, quoteMint: string, quotePool: string],
  hints: TokenHints = {},
): Pick<PooledToken, 'pool'> & Quote {
  const pool = fields.nullableAddress(name, hints.pool);
  if (!fields.has(mint)) return { pool, ...(pool !== null && pool === hints.pool && hints.quote) };
  const quoteMint = fields.address(mint);
  return { pool, quoteMint, ...(fields.has(other) && { quotePool: fields.address(other) }) };
}

/** Whether two name the same pool and quote. */
export const isSamePool = (a: Partial<PooledToken>, b: Partial<PooledToken>): boolean =>
  (a.pool ?? null) === (b.pool ?? null) &&
  a.quoteMint === b.quoteMint &&
  a.quotePool === b.quotePool;

export function describeQuote({ quoteMint, quotePool }: Quote): string {
  if (quoteMint === undefined) return '';
  const dollar = findDollar(quoteMint);
  return dollar
    ? `; one ${dollar.symbol} is one US dollar, as long as Pyth’s price of it is at most ` +
        `${DOLLAR_PERCENT_MAX} % off, and turned into SOL by the Pyth SOL/USD price`
    : `; ${quoteMint} is turned into SOL by the pool ${quotePool}, whose depth counts as well`;
}

/** A request cannot choose it: with `hints` it is what the chain says. */
export function readLiquidity<Name extends 'liquidity' | 'otherLiquidity'>(
  fields: FieldReader,
  name: Name,
  hints: TokenHints | undefined,
): { readonly [K in Name]?: string } {
  const given = fields.has(name) ? fields.text(name) : undefined;
  const liquidity = hints ? hints.liquidity : given;
  if (liquidity === undefined) return {};
  if (!/^[1-9]\d{0,39}$/.test(liquidity)) throw invalid(`the field ${name} must be a whole number`);
  return { [name]: liquidity } as { [K in Name]?: string };
}

const WITHDRAWN_WORDS =
  ' A sample does not count if over half of the liquidity at the creation was withdrawn.';

/** How bettors are protected against whoever moves the price. */
export function describeProtection({
  liquidity,
  timing,
}: Pick<PoolMeasured, 'liquidity' | 'timing'>) {
  // Before the expiry every bet needs our signature.
  const alone = timing === 'at_expiry' ? '; bets that wallets sign alone have no such limit' : '';
  return (
    `${liquidity === undefined ? '' : WITHDRAWN_WORDS}` +
    ' We sign bets in SOL only while the stakes on their outcome are below what it costs to hold ' +
    `the price at the threshold${alone}.`
  );
}

export const windowOf = ({ windowSeconds, samplesMin }: PoolRule): PoolRule => {
  return { windowSeconds, samplesMin };
};

/** Where the value of a token is read. */
export function describeSource(
  { unit, pool, ...quote }: PooledToken & { readonly unit: string },
  isReserve = false,
): string {
  return (
    `read from the deepest of its launchpad’s pools with SOL` +
    `${pool === null ? '' : ` and the pool ${pool}`}` +
    `${isReserve ? '' : `, which must hold ${DEPTH_MIN_SOL} SOL`}` +
    `${unit === 'USD' ? ', and turned into USD by the Pyth SOL/USD price' : ''}` +
    describeQuote(quote)
  );
}

export function describeWindow({ windowSeconds }: PoolRule) {
  return {
    when: (moment: string) => `at ${moment}, by the ${windowSeconds}-second median`,
    missing: 'there are too few samples',
  };
}

/** The pools whose address follows from the mint, and the one that was named. */
export async function findPools(token: PooledToken): Promise<Set<Address>> {
  const { tokenAddress, pool, quoteMint } = token;
  const derived = await findDerivedPools(tokenAddress, quoteMint);
  return new Set(pool === null ? derived : [...derived, pool]);
}

type MeasurePools = (sample: Sample, input: TokenPriceInput) => Reading<Rational>;

/** Computes the measured value from a price: the price itself, or the capitalisation. */
export const byPrice =
  (compute: (price: TokenPrice) => Rational): MeasurePools =>
  (sample, input) => {
    const price = readTokenPrice(sample, input);
    return price.ok ? readable(compute(price.value)) : price;
  };

export const MARKET_CAP_WORDS = 'the market capitalisation (price times total supply)';

export const capitalisationOf = ({ price, mint }: TokenPrice): Rational =>
  multiply(price, scaled(mint.supply, -mint.decimals));

interface PoolWords {
  readonly what: string;
  /** Behind the token, for bettors: `’s market cap`. */
  readonly suffix: string;
}

const THIN_WARNING =
  'The price comes from the token’s pools: where they are thin, it is cheap to move.';

/** A kind of condition on a value that follows from the price in the token's pools. */
export function poolKind<Type extends string>(
  own: Pick<
    Kind<PoolMeasured & { readonly type: Type }>,
    'type' | 'demo' | 'followsSupply' | 'movers'
  > & {
    readonly description: string;
    readonly example: Readonly<Record<string, string>>;
    readonly words: PoolWords | ((unit: string) => PoolWords);
    readonly measure: MeasurePools;
    /** It is not the price, so that a thin pool can be read as well. */
    readonly isReserve?: true;
  },
): Kind<PoolMeasured & { readonly type: Type }> {
  const { description, example, words, measure, isReserve, ...rest } = own;
  return {
    ...rest,
    schema: {
      description,
      required: [...STATED],
      fields: { ...measured, unit: unitOf('USD', 'SOL'), ...pools },
      example,
    },
    parse: (fields, input) => {
      const { liquidity, ...pooled } = readPooled(fields, input);
      return {
        type: own.type,
        ...pooled,
        ...(liquidity !== undefined && !isReserve && { liquidity }),
        ...readMeasured(fields, { units: ['USD', 'SOL'] }),
      };
    },
    warn: () => (isReserve ? [] : [THIN_WARNING]),
    describe(condition, expiresAt) {
      const { what, suffix } = typeof words === 'function' ? words(condition.unit) : words;
      const { threshold, unit, samplesMin, windowSeconds } = condition;
      const before =
        `the median of at least ${samplesMin} samples of ${what} of ${exactToken(condition)}, ` +
        `over ${windowSeconds} seconds`;
      const wanted = `, is ${describeThreshold(condition, unit)}`;
      const subject = shortToken(condition) + suffix;
      return describeRule(condition.timing, expiresAt, {
        ...describeComparison(subject, condition, shortAmount(threshold, unit)),
        ...describeWindow(condition),
        before: before + wanted,
        atExpiry: (moment) => `${before} up to ${moment}${wanted}`,
        source:
          `It is ${describeSource(condition, isReserve)}.` +
          `${isReserve ? '' : describeProtection(condition)}`,
      });
    },
    stated: STATED,
    closesEarly: true,
    ...(!isReserve && { followsPrice: true }),
    window: windowOf,
    tokens: (condition) => [condition],
    async listAccounts(condition) {
      const { feedId } = getFeed('SOL');
      const feeds = PYTH_RECEIVERS.map((receiver) => findPythPushAddress(feedId, { receiver }));
      const found = await findPools(condition);
      const quoted = await listQuoteAccounts(condition);
      return [condition.tokenAddress, ...found, ...(await Promise.all(feeds)), ...quoted];
    },
    async measurer(condition) {
      // Derived once: a market may have a sample for every ten seconds of its duration.
      const found = await findPools(condition);
      const { tokenAddress, unit, liquidity } = condition;
      return (sample: Sample) =>
        measureToken(condition, sample, () => {
          const value = measure(sample, {
            tokenAddress,
            unit,
            pools: found,
            quote: condition,
            liquidity,
          });
          return value.ok ? measureValue(value.value, condition) : value;
        });
    },
  };
}
