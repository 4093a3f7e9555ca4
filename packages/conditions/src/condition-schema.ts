// The structured `condition` of a request as JSON Schema, for the documentation of the API. The
// types of conditions validate requests themselves.

import { PRICE_FEEDS } from '@tote/oracles/price-feeds';
import { TOKEN_PROGRAMS } from '@tote/oracles/programs';
import { COMPARATORS as ALL_COMPARATORS } from '@tote/program-client';
import { DATA_TYPES } from './account-fact.ts';
import { ANSWER_SECONDS, SILENCES } from './attested.ts';
import type { Condition } from './condition.ts';
import { LAUNCHPADS } from './condition-kind.ts';
import { COMPARATORS, TIMINGS } from './threshold.ts';
import { TOKEN_EVENTS } from './token-event.ts';

type Schema = Readonly<Record<string, unknown>>;

const address = { type: 'string', description: 'Base58 of 32 bytes.' };
const comparator = { type: 'string', enum: COMPARATORS };
const timing = {
  type: 'string',
  enum: TIMINGS,
  description: 'At the expiry, or as soon as it is met at any time before.',
};
const decimal = {
  type: ['string', 'number'],
  description: 'An exact decimal, as text or number: "250.5".',
};
const whole = { type: ['string', 'number'], description: 'A whole number.' };
const decimals = { type: ['integer', 'null'], description: 'Of the mint; read from the chain.' };
const pools = {
  unit: { type: 'string', enum: ['USD', 'SOL'] },
  windowSeconds: { type: 'integer', description: 'The median over this many seconds decides.' },
  samplesMin: { type: 'integer', description: 'Fewer samples decide nothing.' },
  decimals,
  pool: {
    type: ['string', 'null'],
    description: 'A pool that is read in addition to the derived ones.',
  },
};
const measured = { comparator, threshold: decimal, timing };

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
    feed: { type: 'string', enum: PRICE_FEEDS.map(({ symbol }) => symbol) },
    unit: { type: 'string', enum: ['USD'] },
    feedId: { type: 'string' },
    receiver: address,
  },
  token_price: { ...measured, ...pools },
  market_cap: { ...measured, ...pools },
  token_event: {
    event: { type: 'string', enum: TOKEN_EVENTS },
    launchpad: { type: 'string', enum: LAUNCHPADS },
    quoteMint: address,
    timing,
  },
  holder_count: {
    ...measured,
    threshold: whole,
    unit: { type: 'string', enum: ['holders'] },
    minimumBalance: { ...decimal, description: 'Wallets with fewer tokens are not counted.' },
    decimals,
  },
  token_supply: {
    ...measured,
    unit: { type: 'string', enum: ['tokens'] },
    decimals,
    tokenProgram: { type: ['string', 'null'], enum: [...TOKEN_PROGRAMS, null] },
  },
  account_fact: {
    account: address,
    owner: address,
    offset: { type: 'integer', minimum: 0, maximum: 65_535 },
    dataType: { type: 'string', enum: DATA_TYPES },
    comparator: { type: 'string', enum: ALL_COMPARATORS },
    value: { type: 'string', description: 'A whole number, or 32 bytes in hex.' },
    timing,
  },
};

/** All other fields have a default. */
const REQUIRED: Readonly<Record<Condition['type'], readonly string[]>> = {
  attested: [],
  price_feed: ['feed', 'comparator', 'threshold'],
  token_price: ['comparator', 'threshold', 'unit'],
  market_cap: ['comparator', 'threshold', 'unit'],
  token_event: ['event'],
  holder_count: ['comparator', 'threshold'],
  token_supply: ['comparator', 'threshold'],
  account_fact: ['account', 'owner', 'offset', 'dataType', 'comparator', 'value'],
};

function schemaOf(type: Condition['type']): Schema {
  return {
    type: 'object',
    title: type,
    additionalProperties: false,
    required: ['type', ...REQUIRED[type]],
    properties: { type: { const: type }, ...FIELDS[type] },
  };
}

export const CONDITION_SCHEMA: Schema = {
  description: 'What decides the market. Left out, it is read from the question.',
  oneOf: (Object.keys(FIELDS) as Condition['type'][]).map(schemaOf),
};

/** One of each type, as in a request. */
export const CONDITION_EXAMPLES: readonly Schema[] = [
  { type: 'attested' },
  { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '250', timing: 'at_expiry' },
  { type: 'token_price', comparator: 'gte', threshold: '0.05', unit: 'USD' },
  {
    type: 'market_cap',
    comparator: 'gte',
    threshold: '1000000000',
    unit: 'USD',
    timing: 'any_time_before',
  },
  { type: 'token_event', event: 'migrated', launchpad: 'pump' },
  { type: 'holder_count', comparator: 'gte', threshold: '10000', minimumBalance: '100' },
  { type: 'token_supply', comparator: 'lt', threshold: '900000000' },
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
