import { bets, MINUTE, type Scenario } from '../shared/scenario.ts';

export const demo: readonly Scenario[] = [
  {
    type: 'feed-at-expiry',
    currency: 'SOL',
    outcome: 'Yes',
    bets: bets('ana Yes 2', 'ben Yes 1.333333333', 'dan No 3', 'eva No 1'),
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
    bets: bets('ben Yes 100', 'cleo Yes 33.333333', 'eva No 250', 'dan No 0.001'),
    ask({ now, reachedBy }) {
      const expiresAt = now + 25 * MINUTE;
      const { question, ...reached } = reachedBy('SOL', expiresAt);
      const condition = { type: 'price_feed', feed: 'SOL', ...reached, timing: 'any_time_before' };
      return { question, condition, expiresAt };
    },
  },
  {
    type: 'feed-never',
    currency: 'SOL',
    outcome: 'Yes',
    bets: bets('ana Yes 1.5', 'cleo Yes 0.333333333', 'dan No 2.25', 'eva No 0.4'),
    ask: ({ now }) => ({
      question: 'Will SOL never drop below $1 before expiry?',
      expiresAt: now + 24 * MINUTE,
    }),
  },
  {
    type: 'feed-change',
    currency: 'SOL',
    outcome: 'No',
    bets: bets('ben Yes 1', 'cleo No 3.3', 'dan No 0.2', 'eva Yes 0.9'),
    ask: ({ now }) => ({
      question: 'Will SOL double before expiry?',
      expiresAt: now + 24 * MINUTE,
    }),
  },
];
