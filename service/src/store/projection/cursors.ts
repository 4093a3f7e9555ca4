import type { Db } from '../store.ts';

/** Everything up to this transaction is applied. */
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

/** Never moves back: a replica that was slow must not undo what a faster one has reached. */
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
