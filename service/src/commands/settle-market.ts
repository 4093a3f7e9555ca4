import type { Address } from '@solana/kit';
import { settlePositionsUnits } from '@tote/chain/compute-units';
import { TransactionFailed } from '@tote/chain/landed';
import { mapConcurrently } from '@tote/lib/map-concurrently';
import { getSettlePositionsInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Actor } from './landing/land-and-ingest.ts';
import { type LandTogether, landTogether } from './landing/land-together.ts';

export interface SettleMarketContext extends Actor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
  readonly together?: LandTogether;
  /** Bettors whose position in the market is not settled yet, the same ones first every time. */
  listUnsettled(marketId: string, limit: number): Promise<readonly Address[]>;
}

/** With the payer, the market and the program that makes the 64 accounts of a transaction. */
const POSITIONS_MAX = 61;
/** So many fit into 1,232 bytes. */
const POSITIONS_SAFE = 25;
/** Settlements of one market, in flight together: bets of other markets need the chain too. */
const TRANSACTIONS_AT_ONCE = 3;
const LISTED_AT_ONCE = POSITIONS_MAX * 16;

/**
 * Pays everyone. Each payment and the clearing of its position are one step of the program, so this
 * can be interrupted, repeated and run twice: nobody is paid twice. Gives how many were paid.
 */
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
    // What others have settled may reach the projection later: whoever called tries again.
    if (left === bettors[0]) throw new Error(`the position of ${left} is still unsettled`);
    settled += bettors.length;
  }
  return settled;
}

/** One that failed must not hide what the others have done, so all are waited for. */
async function settleBatches(
  context: SettleMarketContext,
  market: Address,
  bettors: readonly Address[],
): Promise<void> {
  const failures: unknown[] = [];
  await mapConcurrently(split(bettors, POSITIONS_MAX), TRANSACTIONS_AT_ONCE, async (batch) => {
    if (context.signal?.aborted) return;
    await settleBatch(context, market, batch).catch((error) => failures.push(error));
  });
  if (failures.length > 0) throw failures[0];
}

/** Where the largest are not taken, smaller ones may be. */
async function settleBatch(
  context: SettleMarketContext,
  market: Address,
  bettors: readonly Address[],
): Promise<void> {
  try {
    await settleTogether(context, market, bettors);
  } catch (error) {
    if (!(error instanceof TransactionFailed) || bettors.length <= POSITIONS_SAFE) throw error;
    for (const part of split(bettors, POSITIONS_SAFE)) {
      await settleTogether(context, market, part);
    }
  }
}

async function settleTogether(
  context: SettleMarketContext,
  market: Address,
  bettors: readonly Address[],
): Promise<void> {
  const { chain, keys } = context;
  const instruction = getSettlePositionsInstruction(
    { market, positions: bettors.map((bettor) => ({ bettor })) },
    { programAddress: chain.programAddress },
  );
  const units = settlePositionsUnits(bettors.length);
  await landTogether(context, instruction, [keys.keeper], units);
}

function split<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
