import { perCurrency } from '@tote/domain';
import { presentAmounts } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';

const reserves = s.response({
  vault: s.amountOut('What the vault holds on chain.'),
  owed: s.amountOut('What the vault owes on chain.'),
  balances: s.amountOut('The sum of what bettors can stake or withdraw, from the projection.'),
  pools: s.amountOut('The sum of stakes that are not settled, from the projection.'),
  fees: s.amountOut(),
  surplus: s.amountOut('Vault minus owed: donations and rounding. Negative if money is missing.'),
  slot: s.integer(
    'When vault and owed were read. Later deposits and withdrawals are not included.',
  ),
  summedAt: s.instantOut(
    'When it was summed: at most once a second, more rarely if it takes long.',
  ),
});

export const getReserves = defineRoute('GET /v1/reserves', {
  tag: 'Service',
  summary: 'Get what the vaults hold and owe on chain, and the sums in the projection',
  response: s.named('Reserves', s.perCurrency(reserves)),
  errors: ['chain_unavailable', 'reserves_unsettled'],
  async handle({ queries }) {
    const all = await queries.getReserves();
    const { decimals } = queries.config();
    return perCurrency((currency) => {
      const { slot, summedAt, ...amounts } = all[currency];
      return {
        ...presentAmounts(amounts, decimals[currency]),
        ...{ slot: Number(slot), summedAt },
      };
    });
  },
});
