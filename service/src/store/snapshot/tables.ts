// The tables that a snapshot has: the projection, as it is in this version.
import { PROJECTION_KEYS, PROJECTION_TABLES } from '../migrate.ts';
import type { Db } from '../store.ts';

export interface SnapshotTable {
  readonly name: string;
  /** Sorted, so that both engines have the same order. */
  readonly columns: readonly SnapshotColumn[];
  /** The order of the rows. */
  readonly key: readonly string[];
}

interface SnapshotColumn {
  readonly name: string;
  readonly kind: 'integer' | 'text';
}

/** They say how far the indexer is, which the head of a snapshot has. */
const LEFT_OUT: ReadonlySet<string> = new Set(['cursors', 'listed_signatures']);

export async function listSnapshotTables(db: Db): Promise<SnapshotTable[]> {
  const found = new Map((await db.introspection.getTables()).map((table) => [table.name, table]));
  const names = PROJECTION_TABLES.filter((name) => !LEFT_OUT.has(name)).sort();
  return names.map((name) => {
    const columns = (found.get(name)?.columns ?? []).map((column) => ({
      name: column.name,
      kind: column.dataType.toLowerCase() === 'text' ? ('text' as const) : ('integer' as const),
    }));
    columns.sort((a, b) => (a.name < b.name ? -1 : 1));
    return { name, columns, key: PROJECTION_KEYS[name] ?? [] };
  });
}
