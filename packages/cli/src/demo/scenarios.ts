// One market for each condition type: the question, the bets and the expected outcome.
import type { Currency, Outcome } from '@tote/domain';
import type { BettorName } from './bettors.ts';
import { askForPrice, chooseThreshold } from './choose-threshold.ts';

/** The demo tokens and the time, from `GET /v1/config`. */
export interface DemoSubjects {
  /** The chain's time, in Unix seconds. */
  readonly now: number;
  readonly tokens: Readonly<Record<'SPROUT' | 'OAK', DemoSubject>>;
  /** Rain gauges, one of them blocked. */
  readonly webSources: readonly { readonly url: string; readonly pointer: string }[];
}

interface DemoSubject {
  readonly mint: string;
  readonly bondingCurve: string;
  /** In Unix seconds. */
  readonly curveCompletesAt: number;
  readonly migratesAt: number;
}

export interface Asked {
  readonly question: string;
  readonly tokenAddress?: string;
  readonly condition?: Readonly<Record<string, unknown>>;
  /** In Unix seconds. */
  readonly expiresAt: number;
}

export interface Scenario {
  /** The name for `--only`. */
  readonly type: string;
  readonly currency: Currency;
  readonly bets: readonly (readonly [who: BettorName, outcome: Outcome, amount: string])[];
  /** The expected outcome in the demo world. */
  readonly outcome: Outcome;
  ask(subjects: DemoSubjects): Asked;
  /** The evidence of the oracle's attestation. */
  readonly evidence?: string;
}

const MINUTE = 60;
const PUMP_PROGRAM = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P';
/** Offset of the flag "complete" in a bonding curve. */
const COMPLETE_OFFSET = 48;

