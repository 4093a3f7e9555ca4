// Chooses how the markets of a list are found: by the index that has fewest of them, or by the one
// that has their order.
import type { UnixSeconds } from '@tote/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../store.ts';
import {
  checks,
  EVERYTHING,
  hasWord,
  listRanges,
  type MarketFilter,
  type Range,
  rangesByVolume,
  WORD_KEY,
} from './list-filter.ts';
import { compareIn, type Entry, type Order } from './list-order.ts';
import { findStates, listStates, type MarketStatus, type States } from './list-states.ts';
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
  const [rare, states] = await Promise.all([
    findRare(db, filter.words ?? []),
    findStates(db, query),
  ]);
  if (rare?.count === 0) return [];
  if (rare) return findByWord(db, query, rare.word);
  const isNewest = order.sort === 'newest';
  const choices = listRanges(order.sort === 'volume' ? withoutCurrency(filter) : filter, isNewest);
  // One filter and the order newest first are one index.
  const isServed = isNewest && choices.length <= 1;
  const few = isServed ? undefined : await findFewest(db, states, choices);
  if (few) return findFew(db, query, states, few);
  if (!isNewest) {
    const ranges = order.sort === 'volume' ? rangesByVolume(filter) : EVERYTHING;
    return findInOrder(db, query, states, ranges);
  }
  const [ranges = EVERYTHING] = choices;
  return findInOrder(db, query, states, ranges);
}

/** The index by volume serves a currency that is the only thing asked for. */
function withoutCurrency({ currency, ...filter }: MarketFilter): MarketFilter {
  return filter.decidedBy === undefined || currency === undefined
    ? filter
    : { ...filter, currency };
}

/** The rarest of the words, if few markets have it. */
async function findRare(
  db: Db,
  words: readonly string[],
): Promise<{ word: string; count: number } | undefined> {
  const counts = await countEach(
    db,
    words.map((word) => sql`select 1 from market_words where word = ${word}`),
  );
  const place = placeOfLeast(counts);
  return place === undefined
    ? undefined
    : { word: words[place] as string, count: counts[place] as number };
}

/** The ranges with the fewest markets, if these are few. */
async function findFewest(
  db: Db,
  states: States,
  choices: readonly (readonly Range[])[],
): Promise<readonly Range[] | undefined> {
  // By the state alone, because an index has it.
  const inState = states.ranges.map((conditions) => conditions.slice(0, 1));
  const selects = choices.map((ranges) => {
    const listed = inStates({ ranges: inState }, ranges).map(
      ({ where }) => sql`select 1 from markets where ${allOf([sql`mismatch is null`, ...where])}`,
    );
    return sql.join(listed, sql` union all `);
  });
  const place = placeOfLeast(await countEach(db, selects));
  return place === undefined ? undefined : choices[place];
}

/** How many rows each has; at most one more than few. */
async function countEach(db: Db, selects: readonly Sql[]): Promise<number[]> {
  if (selects.length === 0) return [];
  const counts = selects.map((select, index) => {
    const name = sql.raw(`count${index}`);
    return sql`(select count(*) from (${select} limit ${BigInt(RARE + 1)}) as few) as ${name}`;
  });
  const { rows } = await sql<Record<string, bigint>>`select ${sql.join(counts)}`.execute(db);
  return selects.map((_, index) => Number(rows[0]?.[`count${index}`]));
}

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
