import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type FeeEventRow = ProjectionTables['fee_events'];

export async function insertFeeEvents(db: Db, rows: readonly FeeEventRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('fee_events')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
