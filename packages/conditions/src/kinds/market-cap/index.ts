// Market capitalisation: the price times the total supply of the mint, both of the same slot.
import { byPrice, capitalisationOf, MARKET_CAP_WORDS, poolKind } from '../shared/pool.ts';
import { scenario } from '../shared/scenario.ts';

export const marketCap = poolKind({
  type: 'market_cap',
  description: 'The price of a token times its supply: the median of samples over a window.',
  example: {
    comparator: 'gte',
    threshold: '1000000000',
    unit: 'USD',
    timing: 'any_time_before',
  },
  words: { what: MARKET_CAP_WORDS, suffix: '’s market cap' },
  measure: byPrice(capitalisationOf),
  followsSupply: () => true,
  demo: [
    scenario('market-cap', ['SOL', 'No', 14], {
      bets: ['ana Yes 6', 'eva Yes 2', 'ben No 0.7', 'cleo No 0.3'],
      about: 'OAK',
      question: 'Will OAK have a market cap of at least $1M at expiry?',
      condition: { type: 'market_cap', comparator: 'gte', threshold: '1000000', unit: 'USD' },
    }),
  ],
});
