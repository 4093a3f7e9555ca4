import type { Address } from '@solana/kit';
import { amount } from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import {
  findResults,
  listOpenPositions,
  listSettled,
  type Results,
} from '../store/projection/positions.ts';
import { sumStakes } from './get-account.ts';
import { toPositionRecord } from './positions.ts';
import type { QueryContext } from './query-context.ts';

export async function getWallet(
  { chain, store: { db } }: QueryContext,
  wallet: Address,
  /** Of settled positions. Open ones are few, and the first page has all of them. */
  page: { readonly limit: number; readonly cursor?: string },
) {
  const { programAddress } = chain;
  const bettor = await findBettorAddress(wallet, { programAddress });
  const { SOL, UTILITY } = await findResults(db, bettor);
  const open = await listOpenPositions(db, bettor);
  const { positions: settled, nextCursor } = await listSettled(db, bettor, page);
  const shown = page.cursor === undefined ? [...open, ...settled] : settled;
  const now = chain.clock.now();
  return {
    wallet,
    results: { SOL: toResults(SOL), UTILITY: toResults(UTILITY) },
    staked: sumStakes(open),
    positions: shown.map((position) => toPositionRecord(position, now)),
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
