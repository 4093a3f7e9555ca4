// Pays out a resolved market, many positions per transaction.
import type { Address } from '@solana/kit';
import { settlePositionsUnits } from '@tote/chain/compute-units';
import { TransactionFailed } from '@tote/chain/landed';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { getSettlePositionsInstruction } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import { type KeeperContext, landBatched } from '../submissions/land-and-ingest.ts';

export interface SettleMarketContext extends KeeperContext {
  listUnsettled(marketId: string, limit: number): Promise<readonly Address[]>;
}

/** A transaction has at most 64 accounts; the payer, the market and the program take three. */
const POSITIONS_MAX = 61;
/** This many fit into 1,232 bytes. */
const POSITIONS_SAFE = 25;
/** Per market, whose rows are not written yet. The batcher lets fewer of them be sent at once. */
const TRANSACTIONS_AT_ONCE = 32;
const LISTED_AT_ONCE = POSITIONS_MAX * 256;

/** Returns how many. It can be interrupted and repeated: nobody is paid twice. */
export async function settleMarket(
  context: SettleMarketContext,
  market: Pick<MarketView, 'id' | 'address'>,
): Promise<number> {
  let settled = 0;
  while (!context.signal?.aborted) {
    const bettors = await context.listUnsettled(market.id, LISTED_AT_ONCE);
    if (bettors.length === 0) break;
    await settleBatches(context, market.address, bettors);
    const [left] = await context.listUnsettled(market.id, 1);
    // Another process may have settled it and the projection lags behind: the caller retries.
    if (left === bettors[0]) throw new Error(`the position of ${left} is still unsettled`);
    settled += bettors.length;
  }
  return settled;
}

/** Waits for all batches even if one fails, so that the others are not lost sight of. */
async function settleBatches(
  context: SettleMarketContext,
  market: Address,
  bettors: readonly Address[],
): Promise<void> {
  const failures: unknown[] = [];
  const settleTogether = async (batch: readonly Address[]) => {
    const { chain, keys } = context;
    const positions = batch.map((bettor) => ({ bettor }));
    const instruction = getSettlePositionsInstruction({ market, positions }, chain);
    await landBatched(context, instruction, [keys.keeper], settlePositionsUnits(batch.length));
  };
  const settleBatch = async (batch: readonly Address[]) => {
    try {
      await settleTogether(batch);
    } catch (error) {
      if (!(error instanceof TransactionFailed) || batch.length <= POSITIONS_SAFE) throw error;
      for (const part of chunk(batch, POSITIONS_SAFE)) await settleTogether(part);
    }
  };
  await mapConcurrently(chunk(bettors, POSITIONS_MAX), TRANSACTIONS_AT_ONCE, async (batch) => {
    if (context.signal?.aborted) return;
    await settleBatch(batch).catch((error) => failures.push(error));
  });
  if (failures.length > 0) throw failures[0];
}

function chunk<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
