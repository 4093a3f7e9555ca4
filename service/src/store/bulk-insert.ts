// Inserts many rows with one statement. The query builder would make a node for every value. For
// sixteen bets at once that costs more than the insert itself.
import { CompiledQuery } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Tables } from './schema.ts';
import type { Db } from './store.ts';
import { type WriteHint, withHint } from './write-hints.ts';

/** Keeps every table here below PostgreSQL's limit of 65,535 parameters. */
const ROWS_MAX = 500;

interface BulkInsert<Table extends keyof Tables> {
  readonly table: Table;
  readonly columns: readonly (keyof Tables[Table] & string)[];
  readonly rows: readonly Partial<Tables[Table]>[];
  /** What follows the values, such as `on conflict ...`. */
  readonly suffix: string;
  readonly returning?: string;
}

/** For `store.write`. Gives no result, so that SQLite can defer it. */
export async function bulkInsert<Table extends keyof Tables>(
  db: Db,
  insert: BulkInsert<Table>,
): Promise<void> {
  for (const query of compile(db, insert, () => ({ isDeferred: true })))
    await db.executeQuery(query);
}

export async function bulkInsertReturning<Table extends keyof Tables, Returned>(
  db: Db,
  insert: BulkInsert<Table>,
): Promise<Returned[]> {
  const returned: Returned[] = [];
  for (const query of compile(db, insert, () => ({}))) {
    returned.push(...(await db.executeQuery<Returned>(query)).rows);
  }
  return returned;
}

/**
 * For rows that are nearly always new. Gives `all` when every row was new, otherwise the rows that
 * `returning` gives of the new ones.
 */
export async function bulkInsertNew<Table extends keyof Tables, Returned>(
  db: Db,
  insert: BulkInsert<Table>,
): Promise<'all' | Returned[]> {
  const returned: Returned[] = [];
  let assumed = 0;
  const hintFor = (expectedChanges: number, assumedSql: string) => ({
    expectedChanges,
    assumedSql,
  });
  for (const query of compile(db, insert, hintFor)) {
    const { rows, numAffectedRows } = await db.executeQuery<Returned>(query);
    if (rows.length === 0) assumed += Number(numAffectedRows ?? 0);
    returned.push(...rows);
  }
  return assumed + returned.length === insert.rows.length ? 'all' : returned;
}

function* compile<Table extends keyof Tables>(
  db: Db,
  { table, columns, rows, suffix, returning }: BulkInsert<Table>,
  hintFor: (rows: number, withoutReturning: string) => WriteHint,
): Iterable<CompiledQuery> {
  const head = `insert into ${table} (${columns.join(', ')}) values`;
  const isNumbered = isPostgres(db);
  for (let from = 0; from < rows.length; from += ROWS_MAX) {
    const part = rows.slice(from, from + ROWS_MAX);
    const parameters = listParameters(part, columns);
    const { length } = part;
    const values = isNumbered ? numberedRows(length, columns.length) : rowOf(columns.length);
    const text = `${head} ${values} ${suffix}`;
    const withReturning = returning === undefined ? text : `${text} returning ${returning}`;
    const query = CompiledQuery.raw(withReturning, parameters);
    yield isNumbered ? query : withHint(query, { ...hintFor(length, text), rows: length });
  }
}

function listParameters<Row>(rows: readonly Row[], columns: readonly (keyof Row)[]): unknown[] {
  const parameters: unknown[] = [];
  for (const row of rows) for (const column of columns) parameters.push(row[column]);
  return parameters;
}

const numberedRowsCache = new Map<string, string>();

/** `($1, $2), ($3, $4)` */
function numberedRows(rows: number, columns: number): string {
  const key = `${rows} ${columns}`;
  let text = numberedRowsCache.get(key);
  if (text === undefined) {
    const list = (length: number, make: (index: number) => string) =>
      Array.from({ length }, (_, index) => make(index)).join(', ');
    text = list(rows, (row) => `(${list(columns, (column) => `$${row * columns + column + 1}`)})`);
    numberedRowsCache.set(key, text);
  }
  return text;
}

function rowOf(columns: number): string {
  return `(${'?, '.repeat(columns - 1)}?)`;
}
