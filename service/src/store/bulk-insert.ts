// Inserts many rows with one statement. The query builder would make a node for every value. For
// sixteen bets at once that costs more than the insert itself.
import { CompiledQuery } from 'kysely';
import type { Tables } from './schema.ts';
import { isPostgres, type WriteHint, withHint } from './statements.ts';
import type { Db } from './store.ts';

/** Keeps every table here below PostgreSQL's limit of 65,535 parameters. */
const ROWS_MAX = 500;

type Rows<Table extends keyof Tables> = readonly Partial<Tables[Table]>[];

/** For `store.write`. The suffix follows the values. No result, so that SQLite can defer it. */
export async function bulkInsert<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: Rows<Table>,
  suffix = '',
): Promise<void> {
  const hintFor = () => ({ isDeferred: true });
  for (const query of compile(db, table, rows, suffix, hintFor)) await db.executeQuery(query);
}

export async function bulkInsertReturning<Returned>(
  db: Db,
  table: keyof Tables,
  rows: readonly object[],
  suffix: string,
): Promise<Returned[]> {
  const returned: Returned[] = [];
  for (const query of compile(db, table, rows, suffix, () => ({}))) {
    returned.push(...(await db.executeQuery<Returned>(query)).rows);
  }
  return returned;
}

/** For rows that are nearly always new. Gives `all`, or these columns of the new ones. */
export async function bulkInsertNew<Returned>(
  db: Db,
  table: keyof Tables,
  all: readonly object[],
  returning: string,
): Promise<'all' | Returned[]> {
  const returned: Returned[] = [];
  let assumed = 0;
  const suffix = 'on conflict do nothing';
  const hintFor = (rows: number, values: string) => ({
    expectedChanges: rows,
    assumedSql: `${values} ${suffix}`,
  });
  for (const query of compile(db, table, all, `${suffix} returning ${returning}`, hintFor)) {
    const { rows, numAffectedRows } = await db.executeQuery<Returned>(query);
    if (rows.length === 0) assumed += Number(numAffectedRows ?? 0);
    returned.push(...rows);
  }
  return assumed + returned.length === all.length ? 'all' : returned;
}

function* compile(
  db: Db,
  table: keyof Tables,
  rows: readonly object[],
  suffix: string,
  hintFor: (rows: number, insert: string) => WriteHint,
): Iterable<CompiledQuery> {
  const columns = Object.keys(rows[0] ?? {});
  const head = `insert into ${table} (${columns.join(', ')}) values`;
  const isNumbered = isPostgres(db);
  for (let from = 0; from < rows.length; from += ROWS_MAX) {
    const part = rows.slice(from, from + ROWS_MAX) as readonly Record<string, unknown>[];
    const { length } = part;
    const parameters: unknown[] = [];
    for (const row of part) for (const column of columns) parameters.push(row[column]);
    const values = isNumbered ? numberedRows(length, columns.length) : rowOf(columns.length);
    const insert = `${head} ${values}`;
    const query = CompiledQuery.raw(`${insert} ${suffix}`, parameters);
    yield isNumbered ? query : withHint(query, { ...hintFor(length, insert), rows: length });
  }
}

const numberedRowsCache = new Map<string, string>();

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

const rowOf = (columns: number): string => `(${'?, '.repeat(columns - 1)}?)`;
