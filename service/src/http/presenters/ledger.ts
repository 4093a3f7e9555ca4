import { type Currency, formatInstant } from '@tote/domain';
import type {
  DayTotals,
  LeaderList,
  StatsRecord,
  WalletRecord,
  WalletResults,
} from '../../use-cases/ledger.ts';
import type { LeaderResponse, StatsResponse, WalletResponse } from '../schemas/ledger.ts';
import { type Decimals, presentPerCurrency } from './amounts.ts';
import { presentPosition } from './position.ts';

export function presentWallet(wallet: WalletRecord, decimals: Decimals): WalletResponse {
  const { SOL, UTILITY } = wallet.results;
  return {
    wallet: wallet.wallet,
    results: {
      SOL: presentResults(SOL, decimals.SOL),
      UTILITY: presentResults(UTILITY, decimals.UTILITY),
    },
    staked: presentPerCurrency(wallet.staked, decimals),
    positions: wallet.positions.map((position) => presentPosition(position, decimals)),
  };
}

function presentResults({ profit, staked, paid, ...counts }: WalletResults, decimals: number) {
  return {
    profit: { value: profit, decimals },
    staked: { value: staked, decimals },
    paid: { value: paid, decimals },
    ...counts,
  };
}

export function presentLeader(
  { rank, wallet, bettor, profit }: LeaderList['leaders'][number],
  currency: Currency,
  decimals: number,
): LeaderResponse {
  return { rank, wallet, bettor, profit: { value: profit, decimals }, currency };
}

export function presentStats({ totals, days }: StatsRecord, decimals: Decimals): StatsResponse {
  const { SOL, UTILITY } = totals;
  return {
    totals: {
      SOL: { ...presentTotals(SOL, decimals.SOL), openMarkets: SOL.openMarkets },
      UTILITY: { ...presentTotals(UTILITY, decimals.UTILITY), openMarkets: UTILITY.openMarkets },
    },
    days: days.map(({ day, totals: ofDay }) => ({
      day: formatInstant(day).slice(0, DATE_CHARACTERS),
      totals: {
        SOL: presentTotals(ofDay.SOL, decimals.SOL),
        UTILITY: presentTotals(ofDay.UTILITY, decimals.UTILITY),
      },
    })),
  };
}

/** Of `2030-01-31`. */
const DATE_CHARACTERS = 10;

function presentTotals({ volume, bets, bettors, paid, burned }: DayTotals, decimals: number) {
  return {
    volume: { value: volume, decimals },
    bets: Number(bets),
    bettors: Number(bettors),
    paid: { value: paid, decimals },
    burned: { value: burned, decimals },
  };
}
