import { addresses } from '../support/genesis.ts';
import type { Market, Model } from './model.ts';

/** Per currency, what is owed and what it consists of. */
export interface Books {
  owed: bigint;
  /** What the vault has, donations apart. */
  held: bigint;
  available: bigint;
  unsettled: bigint;
  fees: bigint;
}

/** The model's books. They are the chain's, since all accounts were compared. */
export function readBooks(model: Model): Books[] {
  return model.vaults.map(({ currency, owed, donated, feesBurn, feesDeveloper }) => ({
    owed,
    held: currency === 1 ? (model.tokens.get(addresses.vaultToken) ?? 0n) - donated : owed,
    available: model.bettors.reduce((sum, { account }) => {
      return sum + (account?.available[currency] ?? 0n);
    }, 0n),
    unsettled: model.markets
      .filter((market) => market.currency === currency)
      .reduce((sum, market) => sum + unsettledOf(market), 0n),
    fees: feesBurn + feesDeveloper,
  }));
}

function unsettledOf({ settlement, pools, held }: Market): bigint {
  return settlement ? held : pools.yes + pools.no;
}

/** Base units that are owed to nobody, or to somebody but not counted. */
export function discrepancyOf({ owed, held, available, unsettled, fees }: Books): bigint {
  return absolute(owed - available - unsettled - fees) + absolute(held - owed);
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
