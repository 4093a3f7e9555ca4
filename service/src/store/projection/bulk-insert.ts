// Many rows in one statement. The query builder would make a node for every value, which costs
// more than the insert itself when sixteen bets arrive at once.
import { CompiledQuery } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Tables } from '../schema.ts';
import type { Db } from '../store.ts';

/** Stays below the 32,766 parameters that SQLite takes, for every table here. */
const ROWS_MAX = 500;

export interface BulkInsert<Table extends keyof Tables> {
  readonly table: Table;
  readonly columns: readonly (keyof Tables[Table] & string)[];
  readonly rows: readonly Tables[Table][];
  /** What stands behind the values: `on conflict ...`, `returning ...`. */
  readonly suffix: string;
}

/** Gives what `returning` asks for. */
export async function bulkInsert<Table extends keyof Tables, Returned = never>(
  db: Db,
  { table, columns, rows, suffix }: BulkInsert<Table>,
): Promise<Returned[]> {
  const returned: Returned[] = [];
  for (let from = 0; from < rows.length; from += ROWS_MAX) {
    const part = rows.slice(from, from + ROWS_MAX);
    const head = `insert into ${table} (${columns.join(', ')})`;
    const text = `${head} values ${placeholders(db, part.length, columns.length)} ${suffix}`;
    const parameters = part.flatMap((row) => columns.map((column) => row[column]));
    const { rows: found } = await db.executeQuery<Returned>(CompiledQuery.raw(text, parameters));
    returned.push(...found);
  }
  return returned;
}

const known = new Map<string, string>();

/** `(?, ?), (?, ?)` or `($1, $2), ($3, $4)`. */
function placeholders(db: Db, rows: number, columns: number): string {
  const isNumbered = isPostgres(db);
  const key = `${isNumbered} ${rows} ${columns}`;
  let text = known.get(key);
  if (text === undefined) {
    const place = (row: number, column: number) =>
      isNumbered ? `$${row * columns + column + 1}` : '?';
    const list = (length: number, make: (index: number) => string) =>
      Array.from({ length }, (_, index) => make(index)).join(', ');
    text = list(rows, (row) => `(${list(columns, (column) => place(row, column))})`);
    known.set(key, text);
  }
  return text;
}
