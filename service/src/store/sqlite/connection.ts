// A connection to a SQLite file. Caches prepared statements and reads integers as BigInt.
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';

/** With more the oldest is dropped from the cache. */
const STATEMENTS_MAX = 1_000;
const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KIB = 16_384;
const WAL_BYTES_MAX = 64 * 1024 * 1024;

export interface StatementResult {
  rows: Record<string, unknown>[];
  /** Rows that were written; absent for a query. */
  changes?: bigint;
}

interface Prepared {
  statement: StatementSyncInstance;
  hasRows: boolean;
}

export class SqliteConnection {
  readonly #db: DatabaseSyncInstance;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string, { isReader = false }: { isReader?: boolean } = {}) {
    const options = { readOnly: isReader, readBigInts: true, timeout: BUSY_TIMEOUT_MS };
    this.#db = new DatabaseSync(file, options);
    this.#db.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = MEMORY`);
  }

  /** To call before the first write. A volatile file is deleted later, so it is never flushed. */
  startWriting({ isVolatile = false }: { isVolatile?: boolean } = {}): void {
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 4000');
    this.#db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES_MAX}`);
    this.#db.exec(`PRAGMA synchronous = ${isVolatile ? 'OFF' : 'FULL'}`);
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  execute(sql: string, parameters: readonly unknown[]): StatementResult {
    const { statement, hasRows } = this.#prepare(sql);
    if (hasRows) return { rows: statement.all(...parameters) };
    return { rows: [], changes: BigInt(statement.run(...parameters).changes) };
  }

  /**
   * Executes once per row of parameters. One long insert takes SQLite longer, and each number of
   * rows would need its own prepared statement.
   */
  executeForEach(
    sql: string,
    parameters: readonly unknown[],
    count: number,
    shared: readonly unknown[] = [],
  ): StatementResult {
    const { statement, hasRows } = this.#prepare(sql);
    const width = parameters.length / count;
    const rows: StatementResult['rows'] = [];
    let changes = 0;
    for (let from = 0; from < parameters.length; from += width) {
      const row = parameters.slice(from, from + width);
      if (hasRows) rows.push(...statement.all(...shared, ...row));
      else changes += Number(statement.run(...shared, ...row).changes);
    }
    return hasRows ? { rows } : { rows, changes: BigInt(changes) };
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    if (this.#statements.size >= STATEMENTS_MAX) {
      this.#statements.delete(this.#statements.keys().next().value as string);
    }
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
