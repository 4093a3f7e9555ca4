// Deletes rows of transactions that a fork dropped.
import type { Address } from '@solana/kit';
import type { Db } from '../store.ts';
import { deleteMarketWords } from './save-market-words.ts';
import { deleteTransactions } from './save-transactions.ts';
import { findCounted, uncount } from './uncount-market.ts';

/** How many closed markets are checked. Older ones have long been final. */
const CLOSED_MAX = 1_000;

export async function deleteMarketRows(db: Db, marketId: string): Promise<void> {
  const counted = await findCounted(db, marketId);
  await db.deleteFrom('bets').where('market_id', '=', marketId).execute();
  await db.deleteFrom('positions').where('market_id', '=', marketId).execute();
  await db.deleteFrom('market_rules').where('market_id', '=', marketId).execute();
  await db.deleteFrom('market_transactions').where('market_id', '=', marketId).execute();
  await deleteMarketWords(db, marketId);
  await db.deleteFrom('markets').where('id', '=', marketId).execute();
  if (counted) await uncount(db, counted);
}

export async function deleteDroppedTransactions(
  db: Db,
  signatures: readonly string[],
): Promise<void> {
  await db.deleteFrom('fee_events').where('signature', 'in', signatures).execute();
  await db.deleteFrom('transfers').where('signature', 'in', signatures).execute();
  await deleteTransactions(db, signatures);
}

interface TouchedMarkets {
  readonly touched: readonly Address[];
  /** The last ones whose fees moved. No row has the signature of that transaction. */
  readonly closed: readonly { readonly address: Address; readonly sequence: bigint }[];
}

export async function listTouchedMarkets(
  db: Db,
  signatures: readonly string[],
): Promise<TouchedMarkets> {
  const touched = await db
    .selectFrom('markets')
    .select('address')
    .where((where) =>
      where.or([
        where('created_signature', 'in', signatures),
        where('resolved_signature', 'in', signatures),
        where(
          'id',
          'in',
          db.selectFrom('bets').select('market_id').where('signature', 'in', signatures),
        ),
        where(
          'id',
          'in',
          db
            .selectFrom('positions')
            .select('market_id')
            .where('settled_signature', 'in', signatures),
        ),
      ]),
    )
    .execute();
  const closed = await db
    .selectFrom('markets')
    .select(['address', 'sequence'])
    .where('fees_moved', '=', 1n)
    .where('veto_ends_at', 'is not', null)
    .orderBy('veto_ends_at', 'desc')
    .limit(CLOSED_MAX)
    .execute();
  return {
    touched: touched.map(({ address }) => address as Address),
    closed: closed.map(({ address, sequence }) => ({ address: address as Address, sequence })),
  };
}
