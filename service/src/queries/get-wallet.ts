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
import type { WalletPage, WalletRecord, WalletResults } from './ledger.ts';
import { toPositionRecord } from './position-record.ts';
import type { QueryContext } from './query-context.ts';

/** What everybody may know of a wallet. An unknown one has no positions. */
export async function getWallet(
  { chain, store: { db } }: QueryContext,
  wallet: Address,
  page: WalletPage,
): Promise<WalletRecord> {
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

function toResults({ profit, staked, won, lost, refunded }: Results): WalletResults {
  const paid = profit + staked;
  return {
    profit,
    staked: amount(staked),
    // Less only if the sums stopped at their limits.
    paid: amount(paid > 0n ? paid : 0n),
    won: Number(won),
    lost: Number(lost),
    refunded: Number(refunded),
  };
}
