import type { Address } from '@solana/kit';
import {
  type Amount,
  amount,
  amountsOf,
  type Currency,
  nearestUnixSeconds,
  perCurrency,
  ZERO,
} from '@tote/domain';
import { type Bettor, findBettorAddress, NO_ADDRESS, readBettorFlags } from '@tote/program-client';
import {
  findResults,
  listOpenPositions,
  listPositions,
  listSettled,
  type PositionView,
  type Results,
} from '../store/projection/positions.ts';
import { toPositionRecord } from './positions.ts';
import type { QueryContext } from './query-context.ts';

const POSITIONS_MAX = 1_100;

export async function getAccount(context: QueryContext, wallet: Address) {
  const { chain, store, config } = context;
  const address = await findBettorAddress(wallet, chain);
  const bettor = await chain.accounts.findBettor(wallet);
  const positions = await listPositions(store.db, address, POSITIONS_MAX);
  return {
    wallet,
    balances: amountsOf(bettor?.available),
    staked: sumStakes(positions),
    delegate: bettor ? delegateOf(bettor, config.onChain().operatorDisabledBelow) : null,
    sweepable: amountsOf(bettor?.sweepable),
    autoWithdraw: bettor ? readBettorFlags(bettor.flags).autoWithdraw : false,
    isOpen: bettor !== null,
    slots: { total: bettor?.slotCount ?? 0, used: bettor?.openPositions ?? 0 },
    positions: positions.map((position) => toPositionRecord(context, position)),
  };
}

function delegateOf(bettor: Bettor, disabledBelow: number) {
  if (bettor.delegate === NO_ADDRESS || bettor.delegateGeneration < disabledBelow) return null;
  return {
    address: bettor.delegate,
    expiresAt: nearestUnixSeconds(bettor.delegateExpiresAt),
    allowance: amountsOf(bettor.allowance),
  };
}

function sumStakes(positions: readonly PositionView[]): Record<Currency, Amount> {
  const sums: Record<Currency, Amount> = { SOL: ZERO, UTILITY: ZERO };
  for (const { market, stakes, payout } of positions) {
    if (payout !== null) continue;
    const { currency } = market;
    sums[currency] = amount(sums[currency] + stakes.yes + stakes.no);
  }
  return sums;
}

export async function getWallet(
  context: QueryContext,
  wallet: Address,
  page: { readonly limit: number; readonly cursor?: string },
) {
  const { chain, store } = context;
  const { db } = store;
  const bettor = await findBettorAddress(wallet, chain);
  const results = await findResults(db, bettor);
  const open = await listOpenPositions(db, bettor);
  const { positions: settled, nextCursor } = await listSettled(db, bettor, page);
  const shown = page.cursor === undefined ? [...open, ...settled] : settled;
  return {
    wallet,
    results: perCurrency((currency) => toResults(results[currency])),
    staked: sumStakes(open),
    positions: shown.map((position) => toPositionRecord(context, position)),
    nextCursor,
  };
}

function toResults({ profit, staked, won, lost, refunded }: Results) {
  const paid = profit + staked;
  return {
    profit,
    staked: amount(staked),
    // Lower only if the sums stopped at their limits.
    paid: amount(paid > 0n ? paid : 0n),
    won: Number(won),
    lost: Number(lost),
    refunded: Number(refunded),
  };
}
