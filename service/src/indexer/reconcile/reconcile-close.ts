import type { ChangeOf } from '@tote/chain/history/program-change';
import { sumBurned } from '../../store/projection/sum-burned.ts';
import { sumPayouts } from '../../store/projection/sum-payouts.ts';
import type { MissingInMarket } from './missing.ts';

/** The first close moves the rest of the pools to the vault. The account closes from the expiry. */
export async function reconcileClose(missing: MissingInMarket): Promise<ChangeOf<'MarketClosed'>> {
  const { db, landed, instruction, market, row } = missing;
  const isFirst = row.fees_moved === 0n;
  const burn = isFirst ? row.burn : 0n;
  const developer = isFirst ? row.developer : 0n;
  const { paid } = await sumPayouts(db, row.id);
  const dust = isFirst ? row.pool_yes + row.pool_no - paid - burn - developer : 0n;
  const before = await sumBurned(db, row.currency);
  return {
    name: 'MarketClosed',
    instruction,
    event: {
      name: 'MarketClosed',
      accountClosed: landed.blockTime >= row.expires_at,
      market,
      sequence: row.sequence + 1n,
      burn,
      developer,
      dust,
      // Not used: they are read from the vault's account.
      feesBurn: 0n,
      feesDeveloper: 0n,
      burnTotal: BigInt.asUintN(64, before + burn + dust),
    },
  };
}
