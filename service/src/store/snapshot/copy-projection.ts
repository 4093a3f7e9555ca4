import { recreateProjection } from '../migrate.ts';
import { findCursor, PROGRAM_CURSOR, saveCursor } from '../projection/cursors.ts';
import { clearHaltedMarkets } from '../projection/halted-markets.ts';
import type { Db } from '../store.ts';
import { insertRows, readRows } from './rows.ts';
import { listSnapshotTables } from './tables.ts';

/** For `store.write` of the second one: replaces its projection by that of the first. */
export async function copyProjection(
  from: Db,
  to: Db,
  onTable: (name: string, rows: number) => void,
): Promise<void> {
  await recreateProjection(to);
  await clearHaltedMarkets(to);
  for (const table of await listSnapshotTables(from)) {
    let count = 0;
    for await (const rows of readRows(from, table)) {
      await insertRows(to, table, rows);
      count += rows.length;
    }
    onTable(table.name, count);
  }
  const cursor = await findCursor(from, PROGRAM_CURSOR);
  if (cursor) await saveCursor(to, PROGRAM_CURSOR, cursor);
}
