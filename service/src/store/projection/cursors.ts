// How far the indexer has read the chain.
import type { Db } from '../store.ts';

/** The transactions of the program. */
export const PROGRAM_CURSOR = 'program';
/** Up to there transfers are missing, until a rebuild. Usually there is none. */
export const TRANSFERS_CURSOR = 'transfers-missing';

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
export async function saveCursor(db: Db, name: string, cursor: Cursor): Promise<void> {
  await db
    .insertInto('cursors')
    .values({ name, ...cursor })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ...cursor })
        .where('cursors.slot', '<=', cursor.slot),
    )
    .execute();
}
