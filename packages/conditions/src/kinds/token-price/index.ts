// The price of a token in its pools. Our oracle decides, with its samples as evidence.
import { byPrice, poolKind } from '../shared/pool.ts';
import { bets, MINUTE } from '../shared/scenario.ts';

export const tokenPrice = poolKind({
  type: 'token_price',
  description: 'The price of a token in its pools: the median of samples over a window.',
  example: { comparator: 'gte', threshold: '0.05', unit: 'USD' },
  words: { what: 'the price', suffix: '' },
  measure: byPrice(({ price }) => price),
  demo: [
    {
      type: 'token-price',
      currency: 'SOL',
      outcome: 'Yes',
      bets: bets('cleo Yes 1', 'dan Yes 1', 'eva Yes 1', 'ana No 2', 'ben No 0.000100001'),
      ask: ({ now, tokens }) => ({
        question: 'Will OAK cost more than $0.00005 at expiry?',
        tokenAddress: tokens.OAK.mint,
        condition: { type: 'token_price', comparator: 'gt', threshold: '0.00005', unit: 'USD' },
        expiresAt: now + 12 * MINUTE,
      }),
    },
  ],
});
