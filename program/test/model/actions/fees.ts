import {
  auctionAfterRefill,
  auctionAfterSale,
  auctionPrice,
  isRoundSold,
  unixSeconds,
} from '@tote/domain';
import type { Currency } from '@tote/program-client';
import { addresses, keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { addCoins, addLamports, addTokens, coinsOf, vaultOf } from '../coins.ts';
import type { Model, Vault } from '../model.ts';
import { require, requireAll, type Transaction } from '../plan.ts';

/** The burn share of SOL is the reserve; a lot of it may start a round. */
export function addToBurn(vault: Vault, burn: bigint, now: bigint): void {
  const before = vault.feesBurn;
  vault.feesBurn += burn;
  vault.burnTotal += burn;
  if (vault.currency !== 0) return;
  const refill = { lot: vault.lot, before, after: vault.feesBurn };
  vault.auction = auctionAfterRefill(vault.auction, refill, unixSeconds(now));
}

export function collectFees(model: Model, currency: Currency): Transaction {
  return {
    kind: 'collect_fees',
    build: (world) => world.build.collectFees(currency),
    apply() {
      const vault = vaultOf(model, currency);
      const developer = vault.feesDeveloper;
      // The burn share of SOL is the reserve of the buyback.
      const burned = currency === 1 ? vault.feesBurn : 0n;
      require(developer + burned > 0n, 'NothingToCollect');
      vault.feesDeveloper = 0n;
      vault.feesBurn -= burned;
      vault.burnedTotal += burned;
      vault.owed -= developer + burned;
      addCoins(model, keys.treasury, currency, developer);
      if (currency === 1) addTokens(model, addresses.vaultToken, -(developer + burned));
      model.supply -= burned;
      const { owed, burnedTotal } = vault;
      return { name: 'FeesCollected', currency, developer, burned, owed, burnedTotal };
    },
  };
}

/** What a lot costs now, 0 if none is for sale. */
export function currentPrice(model: Model): bigint {
  const { feesBurn, lot, auction } = vaultOf(model, 0);
  const now = unixSeconds(model.now);
  return feesBurn < lot || isRoundSold(auction, now) ? 0n : auctionPrice(auction, now);
}

export function buyBack(model: Model, buyer: Key, maxPrice: bigint): Transaction {
  return {
    kind: 'buy_back',
    build: (world) => world.build.buyBack(buyer, maxPrice),
    apply() {
      const vault = vaultOf(model, 0);
      const { lot } = vault;
      const now = unixSeconds(model.now);
      requireAll({
        NothingForSale: vault.feesBurn >= lot,
        RoundSold: !isRoundSold(vault.auction, now),
      });
      const price = auctionPrice(vault.auction, now);
      requireAll({ PriceAboveLimit: price <= maxPrice, other: coinsOf(model, buyer, 1) >= price });
      vault.feesBurn -= lot;
      vault.owed -= lot;
      vault.burnedTotal += lot;
      vault.utilityBurnedTotal += price;
      vault.auction = auctionAfterSale(vault.auction, price, now);
      addCoins(model, buyer, 1, -price);
      model.supply -= price;
      addLamports(model, buyer.address, lot);
      return {
        name: 'BoughtBack',
        buyer: buyer.address,
        lot,
        price,
        reserve: vault.feesBurn,
        burnedTotal: vault.burnedTotal,
        utilityBurnedTotal: vault.utilityBurnedTotal,
      };
    },
  };
}
