// The markets of the demo: one of each kind, so that nobody has to make the first one.
import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import {
  addSeconds,
  type Currency,
  formatDecimal,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import type { CreateMarketInput } from '../../markets/context.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const MONTH_AND_DAY = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;

/** The chain begins this long before its first start. */
export const STEPS = 12;
export const STEP_SECONDS = 2 * HOUR;
export const HISTORY_SECONDS = STEPS * STEP_SECONDS;

export interface Template {
  /** The type of its condition. No two templates have the same one. */
  readonly type: string;
  /** The step of the history; a market that it decides ends at one, too. */
  readonly opensAt: number;
  /** How many of ten bets are on Yes. */
  readonly lean: number;
  readonly currency: Currency;
  /** It is not opened again when it has ended. */
  readonly isOnce?: true;
  ask(subjects: DemoSubjects): Question;
}

type Question = Pick<CreateMarketInput, 'question' | 'expiresAt'> &
  Partial<Pick<CreateMarketInput, 'tokenAddress' | 'condition'>>;

interface DemoSubjects {
  readonly now: UnixSeconds;
  mintOf(symbol: string): string;
}

export const TEMPLATES: readonly Template[] = [
  {
    ...{ type: 'token_event', opensAt: 0, lean: 6, currency: 'SOL', isOnce: true },
    ask: ({ now, mintOf }) => ({
      question: 'Will SPROUT migrate?',
      tokenAddress: mintOf('SPROUT'),
      condition: { type: 'token_event', event: 'migrated', timing: 'at_expiry' },
      expiresAt: addSeconds(now, STEP_SECONDS),
    }),
  },
  {
    ...{ type: 'range', opensAt: 1, lean: 5, currency: 'SOL', isOnce: true },
    ask: ({ now }) => ({
      question: 'Will ETH be between $3,900 and $4,100?',
      expiresAt: addSeconds(now, 12 * HOUR),
    }),
  },
  {
    ...{ type: 'attested', opensAt: 1, lean: 7, currency: 'UTILITY' },
    ask: ({ now }) => ({
      question: 'Will Nora finish the Lisbon half marathon in under two hours?',
      expiresAt: addSeconds(now, 14 * DAY),
    }),
  },
  {
    ...{ type: 'liquidity', opensAt: 2, lean: 4, currency: 'SOL' },
    ask: ({ now, mintOf }) => ({
      question: 'Will the pool of OAK have at least 86 SOL?',
      tokenAddress: mintOf('OAK'),
      expiresAt: addSeconds(now, 3 * DAY),
    }),
  },
  {
    ...{ type: 'holder_count', opensAt: 3, lean: 3, currency: 'SOL' },
    ask: ({ now, mintOf }) => ({
      question: 'Will OAK have more than 50 holders?',
      tokenAddress: mintOf('OAK'),
      expiresAt: addSeconds(now, 30 * HOUR),
    }),
  },
  {
    ...{ type: 'market_cap', opensAt: 4, lean: 3, currency: 'SOL' },
    ask: ({ now, mintOf }) => ({
      question: 'Will OAK have a market cap above $120K?',
      tokenAddress: mintOf('OAK'),
      expiresAt: addSeconds(now, 2 * DAY),
    }),
  },
  {
    ...{ type: 'change', opensAt: 5, lean: 5, currency: 'SOL' },
    ask: ({ now }) => {
      const startsAt = now - (now % DAY) + 2 * DAY;
      const day = new Date(startsAt * 1_000).toLocaleDateString('en-US', MONTH_AND_DAY);
      return { question: `Will BTC be up on ${day}?`, expiresAt: unixSeconds(startsAt + DAY) };
    },
  },
  {
    ...{ type: 'price_feed', opensAt: 7, lean: 6, currency: 'SOL' },
    ask: ({ now }) => ({
      question: `Will SOL be above $${dollarsAt('SOL', now)}?`,
      expiresAt: addSeconds(now, 18 * HOUR),
    }),
  },
];

function dollarsAt(symbol: string, now: UnixSeconds): string {
  const feed = DEMO_FEEDS.find((each) => each.symbol === symbol) as (typeof DEMO_FEEDS)[number];
  const { price } = quoteAt(feed, BigInt(now));
  return formatDecimal(price / 10n ** BigInt(-feed.exponent), 0);
}
