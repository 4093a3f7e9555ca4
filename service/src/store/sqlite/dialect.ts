// Kysely on our SQLite connections, and the driver for reads. write-queue.ts has that for writes.
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PrimitiveValueListNode,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type SqliteConnection, type StatementResult, toStoreError } from './connection.ts';

/** There is one writer at a time, so rows need no lock: `for update` is left out. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier?.startsWith('For')) super.visitSelectModifier(node);
  }

  /** One row of an insert. Appending its placeholders one by one was half of the whole cost. */
  protected override visitPrimitiveValueList({ values }: PrimitiveValueListNode): void {
    for (const value of values) this.addParameter(value);
    this.append(rowOf(values.length));
  }
}

const ROWS: string[] = [];

function rowOf(length: number): string {
  ROWS[length] ??= `(${Array(length).fill('?').join(', ')})`;
  return ROWS[length];
}

/** Kysely's says no, and its Migrator would then change tables without a transaction. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export const sqliteDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new Adapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new QueryCompiler(),
});

export const toQueryResult = <R>({ rows, changes }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  numAffectedRows: changes,
});

// biome-ignore lint/correctness/useYield: Kysely requires the method
export async function* refuseToStream(): AsyncIterableIterator<never> {
  throw new Error('streaming is not supported');
}

/** For a driver that needs nothing at these moments. */
export const NO_STEPS = {
  init: async () => {},
  beginTransaction: async () => {},
  commitTransaction: async () => {},
  rollbackTransaction: async () => {},
  releaseConnection: async () => {},
  destroy: async () => {},
};

export function readerDriver(sqlite: SqliteConnection): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      try {
        return toQueryResult(sqlite.execute(sql, parameters));
      } catch (error) {
        throw toStoreError(error);
      }
    },
    streamQuery: refuseToStream,
  };
  return {
    ...NO_STEPS,
    acquireConnection: async () => connection,
    async beginTransaction() {
      throw new Error('transactions go through store.write');
    },
  };
}
