import { AssertionError } from 'node:assert';
import {
  BETTOR_ACCOUNT_TYPE,
  Currency,
  getVaultDecoder,
  MARKET_ACCOUNT_TYPE,
} from '@tote/program-client';
import { heldBy } from './books.ts';
import { vaultAddress } from './build.ts';
import type { Chain } from './chain.ts';
import { addresses } from './genesis.ts';
import { peekBettor, peekMarket } from './peek.ts';

/** One currency's money, counted from both sides. */
export interface Totals {
  /** The sum of all bettors' balances. */
  available: bigint;
  /** Stakes of open markets and what resolved and refunded ones still hold. */
  unsettled: bigint;
  /** In the vault: not yet burned, sold or collected. */
  fees: bigint;
  /** What the vault says it owes. */
  owed: bigint;
  /** What the vault has: its token balance, or its lamports above its own funding. */
  held: bigint;
}

const vaults = getVaultDecoder();

/** Counts the money of both currencies from all accounts of the program. */
export function countTotals(chain: Chain): Record<'sol' | 'utility', Totals> {
  const totals = {
    [Currency.Sol]: startTotals(chain, Currency.Sol),
    [Currency.Utility]: startTotals(chain, Currency.Utility),
  };
  for (const data of chain.listData(addresses.program)) {
    if (data[0] === BETTOR_ACCOUNT_TYPE) {
      const [sol, utility] = peekBettor(data).available;
      totals[Currency.Sol].available += sol;
      totals[Currency.Utility].available += utility;
    } else if (data[0] === MARKET_ACCOUNT_TYPE) {
      const { currency, isOpen, pools, held } = peekMarket(data);
      totals[currency].unsettled += isOpen ? pools[0] + pools[1] : held;
    }
  }
  return { sol: totals[Currency.Sol], utility: totals[Currency.Utility] };
}

function startTotals(chain: Chain, currency: Currency): Totals {
  const { owed, feesBurn, feesDeveloper } = vaults.decode(chain.getData(vaultAddress(currency)));
  const held = heldBy(chain, currency);
  return { available: 0n, unsettled: 0n, fees: feesBurn + feesDeveloper, owed, held };
}

/** Throws unless every coin is accounted for. */
export function expectConserved(chain: Chain): void {
  for (const [currency, total] of Object.entries(countTotals(chain))) {
    const { available, unsettled, fees, owed, held } = total;
    const sum = available + unsettled + fees;
    if (owed === sum && held >= owed) continue;
    throw new AssertionError({
      message:
        `${currency}: the vault holds ${held} and owes ${owed}; there is ${sum} = ` +
        `${available} available + ${unsettled} unsettled + ${fees} fees`,
      stackStartFn: expectConserved,
    });
  }
}
