import { addresses, keys } from '../../program/test/support/genesis.ts';
import { createWorld } from '../../program/test/support/world.ts';
import { measureBetBatches, measureSingleBets } from './bets.ts';
import { measureCreation, measureResolution } from './markets.ts';
import type { Measurement } from './measurement.ts';
import { measureBettors, measureConfiguration, measureFees, measureMoney } from './others.ts';
import { measureSettlements } from './settlements.ts';
import { countBudgetBytes } from './transaction.ts';
import { measureWorst } from './worst.ts';

export interface Measurements {
  bets: Measurement[];
  betBatches: Measurement[];
  settlements: Measurement[];
  markets: Measurement[];
  bettors: Measurement[];
  administration: Measurement[];
  worst: Measurement[];
  /** Bytes of a compute-unit limit and a price, which none of the above include. */
  budgetBytes: number;
}

/** Runs every instruction in each of its variants. */
export function measureAll(): Measurements {
  return {
    bets: measureSingleBets(),
    betBatches: measureBetBatches(),
    settlements: measureSettlements(),
    markets: [...measureCreation(), ...measureResolution()],
    bettors: [...measureBettors(), ...measureMoney()],
    administration: [...measureConfiguration(), ...measureFees()],
    worst: measureWorst(),
    budgetBytes: countBudgetBytes(keys.keeper, createWorld().build.refundMarket(addresses.config)),
  };
}
