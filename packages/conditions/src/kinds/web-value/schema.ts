import { COMPARATORS } from '@tote/program-client';
import { VALUE_TYPES } from '../../web/web-condition.ts';
import type { KindSchema } from '../kind.ts';
import { type Scenario, scenario } from '../shared/scenario.ts';
import { timing } from '../shared/schema.ts';

const DAY = 86_400;
export const SOURCES_MAX = 5;
export const DELAY_SECONDS = { least: 0, most: DAY, fallback: 0 } as const;
export const POLL_SECONDS = { least: 60, most: DAY, fallback: 60 } as const;

const sources = {
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
};

export const schema: KindSchema = {
  description: 'What web sources say that the operator lists. A quorum of them decides.',
  required: ['sources', 'comparator', 'value'],
  fields: {
    sources,
    comparator: { type: 'string', enum: COMPARATORS },
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
        'How many sources must agree: more than half. Left out: all but one of three or more.',
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
  example: {
    sources: [
      { url: 'https://api.weather.example/v1/lisbon', pointer: '/rain/mm' },
      { url: 'https://gauges.example.org/lisbon.txt' },
    ],
    comparator: 'gte',
    value: 4.5,
  },
};

export const demo: readonly Scenario[] = [
  scenario('web-value', ['SOL', 'Yes', 21], {
    bets: ['ana Yes 1.5', 'cleo Yes 0.25', 'ben No 1', 'dan No 0.700000007'],
    question: 'Do the rain gauges of Lisbon show 4 mm or more?',
    ask: ({ webSources: sources }) => ({
      condition: { type: 'web_value', sources, comparator: 'gte', value: 4 },
    }),
  }),
];
