import type { Currency } from '@tote/domain';
import { defineRoute } from '../route.ts';
import {
  amountOut,
  instantOut,
  integer,
  named,
  perCurrency,
  response,
} from '../schemas/fragments.ts';

const reserves = response({
  vault: amountOut('What the vault holds on chain.'),
  owed: amountOut('What the vault owes on chain.'),
  balances: amountOut('The sum of what bettors can stake or withdraw, from the projection.'),
  pools: amountOut('The sum of stakes that are not settled, from the projection.'),
  fees: amountOut(),
  surplus: amountOut('Vault minus owed: donations and rounding. Negative if money is missing.'),
  slot: integer('When vault and owed were read. Later deposits and withdrawals are not included.'),
  summedAt: instantOut('When it was summed: at most once a second, more rarely if it takes long.'),
});

export const getReserves = defineRoute({
  id: 'getReserves',
  method: 'GET',
  path: '/v1/reserves',
  tag: 'Service',
  summary: 'Get what the vaults hold and owe on chain, and the sums in the projection',
  response: named('Reserves', perCurrency(reserves)),
  errors: ['chain_unavailable', 'reserves_unsettled'],
  async handle({ queries }) {
    const all = await queries.getReserves();
    const present = (currency: Currency) => {
      const { vault, owed, balances, pools, fees, surplus, slot, summedAt } = all[currency];
      const decimals = queries.config().decimals[currency];
      return {
        vault: { value: vault, decimals },
        owed: { value: owed, decimals },
        balances: { value: balances, decimals },
        pools: { value: pools, decimals },
        fees: { value: fees, decimals },
        surplus: { value: surplus, decimals },
        slot: Number(slot),
        summedAt,
      };
    };
    return { SOL: present('SOL'), UTILITY: present('UTILITY') };
  },
});
