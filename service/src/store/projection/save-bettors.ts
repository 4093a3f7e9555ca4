import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type BettorRow = ProjectionTables['bettors'];

/** The address is derived from the wallet, so a Bettor that is opened again has the same row. */
export async function insertBettors(db: Db, rows: readonly BettorRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('bettors')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
