// The vault counts what left it. The difference to the last known event is the missing event.

import type { ChangeOf } from '@tote/chain/history/program-change';
import { Currency, type Vault } from '@tote/program-client';
import { findNewestFeeEvent, sumUncollected } from '../../store/projection/find-fee-events.ts';
import { toUnsigned } from '../amounts.ts';
import type { Missing } from './missing.ts';

export async function reconcileCollection(missing: Missing): Promise<ChangeOf<'FeesCollected'>> {
  const { chain, db, instruction, source } = missing;
  const currency = source.data[1] === Currency.Utility ? Currency.Utility : Currency.Sol;
  const vaults = await chain.accounts.getVaults();
  const vault = currency === Currency.Sol ? vaults.sol : vaults.utility;
  const { burned } = await findDifference(missing, currency, vault);
  // All that is there is collected.
  const developer = await sumUncollected(db, BigInt(currency));
  const event = { developer, burned, owed: vault.owed, burnedTotal: vault.burnedTotal };
  return {
    name: 'FeesCollected',
    instruction,
    event: { name: 'FeesCollected', currency, ...event },
  };
}

export async function reconcileBuyBack(missing: Missing): Promise<ChangeOf<'BoughtBack'>> {
  const { chain, instruction, source } = missing;
  const { sol } = await chain.accounts.getVaults();
  const { burned, price } = await findDifference(missing, Currency.Sol, sol);
  return {
    name: 'BoughtBack',
    instruction,
    event: {
      name: 'BoughtBack',
      buyer: source.accounts[0] as ChangeOf<'BoughtBack'>['event']['buyer'],
      lot: burned,
      price,
      reserve: sol.feesBurn,
      burnedTotal: sol.burnedTotal,
      utilityBurnedTotal: sol.utilityBurnedTotal,
    },
  };
}

async function findDifference({ db }: Missing, currency: Currency, vault: Vault) {
  const last = await findNewestFeeEvent(db, BigInt(currency));
  const burned = vault.burnedTotal - toUnsigned(last?.burned_total ?? 0n);
  const price = vault.utilityBurnedTotal - toUnsigned(last?.utility_burned_total ?? 0n);
  return { burned: toUnsigned(burned), price: toUnsigned(price) };
}