export const SCENARIOS: readonly Scenario[] = [
  {
    type: 'attested',
    currency: 'SOL',
    outcome: 'Yes',
    evidence: 'The gauge at Gago Coutinho shows 4 mm of rain.',
    bets: [
      ['ana', 'Yes', '3'],
      ['ben', 'No', '2.5'],
      ['cleo', 'Yes', '1.000000001'],
      ['dan', 'No', '1.5'],
    ],
    ask: ({ now }) => ({ question: 'Will it rain in Lisbon?', expiresAt: now + 60 * MINUTE }),
  },
  {
    type: 'feed-at-expiry',
    currency: 'SOL',
    outcome: 'Yes',
    bets: [
      ['ana', 'Yes', '2'],
      ['ben', 'Yes', '1.333333333'],
      ['dan', 'No', '3'],
      ['eva', 'No', '1'],
    ],
    ask: ({ now }) => ({
      question: 'Will BTC be above $90,000 at expiry?',
      condition: { type: 'price_feed', feed: 'BTC', comparator: 'gt', threshold: '90000' },
      expiresAt: now + 10 * MINUTE,
    }),
  },
  {
    type: 'feed-any-time',
    currency: 'UTILITY',
    outcome: 'Yes',
    bets: [
      ['ben', 'Yes', '100'],
      ['cleo', 'Yes', '33.333333'],
      ['eva', 'No', '250'],
      ['dan', 'No', '0.001'],
    ],
    ask({ now }) {
      const expiresAt = now + 25 * MINUTE;
      const reached = chooseThreshold('SOL', now, expiresAt);
      const condition = { type: 'price_feed', feed: 'SOL', ...reached };
      return {
        question: askForPrice('SOL', reached),
        condition: { ...condition, timing: 'any_time_before' },
        expiresAt,
      };
    },
  },
  {
    type: 'feed-never',
    currency: 'SOL',
    outcome: 'Yes',
    bets: [
      ['ana', 'Yes', '1.5'],
      ['cleo', 'Yes', '0.333333333'],
      ['dan', 'No', '2.25'],
      ['eva', 'No', '0.4'],
    ],
    ask: ({ now }) => ({
      question: 'Will SOL never drop below $1 before expiry?',
      expiresAt: now + 24 * MINUTE,
    }),
  },
  {
    type: 'feed-change',
    currency: 'SOL',
    outcome: 'No',
    bets: [
      ['ben', 'Yes', '1'],
      ['cleo', 'No', '3.3'],
      ['dan', 'No', '0.2'],
      ['eva', 'Yes', '0.9'],
    ],
    ask: ({ now }) => ({
      question: 'Will SOL double before expiry?',
      expiresAt: now + 24 * MINUTE,
    }),
  },
  {
    type: 'price-ratio',
    currency: 'UTILITY',
    outcome: 'Yes',
    bets: [
      ['ana', 'Yes', '12'],
      ['eva', 'Yes', '7.000007'],
      ['ben', 'No', '30.5'],
      ['dan', 'No', '2'],
    ],
    ask: ({ now }) => ({
      question: "Will SOL's price be below BTC's at expiry?",
      expiresAt: now + 11 * MINUTE,
    }),
  },
  {
    type: 'token-price',
    currency: 'SOL',
    outcome: 'Yes',
    bets: [
      ['cleo', 'Yes', '1'],
      ['dan', 'Yes', '1'],
      ['eva', 'Yes', '1'],
      ['ana', 'No', '2'],
      ['ben', 'No', '0.000100001'],
    ],
    ask: ({ now, tokens }) => ({
      question: 'Will OAK cost more than $0.00005 at expiry?',
      tokenAddress: tokens.OAK.mint,
      condition: { type: 'token_price', comparator: 'gt', threshold: '0.00005', unit: 'USD' },
      expiresAt: now + 12 * MINUTE,
    }),
  },
  {
    type: 'market-cap',
    currency: 'SOL',
    outcome: 'No',
    bets: [
      ['ana', 'Yes', '6'],
      ['eva', 'Yes', '2'],
      ['ben', 'No', '0.7'],
      ['cleo', 'No', '0.3'],
    ],
    ask: ({ now, tokens }) => ({
      question: 'Will OAK have a market cap of at least $1M at expiry?',
      tokenAddress: tokens.OAK.mint,
      condition: { type: 'market_cap', comparator: 'gte', threshold: '1000000', unit: 'USD' },
      expiresAt: now + 14 * MINUTE,
    }),
  },
  {
    type: 'token-ratio',
    currency: 'SOL',
    outcome: 'Yes',
    bets: [
      ['ben', 'Yes', '0.8'],
      ['dan', 'Yes', '1.1'],
      ['ana', 'No', '1.5'],
      ['cleo', 'No', '0.123456789'],
    ],
    ask: ({ now, tokens }) => ({
      question: `Will OAK's market cap be above ${tokens.SPROUT.mint}'s at expiry?`,
      tokenAddress: tokens.OAK.mint,
      expiresAt: now + 15 * MINUTE,
    }),
  },
  {
    type: 'holder-count',
    currency: 'UTILITY',
    outcome: 'Yes',
    bets: [
      ['ana', 'Yes', '500'],
      ['ana', 'No', '20'],
      ['dan', 'Yes', '77.7'],
      ['ben', 'No', '321.123456'],
    ],
    ask: ({ now, tokens }) => ({
      question: 'Will OAK have at least 10 holders at expiry?',
      tokenAddress: tokens.OAK.mint,
      condition: { type: 'holder_count', comparator: 'gte', threshold: '10' },
      expiresAt: now + 16 * MINUTE,
    }),
  },
  {
    type: 'supply',
    currency: 'SOL',
    outcome: 'No',
    bets: [
      ['ben', 'Yes', '1.2'],
      ['dan', 'Yes', '0.8'],
      ['cleo', 'No', '2'],
      ['eva', 'No', '1.1'],
    ],
    ask: ({ now, tokens }) => ({
      question: 'Will the supply of OAK be below 1 billion at expiry?',
      tokenAddress: tokens.OAK.mint,
      condition: { type: 'token_supply', comparator: 'lt', threshold: '1000000000' },
      expiresAt: now + 18 * MINUTE,
    }),
  },
  {
    type: 'account-fact',
    currency: 'UTILITY',
    outcome: 'Yes',
    bets: [
      ['ana', 'Yes', '10'],
      ['ben', 'Yes', '20'],
      ['cleo', 'No', '40'],
      ['eva', 'No', '2.000001'],
    ],
    ask: ({ now, tokens }) => ({
      question: 'Will the bonding curve account of OAK say that it is complete?',
      condition: {
        ...{ type: 'account_fact', account: tokens.OAK.bondingCurve, owner: PUMP_PROGRAM },
        ...{ offset: COMPLETE_OFFSET, dataType: 'u8', comparator: 'eq', value: '1' },
      },
      expiresAt: now + 20 * MINUTE,
    }),
  },
  {
    type: 'web-value',
    currency: 'SOL',
    outcome: 'Yes',
    bets: [
      ['ana', 'Yes', '1.5'],
      ['cleo', 'Yes', '0.25'],
      ['ben', 'No', '1'],
      ['dan', 'No', '0.700000007'],
    ],
    ask: ({ now, webSources: sources }) => ({
      question: 'Do the rain gauges of Lisbon show 4 mm or more?',
      condition: { type: 'web_value', sources, comparator: 'gte', value: 4 },
      expiresAt: now + 21 * MINUTE,
    }),
  },
  {
    type: 'migrated',
    currency: 'SOL',
    outcome: 'Yes',
    bets: [
      ['ana', 'Yes', '4'],
      ['dan', 'Yes', '0.5'],
      ['ben', 'No', '1'],
      ['eva', 'No', '2'],
    ],
    ask: ({ tokens }) => ({
      question: 'Will SPROUT migrate?',
      tokenAddress: tokens.SPROUT.mint,
      condition: { type: 'token_event', event: 'migrated' },
      expiresAt: tokens.SPROUT.migratesAt + 10 * MINUTE,
    }),
  },
  {
    type: 'curve-complete',
    currency: 'SOL',
    outcome: 'Yes',
    bets: [
      ['cleo', 'Yes', '2'],
      ['eva', 'Yes', '3'],
      ['ana', 'No', '5'],
      ['dan', 'No', '1.010101011'],
    ],
    ask: ({ tokens }) => ({
      question: 'Will SPROUT complete its bonding curve?',
      tokenAddress: tokens.SPROUT.mint,
      condition: { type: 'token_event', event: 'curve_complete' },
      expiresAt: tokens.SPROUT.curveCompletesAt + 10 * MINUTE,
    }),
  },
];
