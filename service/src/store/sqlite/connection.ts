// A connection to a SQLite file. Caches prepared statements and reads integers as BigInt.
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';
import { DomainError } from '@tote/domain';

const STATEMENTS_MAX = 1_000;
const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KIB = 16_384;
const WAL_BYTES_MAX = 64 * 1024 * 1024;

export interface StatementResult {
  rows: Record<string, unknown>[];
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

  /** One long insert takes SQLite longer, and needs a prepared statement per number of rows. */
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

/** "Tote", in the file's header: tells our files from those of other programs. */
const APPLICATION_ID = 0x546f_7465n;
/** A larger file is not checked at the start. SQLite still refuses a damaged page. */
const CHECKED_BYTES_MAX = 64n * 1024n * 1024n;

export function openForWriting(file: string, options: { isVolatile?: boolean } = {}) {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(file);
    check(connection);
    connection.startWriting(options);
    return connection;
  } catch (error) {
    connection?.close();
    const reason = (error as Error).message;
    throw new Error(
      `the database file ${file} cannot be used: ${reason}. ` +
        'Restore it from a copy, or move it away: a new one is filled from the chain, ' +
        'but API keys and unfinished requests are lost.',
    );
  }
}

function check(connection: SqliteConnection): void {
  const read = (sql: string) => Object.values(connection.execute(sql, []).rows[0] ?? {})[0];
  const readSize = () =>
    (read('PRAGMA page_count') as bigint) * (read('PRAGMA page_size') as bigint);
  const isEmpty = read('SELECT count(*) FROM sqlite_schema') === 0n;
  const id = read('PRAGMA application_id');
  if (isEmpty && id === 0n) {
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    return;
  }
  if (id !== APPLICATION_ID) throw new Error('it is not a database of this service');
  if (readSize() > CHECKED_BYTES_MAX) return;
  const damage = read('PRAGMA quick_check(1)');
  if (damage !== 'ok') throw new Error(`it is damaged (${String(damage)})`);
}

/** Primary result codes that may go away by themselves, such as a full disk. */
const FULL = 13;
const IO_ERROR = 10;
const CANNOT_OPEN = 14;
const BUSY = 5;
const OUT_OF_MEMORY = 7;
const UNAVAILABLE = new Set([FULL, IO_ERROR, CANNOT_OPEN, BUSY, OUT_OF_MEMORY]);

/** A client may retry `database_unavailable`. Other errors are bugs and stay as they are. */
export function toStoreError(error: unknown): unknown {
  const code = (error as { errcode?: number }).errcode;
  if (code === undefined || !UNAVAILABLE.has(code & 0xff)) return error;
  return Object.assign(new DomainError('database_unavailable'), { cause: error });
}
