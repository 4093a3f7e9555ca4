// Raw SQL for both engines: queries, and hints that let SQLite save round trips to its writer
// thread within `store.write`. Without them a bet takes a fifth more processor time, and a lone one
// more than twice as long.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { CompiledQuery, PostgresAdapter, sql } from 'kysely';
import type { Db } from './store.ts';

export const isPostgres = (db: Pick<Db, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

type Tag<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

/** A tag for SQL, as `sql` of Kysely: gives the rows. */
export const listRows =
  <Row>(db: Db): Tag<Row[]> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows;

export const findRow =
  <Row>(db: Db): Tag<Row | undefined> =>
  async (text, ...values) =>
    (await sql<Row>(text, ...values).execute(db)).rows[0];

/** For a query with one column. */
export const listValues =
  <Value>(db: Db): Tag<Value[]> =>
  async (text, ...values) =>
    (await listRows<object>(db)(text, ...values)).map((row) => Object.values(row)[0]);

export const findValue =
  <Value>(db: Db): Tag<Value | undefined> =>
  async (text, ...values) =>
    (await listValues<Value>(db)(text, ...values))[0];

/** The text has a `?` for each parameter, as in SQLite; PostgreSQL counts them. */
export function rawQuery(db: Db, text: string, parameters: readonly unknown[]): CompiledQuery {
  let count = 0;
  const number = () => {
    count += 1;
    return `$${count}`;
  };
  return CompiledQuery.raw(isPostgres(db) ? text.replaceAll('?', number) : text, [...parameters]);
}

/** For a column that may be null. */
export const toInstant = (seconds: bigint | null): UnixSeconds | null =>
  seconds === null ? null : unixSeconds(seconds);

export const toColumn = (seconds: number | null): bigint | null =>
  seconds === null ? null : BigInt(seconds);

/** Only PostgreSQL: SQLite's database is a file. */
export async function findDatabaseBytes(db: Db): Promise<number> {
  return Number(await findValue<bigint>(db)`select pg_database_size(current_database())`);
}

export async function readClock(db: Db): Promise<number | undefined> {
  if (!isPostgres(db)) {
    await sql`select 1`.execute(db);
    return undefined;
  }
  const ms = await findValue<bigint>(db)`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
  return Number(ms);
}

/** How SQLite may execute a statement of `store.write`. PostgreSQL ignores it. */
export interface WriteHint {
  /** Nobody needs the result: sent with the next statement or with the commit. */
  readonly isDeferred?: boolean;
  /**
   * The number of rows that usually change. It is returned before the statement has run. If it is
   * wrong the transaction is rolled back, and the whole write runs again without assuming it.
   */
  readonly expectedChanges?: number;
  /** The statement without `returning`, which takes SQLite a third of the time. */
  readonly assumedSql?: string;
  /** The parameters are those of this many rows: the statement is executed once for each. */
  readonly rows?: number;
  readonly shared?: readonly unknown[];
  /**
   * A query that may read what was committed before this transaction, if a later statement with
   * `expectedChanges` fails should that be outdated.
   */
  readonly isCommittedRead?: boolean;
}

const hints = new WeakMap<CompiledQuery, WriteHint>();

export function withHint(query: CompiledQuery, hint: WriteHint): CompiledQuery {
  hints.set(query, hint);
  return query;
}

export const hintOf = (query: CompiledQuery): WriteHint | undefined => hints.get(query);

export async function executeDeferred(db: Db, query: { compile(): CompiledQuery } | CompiledQuery) {
  const compiled = 'compile' in query ? query.compile() : query;
  await db.executeQuery(withHint(compiled, { isDeferred: true }));
}
