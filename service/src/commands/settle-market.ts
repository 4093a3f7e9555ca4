import type { Address } from '@solana/kit';
import { getSettlePositionsInstruction } from '@tote/program-client';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { type Actor, landAndIngest } from './land-and-ingest.ts';

export interface SettleMarketContext extends Actor {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
  /** Bettors whose position in the market is not settled yet, the same ones first every time. */
  listUnsettled(marketId: string, limit: number): Promise<readonly Address[]>;
}

/** 29 fit into 1,232 bytes with nothing else; the compute limit takes some of them. */
const POSITIONS_PER_TRANSACTION = 25;
/** Enough for the position to be the last of 1,024 slots, as we give no hint where it is. */
const UNITS_PER_POSITION = 42_000;
const UNITS_BASE = 20_000;
/** Settlements of one market, in flight together: bets of other markets need the chain too. */
const TRANSACTIONS_AT_ONCE = 4;

/**
 * Pays everyone. Each payment and the clearing of its position are one step of the program, so this
 * can be interrupted, repeated and run twice: nobody is paid twice. Gives how many were paid.
 */
export async function settleMarket(
  context: SettleMarketContext,
  market: Pick<MarketView, 'id' | 'address'>,
): Promise<number> {
  const limit = POSITIONS_PER_TRANSACTION * TRANSACTIONS_AT_ONCE;
  let settled = 0;
  while (!context.signal?.aborted) {
    const bettors = await context.listUnsettled(market.id, limit);
    if (bettors.length === 0) break;
    await settleBatches(context, market.address, bettors);
    const [left] = await context.listUnsettled(market.id, 1);
    // What others have settled may reach the projection later: whoever called tries again.
    if (left === bettors[0]) throw new Error(`the position of ${left} is still unsettled`);
    settled += bettors.length;
  }
  return settled;
}

async function settleBatches(
  context: SettleMarketContext,
  market: Address,
  bettors: readonly Address[],
): Promise<void> {
  const batches: (readonly Address[])[] = [];
  for (let from = 0; from < bettors.length; from += POSITIONS_PER_TRANSACTION) {
    batches.push(bettors.slice(from, from + POSITIONS_PER_TRANSACTION));
  }
  const results = await Promise.allSettled(
    batches.map((batch) => settleBatch(context, market, batch)),
  );
  // One that failed must not hide what the others have done, so all are waited for.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function settleBatch(
  context: SettleMarketContext,
  market: Address,
  bettors: readonly Address[],
): Promise<void> {
  const { chain, keys } = context;
  const positions = bettors.map((bettor) => ({ bettor }));
  const instruction = getSettlePositionsInstruction(
    { market, positions },
    { programAddress: chain.programAddress },
  );
  const computeUnitLimit = UNITS_BASE + UNITS_PER_POSITION * bettors.length;
  await landAndIngest(context, [instruction], [keys.keeper], { computeUnitLimit });
}
