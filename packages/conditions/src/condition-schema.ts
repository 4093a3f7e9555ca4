// The structured `condition` of a request as JSON Schema, for the documentation of the API. The
// types of conditions validate requests themselves.

import { COMPARATORS as ALL_COMPARATORS } from '@tote/program-client';
import { DATA_TYPES } from './account-fact.ts';
import { ANSWER_SECONDS, SILENCES } from './attested.ts';
import type { Condition } from './condition.ts';
import { LAUNCHPADS } from './condition-kind.ts';
import { PRICE_FEEDS } from './oracles/price-feeds.ts';
import { TOKEN_PROGRAMS } from './oracles/programs.ts';
import { COMPARATORS, TIMINGS } from './threshold.ts';
import { TOKEN_EVENTS } from './token-event.ts';
import { RATIO_METRICS } from './token-ratio.ts';
import { VALUE_TYPES } from './web/web-comparison.ts';
import { DELAY_SECONDS, POLL_SECONDS, SOURCES_MAX } from './web-value.ts';

type Schema = Readonly<Record<string, unknown>>;

const address = { type: 'string', description: 'Base58 of 32 bytes.' };
const comparator = {
  type: 'string',
  enum: COMPARATORS,
  description: 'At least, above, at most, below.',
};
const feed = {
  type: 'string',
  enum: PRICE_FEEDS.map(({ symbol }) => symbol),
  description: 'The symbol of a Pyth feed.',
};
const receiver = { ...address, description: 'The program that owns Pyth’s updates; filled in.' };
const unitOf = (...units: readonly string[]) => ({
  type: 'string',
  enum: units,
  description: 'Of the threshold.',
});
const timing = {
  type: 'string',
  enum: TIMINGS,
  description:
    'At the expiry, as soon as it is met at any time before, or never before: No as soon as it ' +
    'is met, otherwise Yes.',
};
const decimal = {
  type: ['string', 'number'],
  description: 'An exact decimal, as text or number: "250.5".',
};
const whole = { type: ['string', 'number'], description: 'A whole number.' };
const decimals = { type: ['integer', 'null'], description: 'Of the mint; read from the chain.' };
const pool = {
  type: ['string', 'null'],
  description: 'A pool that is read in addition to the derived ones.',
};
const pools = {
  windowSeconds: { type: 'integer', description: 'The median over this many seconds decides.' },
  samplesMin: { type: 'integer', description: 'Fewer samples decide nothing.' },
  decimals,
  pool,
};
const money = unitOf('USD', 'SOL');
const relativeTo = {
  type: 'object',
  description:
    'In answers: the threshold is `times` the `value` at creation. Measured again in a request.',
  additionalProperties: false,
  required: ['value', 'at', 'times', 'evidence'],
  properties: {
    value: { type: 'string', description: 'An exact decimal.' },
    at: { type: 'integer', description: 'In Unix seconds.' },
    times: { type: 'string', description: 'An exact decimal: "1.2".' },
    evidence: { type: 'string', description: 'SHA-256 of the samples, in hex.' },
  },
};
const measured = { comparator, threshold: decimal, timing, relativeTo };

const FIELDS: Readonly<Record<Condition['type'], Schema>> = {
  attested: {
    silence: {
      type: 'string',
      enum: SILENCES,
      description: 'What it means that the oracle says nothing. Left out: as the question asks.',
    },
    answerSeconds: {
      type: 'integer',
      minimum: ANSWER_SECONDS.least,
      maximum: ANSWER_SECONDS.most,
      description: 'With silence refund: how long after the expiry the oracle can answer.',
    },
  },
  price_feed: {
    ...measured,
    feed,
    unit: unitOf('USD'),
    feedId: { type: 'string', description: 'Of that feed; filled in.' },
    receiver,
  },
  price_ratio: {
    ...measured,
    feed,
    other: { ...feed, description: 'Whose price the first is divided by.' },
    unit: unitOf('ratio'),
    receiver,
  },
  token_price: { ...measured, unit: money, ...pools },
  market_cap: { ...measured, unit: money, ...pools },
  token_ratio: {
    ...measured,
    metric: { type: 'string', enum: RATIO_METRICS, description: 'What is compared.' },
    other: { ...address, description: 'The mint whose value the first is divided by.' },
    unit: unitOf('ratio'),
    ...pools,
    otherDecimals: { ...decimals, description: 'Of the other mint; read from the chain.' },
    otherPool: pool,
  },
  token_event: {
    event: { type: 'string', enum: TOKEN_EVENTS, description: 'What must happen.' },
    launchpad: { type: 'string', enum: LAUNCHPADS, description: 'Where it is sold; filled in.' },
    quoteMint: { ...address, description: 'What it is sold for; filled in.' },
    timing,
  },
  holder_count: {
    ...measured,
    threshold: whole,
    unit: unitOf('holders'),
    minimumBalance: { ...decimal, description: 'Wallets with fewer tokens are not counted.' },
    decimals,
  },
  token_supply: {
    ...measured,
    unit: unitOf('tokens'),
    decimals,
    tokenProgram: {
      type: ['string', 'null'],
      enum: [...TOKEN_PROGRAMS, null],
      description: 'The program of the mint; filled in.',
    },
  },
  web_value: {
    sources: {
      type: 'array',
      minItems: 1,
      maxItems: SOURCES_MAX,
      description: 'Addresses that the operator lists, each of another host.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['url'],
        properties: {
          url: { type: 'string', description: 'Begins with https://.' },
          pointer: {
            type: 'string',
            description: 'JSON pointer (RFC 6901). Left out: the answer is a number in plain text.',
          },
        },
      },
    },
    comparator: { type: 'string', enum: ALL_COMPARATORS },
    value: {
      type: ['string', 'number', 'boolean'],
      description: 'Numbers are compared exactly; as text with valueType number.',
    },
    valueType: { type: 'string', enum: VALUE_TYPES, description: 'Left out: that of the value.' },
    quorum: {
      type: 'integer',
      minimum: 1,
      maximum: SOURCES_MAX,
      description:
        'So many sources must agree, more than half. Left out: all but one of three or more.',
    },
    timing,
    delaySeconds: {
      type: 'integer',
      minimum: DELAY_SECONDS.least,
      maximum: DELAY_SECONDS.most,
      description: 'At expiry: how long after it the first round is fetched.',
    },
    pollSeconds: {
      type: 'integer',
      minimum: POLL_SECONDS.least,
      maximum: POLL_SECONDS.most,
      description: 'Any time or never before: how often the sources are fetched.',
    },
  },
  account_fact: {
    account: { ...address, description: 'The account that is read.' },
    owner: { ...address, description: 'The program that must own it.' },
    offset: { type: 'integer', minimum: 0, maximum: 65_535, description: 'In bytes.' },
    dataType: { type: 'string', enum: DATA_TYPES, description: 'Little-endian.' },
    comparator: {
      type: 'string',
      enum: ALL_COMPARATORS,
      description: 'How it is compared; bytes32 only with eq and ne.',
    },
    value: { type: 'string', description: 'A whole number, or 32 bytes in hex.' },
    timing,
  },
};

