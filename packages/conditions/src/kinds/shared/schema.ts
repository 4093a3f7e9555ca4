import { PRICE_FEEDS } from '../../oracles/price-feeds.ts';
import { TOKEN_PROGRAMS } from '../../oracles/programs.ts';
import { COMPARATORS, TIMINGS } from './threshold.ts';

export const address = { type: 'string', description: 'Base58 of 32 bytes.' };
export const feed = {
  type: 'string',
  enum: PRICE_FEEDS.map(({ symbol }) => symbol),
  description: 'The symbol of a Pyth feed.',
};
export const receiver = {
  ...address,
  description: 'The program that owns Pyth’s updates; filled in.',
};
export const unitOf = (...units: readonly string[]) => ({
  type: 'string',
  enum: units,
  description: 'The unit of the threshold.',
});
export const timing = {
  type: 'string',
  enum: TIMINGS,
  description:
    'At the expiry, as soon as it is met at any time before, or never before: No as soon as it ' +
    'is met, otherwise Yes.',
};
export const decimal = {
  type: ['string', 'number'],
  description: 'An exact decimal, as text or number: "250.5".',
};
export const decimals = {
  type: ['integer', 'null'],
  description: 'The decimals of the mint; read from the chain.',
};
export const tokenProgram = {
  type: ['string', 'null'],
  enum: [...TOKEN_PROGRAMS, null],
  description: 'The program of the mint; filled in.',
};
export const symbol = {
  type: 'string',
  description: 'In answers: the symbol of the token in the rule. Read from the chain.',
};
export const pool = {
  type: ['string', 'null'],
  description: 'A pool that is read in addition to the derived ones.',
};
const quoteMint = {
  type: 'string',
  description: 'What the pool is quoted in, if not in SOL: a dollar or another token. Filled in.',
};
const quotePool = {
  type: 'string',
  description: 'Where the other token trades for SOL or USDC. Filled in.',
};
const quote = { quoteMint, quotePool };
export const otherQuote = { otherQuoteMint: quoteMint, otherQuotePool: quotePool };
export const liquidity = {
  type: 'string',
  description:
    'In answers: the geometric mean of what both sides of the deepest pool held at the creation, ' +
    'in base units. Read from the chain.',
};
export const pools = {
  windowSeconds: { type: 'integer', description: 'The median over this many seconds decides.' },
  samplesMin: { type: 'integer', description: 'Fewer samples decide nothing.' },
  decimals,
  symbol,
  pool,
  ...quote,
  liquidity,
};
const relativeTo = {
  type: 'object',
  description:
    'In answers: the `value` at creation. The threshold is `times` this value, or it `plus` a ' +
    'number; with neither, the value says from which side. Measured again in a request.',
  additionalProperties: false,
  required: ['value', 'at', 'evidence'],
  properties: {
    value: { type: 'string', description: 'An exact decimal.' },
    at: { type: 'integer', description: 'In Unix seconds.' },
    times: { type: 'string', description: 'An exact decimal: "1.2".' },
    plus: { type: 'string', description: 'An exact decimal: "50" or "-50".' },
    evidence: { type: 'string', description: 'SHA-256 of the samples, in hex.' },
  },
};
export const measured = {
  comparator: {
    type: 'string',
    enum: COMPARATORS,
    description: 'At least, above, at most, below.',
  },
  threshold: decimal,
  timing,
  relativeTo,
};
