// Chooses how the markets of a list are found: by the index that has fewest of them, or by the one
// that has their order.
import type { UnixSeconds } from '@tote/domain';
import { sql } from 'kysely';
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
import {
  countFew,
  FEW,
  findStates,
  listStates,
  type MarketStatus,
  type States,
} from './list-states.ts';
import { allOf, gather, type Walk, walk } from './walk-markets.ts';

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
  const rare = await findRarest(db, filter.words ?? []);
  if (rare?.count === 0) return [];
  if (rare && rare.count <= FEW) return findByWord(db, query, rare.word);
  const states = await findStates(db, query);
  const choices = listRanges(order.sort === 'volume' ? withoutCurrency(filter) : filter);
  const isNewest = order.sort === 'newest';
  // One filter and the order newest first are one index.
  const isServed = isNewest && choices.length <= 1 && !rare;
  const few = isServed ? undefined : await findFewest(db, states, choices);
  if (few) return findFew(db, query, states, few);
  if (!isNewest) {
    const ranges = order.sort === 'volume' ? rangesByVolume(filter) : EVERYTHING;
    return findInOrder(db, query, states, ranges);
  }
  const [ranges = EVERYTHING] = choices;
  // With many open markets and no other filter, those that have the word are found by it.
  const isByWord = rare && choices.length === 0;
  if (isByWord && (await countRanges(db, states, ranges)) > FEW) {
    return findByWord(db, query, rare.word);
  }
  return findInOrder(db, query, states, ranges);
}

/** The index by volume serves a currency that is the only thing asked for. */
function withoutCurrency({ currency, ...filter }: MarketFilter): MarketFilter {
  return filter.decidedBy === undefined || currency === undefined
    ? filter
    : { ...filter, currency };
}

async function findRarest(
  db: Db,
  words: readonly string[],
): Promise<{ word: string; count: number } | undefined> {
  let rarest: { word: string; count: number } | undefined;
  for (const word of words) {
    const count = await countFew(db, sql`select 1 from market_words where word = ${word}`);
    if (!rarest || count < rarest.count) rarest = { word, count };
  }
  return rarest;
}

/** The ranges with the fewest markets, unless all have more than a few. */
async function findFewest(
  db: Db,
  states: States,
  choices: readonly (readonly Range[])[],
): Promise<readonly Range[] | undefined> {
  let fewest: { ranges?: readonly Range[]; count: number } = { count: FEW + 1 };
  for (const ranges of choices) {
    const count = await countRanges(db, states, ranges);
    if (count < fewest.count) fewest = { ranges, count };
  }
  return fewest.ranges;
}

/** Their markets, whatever else is asked for; at most one more than a few. */
async function countRanges(db: Db, states: States, ranges: readonly Range[]): Promise<number> {
  const selects = inStates(states, ranges).map(
    ({ where }) => sql`select 1 from markets where ${allOf([sql`mismatch is null`, ...where])}`,
  );
  return countFew(db, sql.join(selects, sql` union all `));
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
function inStates(states: States, ranges: readonly Range[]): Range[] {
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
