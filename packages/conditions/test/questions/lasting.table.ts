// Questions about what must not happen, about changes from now, and about two prices.
import {
  ANY,
  AT,
  type Comparator,
  cap,
  event,
  feed,
  holders,
  NEVER,
  type Row,
} from './questions.table.ts';

/** Something must not happen: No as soon as it does. Without a tokenAddress. */
export const LASTING: readonly Row[] = [
  ['Will SOL not reach $300?', feed('SOL', 'gte', '300', NEVER)],
  ['SOL will not reach $300 by Friday', feed('SOL', 'gte', '300', NEVER)],
  ["Won't SOL hit $300 by Friday?", feed('SOL', 'gte', '300', NEVER)],
  [
    'Will SOL not exceed $250 before Dec 19?',
    feed('SOL', 'gt', '250', NEVER),
    '2026-12-19T00:00:00Z',
  ],
  ['Will SOL never drop below $100?', feed('SOL', 'lt', '100', NEVER)],
  ['Will SOL never be above $300?', feed('SOL', 'gt', '300', NEVER)],
  ['Will SOL stay above $200 until Friday?', feed('SOL', 'lte', '200', NEVER)],
  ['Will SOL stay above $200 through Friday?', feed('SOL', 'lte', '200', NEVER)],
  [
    'Will SOL stay above $200 until Dec 19?',
    feed('SOL', 'lte', '200', NEVER),
    '2026-12-19T00:00:00Z',
  ],
  ['Will SOL remain under $300?', feed('SOL', 'gte', '300', NEVER)],
  ['Will SOL hold above $200 before expiry?', feed('SOL', 'lte', '200', NEVER)],
  ['Will SOL remain at least $200 until expiry?', feed('SOL', 'lt', '200', NEVER)],
  [
    'Will SOL stay above $200 for the next 24 hours?',
    feed('SOL', 'lte', '200', NEVER),
    '2026-12-15T12:00:00Z',
  ],
  ...(
    [
      // About one day, or for how long is not said.
      ['Will SOL stay above $200 on Friday?'],
      ['Will SOL stay above $200 for three days?'],
      ['Will SOL stay above $200 at expiry?'],
      ['Will SOL not stay above $200 until Friday?'],
      ['Will SOL stay at $200?'],
      ['Will SOL hold $200?'],
      ['Will SOL stay above $200 until Friday?', '2026-12-19T18:00:00Z'],
      ['Will SOL reach $300 until Friday?'],
      // The time is negated, not what happens.
      ['Will SOL reach $300 not before Friday?'],
      ['Will SOL be above $300 not at expiry?'],
      ['Will SOL never be above $300 at expiry?'],
      ['Will SOL not never reach $300?'],
    ] as const
  ).map(([question, expireAt]): Row => [question, 'attested', expireAt]),
];

/** About TOKEN. */
export const LASTING_TOKEN: readonly Row[] = [
  ['Will the market cap stay above $1M?', cap('lte', '1000000', NEVER)],
  ['Will the market cap not reach $1M?', cap('gte', '1000000', NEVER)],
  ['Will it keep above 1000 holders?', holders('lte', '1000', NEVER)],
  ['Will it not graduate?', event('curve_complete', 'pump', NEVER)],
  ['Will it never graduate?', event('curve_complete', 'pump', NEVER)],
];

const change = (times: string, comparator: Comparator, timing = ANY) => ({
  type: 'price_feed',
  feed: 'SOL',
  comparator,
  times,
  unit: 'USD',
  timing,
});

/** From the value at creation. */
export const CHANGES: readonly Row[] = [
  ['Will SOL double?', change('2', 'gte')],
  ['Will SOL triple by Friday?', change('3', 'gte')],
  ['Will SOL halve?', change('0.5', 'lte')],
  ['Will SOL 2x by Friday?', change('2', 'gte')],
  ['Will SOL go 2.5x?', change('2.5', 'gte')],
  ['Will SOL gain 10%?', change('1.1', 'gte')],
  ['Will SOL rise by 10%?', change('1.1', 'gte')],
  ['Will SOL rise 12.5 percent by Friday?', change('1.125', 'gte')],
  ['Will SOL rise by more than 10%?', change('1.1', 'gt')],
  ['Will SOL rise by at least 10%?', change('1.1', 'gte')],
  ['Will SOL drop by more than 10%?', change('0.9', 'lt')],
  ['Will SOL lose 10% by Friday?', change('0.9', 'lte')],
  ['Will SOL be up 20% at expiry?', change('1.2', 'gte', AT)],
  ['Will SOL be down 20% at expiry?', change('0.8', 'lte', AT)],
  ['Will SOL be up 20%+ on Friday?', change('1.2', 'gte', AT)],
  ['Will SOL not double by Friday?', change('2', 'gte', NEVER)],
  ...(
    [
      'Will SOL rise 10% today?',
      'Will SOL rise 10% this week?',
      'Will SOL rise to 120%?',
      'Will SOL rise by 10% from $200?',
      'Will SOL fall by 100%?',
      'Will SOL fall 2x?',
      'Will SOL be 20%?',
      'Will SOL change by 20%?',
      'Will SOL rise by less than 10%?',
      'Will SOL rise by 10% to $300?',
      'Will SOL double BTC?',
      'Will SOL double to $400?',
      'Will SOL be up by Friday?',
      'Will SOL stay up 20%?',
      'Will SOL reach 2x?',
      'Will 20% of SOL rise?',
    ] as const
  ).map((question): Row => [question, 'attested']),
];

const ratio = (one: string, other: string, comparator: Comparator, timing = AT) => ({
  type: 'price_ratio',
  feed: one,
  other,
  comparator,
  timing,
});

/** Two assets with a feed. */
export const RATIOS: readonly Row[] = [
  ["Will SOL's price be higher than BNB's at expiry?", ratio('SOL', 'BNB', 'gt')],
  ['Will the price of SOL be below the price of ETH?', ratio('SOL', 'ETH', 'lt')],
  ["Will SOL's price exceed BNB's price by Friday?", ratio('SOL', 'BNB', 'gt', ANY)],
  ["Will SOL's price stay below ETH's until Friday?", ratio('SOL', 'ETH', 'gte', NEVER)],
  ...(
    [
      'Will SOL flip BNB?',
      "Will SOL's price flip BNB's?",
      "Will SOL's price increase over BNB's?",
      "Will SOL's price be up over BNB's?",
      'Will SOL be higher than BNB?',
      "Will SOL's market cap be higher than BNB's?",
      "Will SOL's price be higher than SOL's?",
      "Will SOL's price be higher than BNB's and ETH's?",
      "Will SOL's price be $10 higher than BNB's?",
      'Will higher than BNB be the price of SOL?',
    ] as const
  ).map((question): Row => [question, 'attested']),
];

const tokenChange = (type: string, times: string, unit?: string) => ({
  type,
  comparator: 'gte',
  times,
  timing: ANY,
  ...(unit !== undefined && { unit }),
});

/** About TOKEN. */
export const CHANGES_TOKEN: readonly Row[] = [
  ['Will this token 10x?', tokenChange('token_price', '10', 'USD')],
  ['Will the price double?', tokenChange('token_price', '2', 'USD')],
  ['Will the market cap increase by 50%?', tokenChange('market_cap', '1.5', 'USD')],
  ['Will MC go 10x?', tokenChange('market_cap', '10', 'USD')],
  ['Will the number of holders double?', tokenChange('holder_count', '2')],
];
