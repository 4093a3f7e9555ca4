import { type Currency, formatInstant } from '@tote/domain';
import type { Reserves } from '../../use-cases/reserves.ts';
import type { ReservesResponse } from '../schemas/service.ts';
import type { Decimals } from './amounts.ts';

export function presentReserves(
  all: Readonly<Record<Currency, Reserves>>,
  decimals: Decimals,
): ReservesResponse {
  const present = (currency: Currency) => {
    const { vault, owed, balances, pools, fees, surplus, slot, summedAt } = all[currency];
    const amountOf = (value: bigint) => ({ value, decimals: decimals[currency] });
    return {
      vault: amountOf(vault),
      owed: amountOf(owed),
      balances: amountOf(balances),
      pools: amountOf(pools),
      fees: amountOf(fees),
      surplus: amountOf(surplus),
      slot: Number(slot),
      summedAt: formatInstant(summedAt),
    };
  };
  return { SOL: present('SOL'), UTILITY: present('UTILITY') };
}
