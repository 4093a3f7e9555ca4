// Chooses how the markets of a list are found: by the index that has fewest of them, or by the one
// that has their order.
import type { UnixSeconds } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store.ts';
import {
  type Choice,
  checks,
  EVERYTHING,
  hasWord,
  listChoices,
  type MarketFilter,
  type Range,
  rangesByVolume,
  WORD_KEY,
} from './list-filter.ts';
import { compareIn, type Entry, type Order } from './list-order.ts';
import {
  FEW,
  findStates,
  listStates,
  type MarketStatus,
  type States,
  selectEnded,
} from './list-states.ts';
import { allOf, gather, type Walk, walk } from './walk-markets.ts';

/** Up to so many markets are found by what is rare, and sorted; more are found by their order. */
const RARE = 300;

type Sql = RawBuilder<unknown>;

interface ListQuery {
  readonly status?: MarketStatus;
  readonly filter: MarketFilter;
  readonly order: Order;
  readonly after: Entry | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly now: UnixSeconds;
}

export async function findList(db: Db, query: ListQuery): Promise<Entry[]> {
  const { filter, order } = query;
  const { words = [] } = filter;
  const isNewest = order.sort === 'newest';
  const choices = listChoices(order.sort === 'volume' ? withoutCurrency(filter) : filter);
  const inOrder = choices.find(({ isInOrder }) => isInOrder);
  // One filter and the order newest first are one index.
  const isServed = isNewest && inOrder !== undefined && choices.length === 1;
  const counted = isServed ? [] : choices;
  const ended = selectEnded(query);
  const [endedCount = 0, ...counts] = await countEach(db, [
    { rows: ended ?? NOTHING, most: FEW },
    ...[...words.map(selectWord), ...counted.map(selectIn(findStates(query, 0)))].map(few),
  ]);
  const rare = placeOfLeast(counts.slice(0, words.length));
  if (rare !== undefined && counts[rare] === 0) return [];
  if (rare !== undefined) return findByWord(db, query, words[rare] as string);
  const states = findStates(query, endedCount);
  // With many that have ended other states are listed than those that were counted.
  const found =
    endedCount > FEW
      ? await countEach(db, counted.map(selectIn(states)).map(few))
      : counts.slice(words.length);
  const fewest = counted[placeOfLeast(found) ?? -1];
  if (fewest) return findFew(db, query, states, fewest.ranges);
  if (order.sort === 'volume') return findInOrder(db, query, states, rangesByVolume(filter));
  return findInOrder(db, query, states, (isNewest && inOrder?.ranges) || EVERYTHING);
}

const NOTHING = sql`select 1 where false`;

/** The index by volume serves a currency that is the only thing asked for. */
function withoutCurrency({ currency, ...filter }: MarketFilter): MarketFilter {
  return filter.decidedBy === undefined || currency === undefined
    ? filter
    : { ...filter, currency };
}

/** Rows to be counted, up to one more than so many. */
interface Counted {
  readonly rows: Sql;
  readonly most: number;
}

const few = (rows: Sql): Counted => ({ rows, most: RARE });

const selectWord = (word: string): Sql => sql`select 1 from market_words where word = ${word}`;

/** By the state alone, because an index has it. */
function selectIn({ ranges }: States): (choice: Choice) => Sql {
  const states = { ranges: ranges.map((conditions) => conditions.slice(0, 1)) };
  return (choice) => {
    const selects = inStates(states, choice.ranges).map(
      ({ where }) => sql`select 1 from markets where ${allOf([sql`mismatch is null`, ...where])}`,
    );
    return sql.join(selects, sql` union all `);
  };
}

/** In one query, because each costs a way to the database. */
async function countEach(db: Db, counted: readonly Counted[]): Promise<number[]> {
  if (counted.length === 0) return [];
  const counts = counted.map(({ rows, most }, index) => {
    const name = sql.raw(`count${index}`);
    return sql`(select count(*) from (${rows} limit ${BigInt(most + 1)}) as few) as ${name}`;
  });
  const { rows } = await sql<Record<string, bigint>>`select ${sql.join(counts)}`.execute(db);
  return counted.map((_, index) => Number(rows[0]?.[`count${index}`]));
}

/** Undefined if none is rare. */
function placeOfLeast(counts: readonly number[]): number | undefined {
  const least = Math.min(...counts);
  return least > RARE ? undefined : counts.indexOf(least);
}

/** The word's own index has its markets newest first, in every state. */
async function findByWord(db: Db, query: ListQuery, word: string): Promise<Entry[]> {
  const { filter, order, limit, offset, status, now } = query;
  const states = listStates(status, BigInt(now)).map((conditions) => sql`(${allOf(conditions)})`);
  const others = (filter.words ?? []).filter((each) => each !== word);
  const isWanted = [sql`word = ${word}`, ...others.map((other) => hasWord(other, WORD_KEY))];
  const isListed = allOf([
    sql`markets.id = market_words.market_id`,
    sql`mismatch is null`,
    sql`(${sql.join(states, sql` or `)})`,
    ...checks(db, filter, { words: true }),
  ]);
  if (order.sort !== 'newest') {
    // In this order, as it is written: SQLite must not begin with the markets.
    const from = { table: sql`market_words cross join markets` };
    const ranges = [{ where: [...isWanted, isListed], served: {} }];
    return sortAndCut(await gather(db, { ...query, ranges, from }), query);
  }
  const where = [...isWanted, sql`(select true from markets where ${isListed} limit 1)`];
  const columns = 'market_id as id, slot as created_slot, number as nonce';
  const given: Walk = {
    ...query,
    ranges: [{ where, served: {} }],
    from: { table: sql`market_words`, columns },
    names: { created_slot: 'slot', nonce: 'number', id: 'market_id' },
  };
  return walk(db, given, { limit, offset });
}

/** Sorts all of them. */
async function findFew(
  db: Db,
  query: ListQuery,
  states: States,
  ranges: readonly Range[],
): Promise<Entry[]> {
  const given = { ...query, ranges: inStates(states, ranges) };
  const entries = [...(await gather(db, given)), ...(await gatherEnded(db, query, states))];
  return sortAndCut(entries, query);
}

async function gatherEnded(db: Db, query: ListQuery, { few }: States): Promise<readonly Entry[]> {
  return few ? gather(db, { ...query, ranges: [{ where: few, served: {} }] }) : [];
}

/** These ranges in each of the states. */
function inStates(states: Pick<States, 'ranges'>, ranges: readonly Range[]): Range[] {
  return states.ranges.flatMap((conditions) =>
    ranges.map((range) => ({ ...range, where: [...conditions, ...range.where] })),
  );
}

async function findInOrder(
  db: Db,
  query: ListQuery,
  states: States,
  ranges: readonly Range[],
): Promise<Entry[]> {
  const { limit, offset } = query;
  const ended = await gatherEnded(db, query, states);
  // At least so many of the markets before the page are not among these.
  const from = Math.max(0, offset - ended.length);
  const span = { limit: offset - from + limit, offset: from };
  const given = { ...query, ranges: inStates(states, ranges) };
  const walked = await walk(db, given, span);
  return sortAndCut([...walked, ...ended], { ...query, offset: offset - from });
}

function sortAndCut(
  entries: readonly Entry[],
  { order, after, limit, offset }: Pick<ListQuery, 'order' | 'after' | 'limit' | 'offset'>,
): Entry[] {
  const compare = compareIn(order);
  const left = after ? entries.filter((entry) => compare(entry, after) > 0) : [...entries];
  return left.sort(compare).slice(offset, offset + limit);
}
