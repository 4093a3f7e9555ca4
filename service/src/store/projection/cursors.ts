// How far the indexer has read the chain.
import type { Db } from '../store.ts';

/** The transactions of the program. */
export const PROGRAM_CURSOR = 'program';
/** Up to there transfers are missing, until a rebuild. Usually there is none. */
export const TRANSFERS_CURSOR = 'transfers-missing';
/** The table `listed_signatures` has everything back to here. Only while it is applied. */
export const BACKFILL_CURSOR = 'backfill-listed';
/** What happened up to here is not announced. Only until a rebuild has come so far. */
export const UNANNOUNCED_CURSOR = 'unannounced';

/** Everything up to this transaction has been applied. */
export interface Cursor {
  readonly signature: string;
  readonly slot: bigint;
}

export async function findCursor(db: Db, name: string): Promise<Cursor | undefined> {
  return db
    .selectFrom('cursors')
    .select(['signature', 'slot'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Never moves back: a slow replica must not overwrite the cursor of a faster one. */
export async function saveCursor(db: Db, name: string, { signature, slot }: Cursor): Promise<void> {
  await db
    .insertInto('cursors')
    .values({ name, signature, slot })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ signature, slot }).where('cursors.slot', '<=', slot),
    )
    .execute();
}

export async function deleteCursor(db: Db, name: string): Promise<void> {
  await db.deleteFrom('cursors').where('name', '=', name).execute();
}
