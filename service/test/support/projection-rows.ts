// All rows that are derived from the chain.
import { listSnapshotTables, readRows, type SnapshotRow } from '../../src/store/snapshot/tables.ts';
import type { Store } from '../../src/store/store.ts';

/** By table, in the order of their keys. Without how far the indexer is. */
export async function readProjection({ db }: Store): Promise<Record<string, SnapshotRow[]>> {
  const tables: Record<string, SnapshotRow[]> = {};
  for (const table of await listSnapshotTables(db)) {
    const rows: SnapshotRow[] = [];
    for await (const page of readRows(db, table)) rows.push(...page);
    tables[table.name] = rows;
  }
  return tables;
}