/** All other fields have a default. */
const REQUIRED: Readonly<Record<Condition['type'], readonly string[]>> = {
  attested: [],
  price_feed: ['feed', 'comparator', 'threshold'],
  price_ratio: ['feed', 'other', 'comparator'],
  token_price: ['comparator', 'threshold', 'unit'],
  market_cap: ['comparator', 'threshold', 'unit'],
  token_ratio: ['metric', 'other', 'comparator'],
  token_event: ['event'],
  holder_count: ['comparator', 'threshold'],
  token_supply: ['comparator', 'threshold'],
  web_value: ['sources', 'comparator', 'value'],
  account_fact: ['account', 'owner', 'offset', 'dataType', 'comparator', 'value'],
};

const DESCRIPTIONS: Readonly<Record<Condition['type'], string>> = {
  attested: 'Nothing measures it: the market’s oracle says what happened.',
  price_feed: 'A price that Pyth publishes, in USD.',
  price_ratio: 'The price of one asset divided by that of another, both published by Pyth.',
  token_price: 'The price of a token in its pools with SOL: the median of samples over a window.',
  market_cap: 'The price of a token times its supply: the median of samples over a window.',
  token_ratio:
    'The price or market capitalisation of a token divided by that of another: the median of ' +
    'samples of both over a window.',
  token_event: 'A permanent event of a token: its bonding curve is complete, or it has migrated.',
  holder_count: 'How many wallets hold a token. Pools are not counted.',
  token_supply: 'The total supply of a token.',
  web_value: 'What web sources say that the operator lists. A quorum of them decides.',
  account_fact: 'A number or 32 bytes at an offset of an account. Such markets are custom.',
};

function schemaOf(type: Condition['type']): Schema {
  return {
    type: 'object',
    title: type,
    description: DESCRIPTIONS[type],
    additionalProperties: false,
    required: ['type', ...REQUIRED[type]],
    properties: { type: { const: type }, ...FIELDS[type] },
  };
}

/** One of each type, as in a request. */
const EXAMPLES: readonly Schema[] = [
  { type: 'attested' },
  { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '250', timing: 'at_expiry' },
  { type: 'price_ratio', feed: 'SOL', other: 'ETH', comparator: 'gt', threshold: '0.1' },
  { type: 'token_price', comparator: 'gte', threshold: '0.05', unit: 'USD' },
  {
    type: 'market_cap',
    comparator: 'gte',
    threshold: '1000000000',
    unit: 'USD',
    timing: 'any_time_before',
  },
  {
    type: 'token_ratio',
    metric: 'market_cap',
    other: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
    comparator: 'gt',
    timing: 'any_time_before',
  },
  { type: 'token_event', event: 'migrated', launchpad: 'pump' },
  { type: 'holder_count', comparator: 'gte', threshold: '10000', minimumBalance: '100' },
  { type: 'token_supply', comparator: 'lt', threshold: '900000000' },
  {
    type: 'web_value',
    sources: [
      { url: 'https://api.weather.example/v1/lisbon', pointer: '/rain/mm' },
      { url: 'https://gauges.example.org/lisbon.txt' },
    ],
    comparator: 'gte',
    value: 4.5,
  },
  {
    type: 'account_fact',
    account: 'F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL',
    owner: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
    offset: 32,
    dataType: 'u64',
    comparator: 'gte',
    value: '50000000000',
    timing: 'any_time_before',
  },
];

export const CONDITION_SCHEMA = {
  description: 'What decides the market. Left out, it is read from the question.',
  oneOf: (Object.keys(FIELDS) as Condition['type'][]).map(schemaOf),
  examples: EXAMPLES,
};
