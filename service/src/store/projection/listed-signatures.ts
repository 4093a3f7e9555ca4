// The signatures of a long backfill that are not applied yet.
import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type ListedRow = ProjectionTables['listed_signatures'];

export async function insertListed(db: Db, rows: readonly ListedRow[]): Promise<void> {
  await bulkInsert(db, {
    table: 'listed_signatures',
    columns: ['position', 'signature', 'slot'],
    rows,
    suffix: '',
  });
}

/** The one that was listed last. */
export async function findOldestListed(db: Db): Promise<ListedRow | undefined> {
  const [row] = await listOldest(db, { limit: 1 });
  return row;
}

/** Oldest first. `after` is the position of the last one that the caller has. */
export async function listOldest(
  db: Db,
  { after, limit }: { after?: bigint; limit: number },
): Promise<ListedRow[]> {
  let query = db.selectFrom('listed_signatures').selectAll();
  if (after !== undefined) query = query.where('position', '<', after);
  return query.orderBy('position', 'desc').limit(limit).execute();
}

export async function countListed(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('listed_signatures')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of those that are applied: up to this position, from the oldest. */
export async function deleteListed(db: Db, position: bigint): Promise<void> {
  await db.deleteFrom('listed_signatures').where('position', '>=', position).execute();
}
