// Reads entries of a list of markets in the order of an index.
import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { checks, checksInWalk, type MarketFilter, type Range } from './list-filter.ts';
import {
  type Entry,
  type EntryRow,
  isBehind,
  listSections,
  type Order,
  SELECTED,
  type Section,
  toEntry,
  unitOf,
} from './list-order.ts';

type Sql = RawBuilder<unknown>;

/** Ranges that together have all markets of a list, each in its order. */
export interface Walk {
  readonly filter: MarketFilter;
  readonly order: Order;
  readonly after: Entry | undefined;
  readonly ranges: readonly Range[];
  /** Another table, where the ranges check everything. Default: `markets`. */
  readonly from?: { readonly table: Sql; readonly columns?: string };
  /** Names of the columns of the order, in another table. */
  readonly names?: Partial<Record<keyof Entry, string>>;
}

interface Span {
  readonly limit: number;
  readonly offset: number;
}

export async function walk(db: Db, given: Walk, { limit, offset }: Span): Promise<Entry[]> {
  const found: Entry[] = [];
  let skip = offset;
  const sections = listSections(given.order, given.after);
  for (const [index, section] of sections.entries()) {
    const selects = given.ranges.map((range) =>
      selectRange(db, given, range, section, index === 0 ? given.after : undefined),
    );
    const span = { limit: limit - found.length, offset: skip };
    const entries = await readSection(db, { ...given, section, selects }, span);
    found.push(...entries);
    if (found.length === limit || index === sections.length - 1) break;
    if (entries.length > 0) skip = 0;
    else if (skip > 0) skip -= await count(db, selects);
  }
  return found;
}

/** All of them, in no order. */
export async function gather(db: Db, given: Walk): Promise<Entry[]> {
  const selects = given.ranges.map((range) => selectRange(db, given, range));
  const { rows } = await sql<EntryRow>`${union(selects)}`.execute(db);
  return rows.map(toEntry);
}

function selectRange(
  db: Db,
  { filter, order, from, names }: Walk,
  { where, served, currency }: Range,
  section?: Section,
  after?: Entry,
): Sql {
  const { decimals } = order;
  const check = section ? checksInWalk : checks;
  const conditions = [
    ...where,
    ...(from ? [] : [sql`mismatch is null`, ...check(db, filter, served)]),
    ...(section?.where ?? []),
    ...(section && after ? [isBehind(section, after, { names, currency, decimals })] : []),
  ];
  const columns = sql.raw(from?.columns ?? SELECTED[order.sort]);
  return sql`select ${columns} from ${from?.table ?? sql`markets`} where ${allOf(conditions)}`;
}

export const allOf = (conditions: readonly Sql[]): Sql => sql.join([...conditions], sql` and `);

interface Selected extends Walk {
  readonly section: Section;
  readonly selects: readonly Sql[];
}

async function readSection(
  db: Db,
  { section, selects, ranges, order, names }: Selected,
  { limit, offset }: Span,
): Promise<Entry[]> {
  const isMixed = order.sort === 'volume' && selects.length > 1;
  // SQLite merges ranges of an index, PostgreSQL would read and sort them.
  const isSorted = isMixed || (selects.length > 1 && isPostgres(db));
  const inOrder = orderBy(section, names);
  const most = BigInt(limit + offset);
  // No index has the volumes of several currencies in one order, so the first of each are sorted.
  const all = isSorted
    ? selects.map((select, index) => {
        const unit = unitOf(ranges[index]?.currency ?? 0n, order.decimals);
        const units = isMixed ? sql`, volume / ${unit} as units` : sql``;
        const part = sql.raw(`part${index}`);
        return sql`select ${part}.* ${units} from (${select} ${inOrder} limit ${most}) as ${part}`;
      })
    : selects;
  const { rows } = await sql<EntryRow>`${union(all)}
    ${isMixed ? orderBy(section, { volume: 'units' }) : inOrder}
    limit ${BigInt(limit)} offset ${BigInt(offset)}`.execute(db);
  return rows.map(toEntry);
}

function orderBy({ columns, direction }: Section, names: Walk['names'] = {}): Sql {
  const columnsInOrder = columns.map((column) => `${names[column] ?? column} ${direction}`);
  return sql.raw(`order by ${columnsInOrder.join(', ')}`);
}

const union = (selects: readonly Sql[]): Sql => sql.join([...selects], sql` union all `);

async function count(db: Db, selects: readonly Sql[]): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (${union(selects)}) as skipped`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}
