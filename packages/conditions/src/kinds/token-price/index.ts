// The price of a token in its pools. Our oracle decides, with its samples as evidence.
import { byPrice, poolKind } from '../shared/pool.ts';
import { scenario } from '../shared/scenario.ts';

export const tokenPrice = poolKind({
  type: 'token_price',
  description: 'The price of a token in its pools: the median of samples over a window.',
  example: { comparator: 'gte', threshold: '0.05', unit: 'USD' },
  words: { what: 'the price', suffix: '' },
  measure: byPrice(({ price }) => price),
  demo: [
    scenario('token-price', ['SOL', 'Yes', 12], {
      bets: ['cleo Yes 1', 'dan Yes 1', 'eva Yes 1', 'ana No 2', 'ben No 0.000100001'],
      about: 'OAK',
      question: 'Will OAK cost more than $0.00005 at expiry?',
      condition: { type: 'token_price', comparator: 'gt', threshold: '0.00005', unit: 'USD' },
    }),
  ],
});
