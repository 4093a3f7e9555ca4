// The price or market capitalisation of one token divided by that of another. Both are read from
// pools with SOL in the same samples, and the median over a window decides.
import type { Address } from '@solana/kit';
import type { PoolRule } from '../../condition-input.ts';
import { invalid } from '../../field-reader.ts';
import type { Sample } from '../../oracles/account-snapshot.ts';
import { listQuoteAccounts } from '../../oracles/prices/quotes.ts';
import { readTokenPrice } from '../../oracles/prices/token-price.ts';
import type { Rational } from '../../oracles/rational.ts';
import { type Reading, readable, unreadable } from '../../oracles/reading.ts';
import type { Kind, PooledToken } from '../kind.ts';
import {
  describeComparison,
  describeRule,
  shortAmount,
  shortNumber,
} from '../shared/describe-rule.ts';
import {
  describeRatio,
  type Measured,
  measureRatio,
  RATIO,
  readMeasured,
  STATED,
} from '../shared/measured.ts';
import {
  capitalisationOf,
  DEPTH_MIN_SOL,
  describeProtection,
  describeQuote,
  describeWindow,
  findPools,
  MARKET_CAP_WORDS,
  readLiquidity,
  readNamedPool,
  readPooled,
  windowOf,
} from '../shared/pool.ts';
import { scenario } from '../shared/scenario.ts';
import {
  address,
  decimals,
  liquidity,
  measured,
  otherQuote,
  pool,
  pools,
  symbol,
  unitOf,
} from '../shared/schema.ts';
import {
  exactToken,
  measureAbsent,
  readDecimals,
  readSampledMint,
  readSymbol,
  shortToken,
} from '../shared/token-subject.ts';

const METRICS = ['price', 'market_cap'] as const;
const WORDS = { price: 'the price', market_cap: MARKET_CAP_WORDS } as const;

export interface TokenRatioCondition extends PooledToken, PoolRule, Measured<'ratio'> {
  readonly type: 'token_ratio';
  readonly metric: (typeof METRICS)[number];
  /** The mint whose value the first is divided by, with its decimals and its deepest pool. */
  readonly other: Address;
  readonly otherDecimals: number | null;
  readonly otherPool: Address | null;
  readonly otherSymbol?: string;
  readonly otherQuoteMint?: Address;
  readonly otherQuotePool?: Address;
  readonly otherLiquidity?: string;
}

export const tokenRatio: Kind<TokenRatioCondition> = {
  type: 'token_ratio',

  schema: {
    description:
      'The price or market capitalisation of a token divided by that of another: the median of ' +
      'samples of both over a window.',
    required: ['metric', 'other', 'comparator'],
    fields: {
      ...measured,
      metric: { type: 'string', enum: METRICS, description: 'What is compared.' },
      other: { ...address, description: 'The mint whose value the first is divided by.' },
      unit: unitOf('ratio'),
      ...pools,
      otherDecimals: {
        ...decimals,
        description: 'The decimals of the other mint; read from the chain.',
      },
      otherPool: pool,
      otherSymbol: symbol,
      ...otherQuote,
      otherLiquidity: liquidity,
    },
    example: {
      metric: 'market_cap',
      other: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
      comparator: 'gt',
      timing: 'any_time_before',
    },
  },

  demo: [
    scenario('token-ratio', ['SOL', 'Yes', 15], {
      bets: ['ben Yes 0.8', 'dan Yes 1.1', 'ana No 1.5', 'cleo No 0.123456789'],
      about: 'OAK',
      ask: ({ tokens: { young } }) => ({
        question: `Will OAK's market cap be above ${young.mint}'s at expiry?`,
      }),
    }),
  ],

  parse(fields, input) {
    const own = readPooled(fields, input);
    const other = fields.address('other');
    if (other === own.tokenAddress) throw invalid('the field other must be another token');
    const hints = input.otherToken?.address === other ? input.otherToken.hints : {};
    const names = ['otherPool', 'otherQuoteMint', 'otherQuotePool'] as const;
    const { pool: otherPool, quoteMint, quotePool } = readNamedPool(fields, names, hints);
    return {
      ...{ type: 'token_ratio', ...own, other },
      metric: fields.choice('metric', METRICS),
      otherDecimals: readDecimals(fields, 'otherDecimals', hints),
      otherPool,
      ...(quoteMint && { otherQuoteMint: quoteMint }),
      ...(quotePool && { otherQuotePool: quotePool }),
      ...readSymbol(fields, 'otherSymbol', other, input.token && hints),
      ...readLiquidity(fields, 'otherLiquidity', input.token && hints),
      ...readMeasured(fields, RATIO),
    };
  },

  warn: () => ['Both prices come from pools: where these are thin, they are cheap to move.'],

  describe(condition, expiresAt) {
    const { metric, windowSeconds, samplesMin } = condition;
    const [own, other] = tokensOf(condition);
    const named = [own.pool, other.pool].filter((each) => each !== null);
    return describeRule(condition.timing, expiresAt, {
      ...describeShort(condition),
      ...describeWindow(condition),
      before:
        `${WORDS[metric]} of ${exactToken(own)} is ${describeRatio(condition)} that of ` +
        `${exactToken(other)}, ` +
        `in the median of at least ${samplesMin} samples over ${windowSeconds} seconds`,
      at: 'up to',
      source:
        'Both are read in the same samples, in SOL, each from the deepest of its launchpad’s ' +
        `pools with SOL${named.length === 0 ? '' : ` and of ${named.join(' and ')}`}, which must ` +
        `hold ${DEPTH_MIN_SOL} SOL${describeQuote(own)}${describeQuote(other)}.` +
        describeProtection(condition),
    });
  },

  stated: [...STATED, 'metric', 'other'],
  closesEarly: true,
  followsPrice: true,
  window: windowOf,
  followsSupply: ({ metric }) => metric === 'market_cap',

  tokens: tokensOf,

  async listAccounts(condition) {
    const tokens = await findPriced(condition);
    const quoted = await Promise.all(tokens.map(({ token }) => listQuoteAccounts(token)));
    const own = tokens.flatMap(({ token, pools: found }) => [token.tokenAddress, ...found]);
    return [...own, ...quoted.flat()];
  },

  async measurer(condition) {
    // Derived once: a market may have a sample for every ten seconds of its duration.
    const tokens = await findPriced(condition);
    return (sample: Sample) => measureTokens(condition, sample, tokens);
  },
};

