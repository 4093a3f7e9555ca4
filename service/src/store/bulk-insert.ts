// Many rows with one statement. The query builder would make a node for every value, which costs
// more than the insert itself when sixteen bets arrive at once.
import { CompiledQuery } from 'kysely';
import { isPostgres } from './engine.ts';
import { giveLeave, type Leave } from './execute-later.ts';
import type { Tables } from './schema.ts';
import type { Db } from './store.ts';

/** Stays below the 65,535 parameters that PostgreSQL takes, for every table here. */
const ROWS_MAX = 500;

export interface BulkInsert<Table extends keyof Tables> {
  readonly table: Table;
  readonly columns: readonly (keyof Tables[Table] & string)[];
  readonly rows: readonly Partial<Tables[Table]>[];
  /** What stands behind the values: `on conflict ...`, `returning ...`. */
  readonly suffix: string;
}

/** For `store.write`. Nobody needs to know how it went, unless it fails. */
export async function bulkInsert<Table extends keyof Tables>(
  db: Db,
  insert: BulkInsert<Table>,
): Promise<void> {
  for (const query of compile(db, insert, () => ({ isLater: true }))) await db.executeQuery(query);
}

/** Gives what `returning` asks for. */
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
 * For rows that are nearly always new: `all` when they were, otherwise what `returning` gives of
 * those that were.
 */
export async function bulkInsertNew<Table extends keyof Tables, Returned>(
  db: Db,
  insert: BulkInsert<Table>,
): Promise<'all' | Returned[]> {
  const returned: Returned[] = [];
  let assumed = 0;
  for (const query of compile(db, insert, (changes) => ({ changes }))) {
    const { rows, numAffectedRows } = await db.executeQuery<Returned>(query);
    if (rows.length === 0) assumed += Number(numAffectedRows ?? 0);
    returned.push(...rows);
  }
  return assumed + returned.length === insert.rows.length ? 'all' : returned;
}

function* compile<Table extends keyof Tables>(
  db: Db,
  { table, columns, rows, suffix }: BulkInsert<Table>,
  leaveFor: (rows: number) => Leave,
): Iterable<CompiledQuery> {
  const head = `insert into ${table} (${columns.join(', ')}) values`;
  const isNumbered = isPostgres(db);
  for (let from = 0; from < rows.length; from += ROWS_MAX) {
    const part = rows.slice(from, from + ROWS_MAX);
    const parameters = listParameters(part, columns);
    const places = isNumbered ? numberedPlaces(part.length, columns.length) : rowOf(columns.length);
    const query = CompiledQuery.raw(`${head} ${places} ${suffix}`, parameters);
    const { length } = part;
    yield isNumbered ? query : giveLeave(query, { ...leaveFor(length), rows: length });
  }
}

function listParameters<Row>(rows: readonly Row[], columns: readonly (keyof Row)[]): unknown[] {
  const parameters: unknown[] = [];
  for (const row of rows) for (const column of columns) parameters.push(row[column]);
  return parameters;
}

const known = new Map<string, string>();

/** `($1, $2), ($3, $4)` */
function numberedPlaces(rows: number, columns: number): string {
  const key = `${rows} ${columns}`;
  let text = known.get(key);
  if (text === undefined) {
    const list = (length: number, make: (index: number) => string) =>
      Array.from({ length }, (_, index) => make(index)).join(', ');
    text = list(rows, (row) => `(${list(columns, (column) => `$${row * columns + column + 1}`)})`);
    known.set(key, text);
  }
  return text;
}

function rowOf(columns: number): string {
  return `(${'?, '.repeat(columns - 1)}?)`;
}
