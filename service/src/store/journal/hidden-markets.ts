// What the operator has hidden. Rows stay when a market is shown again: the list is public.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { toColumn, toInstant } from '../statements.ts';
import type { Db } from '../store.ts';

export interface HiddenMarket {
  readonly marketId: MarketId;
  readonly reason: string;
  readonly hiddenBy: Address;
  readonly hiddenAt: UnixSeconds;
  /** Null while it is hidden. */
  readonly unhiddenAt: UnixSeconds | null;
}

const LISTED_MAX = 1_000;

/** Replaces what was stored about the market. */
export async function saveHiddenMarket(db: Db, market: HiddenMarket): Promise<void> {
  const { marketId, reason, hiddenBy, hiddenAt, unhiddenAt } = market;
  const row = {
    reason,
    hidden_by: hiddenBy,
    hidden_at: BigInt(hiddenAt),
    unhidden_at: toColumn(unhiddenAt),
  };
  await db
    .insertInto('hidden_markets')
    .values({ market_id: marketId, ...row })
    .onConflict((conflict) => conflict.column('market_id').doUpdateSet(row))
    .execute();
}

/** All that are hidden now, or the newest that ever were. */
export async function listHiddenMarkets(db: Db, isHidden: boolean): Promise<HiddenMarket[]> {
  const all = db.selectFrom('hidden_markets').selectAll().orderBy('hidden_at', 'desc');
  const query = isHidden ? all.where('unhidden_at', 'is', null) : all.limit(LISTED_MAX);
  return (await query.execute()).map((row) => ({
    marketId: row.market_id as MarketId,
    reason: row.reason,
    hiddenBy: row.hidden_by as Address,
    hiddenAt: unixSeconds(row.hidden_at),
    unhiddenAt: toInstant(row.unhidden_at),
  }));
}