/** With the pools that count for it. A curve does not say whose it is. */
interface PricedToken {
  readonly token: PooledToken;
  readonly pools: ReadonlySet<Address>;
}

type PricedTokens = readonly [own: PricedToken, other: PricedToken];

function tokensOf(condition: TokenRatioCondition): readonly [PooledToken, PooledToken] {
  const { other: tokenAddress, otherDecimals, otherPool, otherSymbol: symbol } = condition;
  const { otherQuoteMint: quoteMint, otherQuotePool: quotePool } = condition;
  const quote = { ...(quoteMint && { quoteMint }), ...(quotePool && { quotePool }) };
  const known = condition.otherLiquidity ? { liquidity: condition.otherLiquidity } : {};
  const other = { tokenAddress, decimals: otherDecimals, pool: otherPool, ...quote, ...known };
  // Two tokens may have the same symbol.
  const isNamed = symbol !== undefined && symbol.toLowerCase() !== condition.symbol?.toLowerCase();
  return [condition, isNamed ? { ...other, symbol } : other];
}

function describeShort(condition: TokenRatioCondition) {
  const { metric, threshold } = condition;
  const tokens = tokensOf(condition);
  const [own, other] = [shortToken(tokens[0]), shortToken(tokens[1])];
  if (metric === 'price') {
    return describeComparison(own, condition, shortAmount(threshold, other), 'worth');
  }
  const amount =
    threshold === '1' ? `${other}’s` : `${shortNumber(threshold, 15)} times ${other}’s`;
  return describeComparison(`${own}’s market cap`, condition, amount);
}

async function findPriced(condition: TokenRatioCondition): Promise<PricedTokens> {
  const [own, other] = tokensOf(condition);
  return [
    { token: own, pools: await findPools(own) },
    { token: other, pools: await findPools(other) },
  ];
}

function measureTokens(condition: TokenRatioCondition, sample: Sample, [own, other]: PricedTokens) {
  const value = readValue(condition, sample, own);
  if (!value.ok) return value;
  const otherValue = readValue(condition, sample, other);
  if (!otherValue.ok) return otherValue;
  // Nothing is above or below what does not exist.
  if (otherValue.value === 'absent') {
    return unreadable('missing', `the token ${condition.other} does not exist`);
  }
  if (value.value === 'absent') return measureAbsent(condition);
  if (otherValue.value.numerator <= 0n) {
    return unreadable('not_positive', `${condition.other} is worth nothing`);
  }
  return measureRatio({ value: value.value, other: otherValue.value, unit: 'SOL' }, condition);
}

function readValue(
  { metric }: TokenRatioCondition,
  sample: Sample,
  { token, pools: found }: PricedToken,
): Reading<Rational | 'absent'> {
  const { tokenAddress, liquidity: then } = token;
  const mint = readSampledMint(sample, token);
  if (mint.ok && mint.value === 'absent') return readable('absent');
  const price = mint.ok
    ? readTokenPrice(sample, {
        ...{ tokenAddress, unit: 'SOL', pools: found, quote: token },
        liquidity: then,
      })
    : mint;
  if (!price.ok) return unreadable(price.code, `${tokenAddress}: ${price.reason}`);
  return readable(metric === 'price' ? price.value.price : capitalisationOf(price.value));
}
