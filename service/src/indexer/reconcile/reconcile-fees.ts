// What was collected is what the token program was told to move, or all SOL that was there. The
// vault counts what the buyback took: the difference to the last known event is the missing one.

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
  const shares =
    currency === Currency.Sol
      ? { developer: await sumUncollected(db, BigInt(currency)), burned: 0n }
      : readShares(missing);
  const event = { ...shares, owed: vault.owed, burnedTotal: vault.burnedTotal };
  return {
    name: 'FeesCollected',
    instruction,
    event: { name: 'FeesCollected', currency, ...event },
  };
}

const VAULT_TOKEN_AT = 3;
/** Tags of the token program. Both have the amount next. */
const TRANSFER_CHECKED = 12;
const BURN_CHECKED = 15;

/** Either share may have stayed in the vault. */
function readShares({ landed, instruction, source }: Missing) {
  const calls = landed.instructions.slice(instruction + 1, instruction + 3);
  const amountOf = (tag: number) => {
    const call = calls.find(
      ({ accounts, data }) => data[0] === tag && accounts[0] === source.accounts[VAULT_TOKEN_AT],
    );
    if (!call) return 0n;
    const { buffer, byteOffset } = call.data;
    return new DataView(buffer, byteOffset).getBigUint64(1, true);
  };
  return { developer: amountOf(TRANSFER_CHECKED), burned: amountOf(BURN_CHECKED) };
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
