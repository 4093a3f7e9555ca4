import { MINUTE, type Scenario, scenario } from '../shared/scenario.ts';

export const demo: readonly Scenario[] = [
  scenario('feed-at-expiry', ['SOL', 'Yes', 10], {
    bets: ['ana Yes 2', 'ben Yes 1.333333333', 'dan No 3', 'eva No 1'],
    question: 'Will BTC be above $90,000 at expiry?',
    condition: { type: 'price_feed', feed: 'BTC', comparator: 'gt', threshold: '90000' },
  }),
  scenario('feed-any-time', ['UTILITY', 'Yes'], {
    bets: ['ben Yes 100', 'cleo Yes 33.333333', 'eva No 250', 'dan No 0.001'],
    ask({ now, reachedBy }) {
      const expiresAt = now + 25 * MINUTE;
      const { question, ...reached } = reachedBy('SOL', expiresAt);
      const condition = { type: 'price_feed', feed: 'SOL', ...reached, timing: 'any_time_before' };
      return { question, condition, expiresAt };
    },
  }),
  scenario('feed-never', ['SOL', 'Yes', 24], {
    bets: ['ana Yes 1.5', 'cleo Yes 0.333333333', 'dan No 2.25', 'eva No 0.4'],
    question: 'Will SOL never drop below $1 before expiry?',
  }),
  scenario('feed-change', ['SOL', 'No', 24], {
    bets: ['ben Yes 1', 'cleo No 3.3', 'dan No 0.2', 'eva Yes 0.9'],
    question: 'Will SOL double before expiry?',
  }),
];
