// Lists of markets, compared with a list that is filtered and sorted here: every filter, order and
// status, in any combination, by offset and by cursor, with few markets and with many.

import { encodeBase58 } from '@tote/chain/lib/base58';
import { sha256 } from '@tote/chain/lib/sha256';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { Chance } from '../../../tools/soak/chance.ts';
import { count } from '../../../tools/test-setup/stage.ts';
import { MARKET_SORTS } from '../../src/store/projection/find-list.ts';
import { listMarkets, type MarketPage } from '../../src/store/projection/list-markets.ts';
import { MarketCache } from '../../src/store/projection/market-cache.ts';
import type { MarketRow } from '../../src/store/projection/market-view.ts';
import { insertMarket } from '../../src/store/projection/save-markets.ts';
import type { Store } from '../../src/store/store.ts';
import { MARKET } from './support/add-market.ts';
import { afterEachQuery } from './support/after-each-query.ts';
import { describeEngines } from './support/engines.ts';

const ROUNDS = count(4, 400, 8);
const NOW = 1_800_000_000;
const DAY = 86_400;
const DECIMALS = { SOL: 9, UTILITY: 6 };
const CREATORS = ['ana', 'ben', 'rare'].map((name) => addressOf(name));
const TOKENS = ['oak', 'sprout', 'rare token'].map((name) => addressOf(name));
const WORDS = ['bitcoin', 'rain', 'Élan', 'oak', '2030', 'moon', 'lisbon'];
const DECIDERS = ['fact', 'samples', 'attestation', 'web'] as const;

function addressOf(name: string): string {
  return encodeBase58(sha256(name));
}

/** Mostly one of the first, rarely the last. */
function pickUneven<T>(chance: Chance, values: readonly T[]): T {
  return chance.between(0, 50) === 0 ? (values.at(-1) as T) : chance.pick(values.slice(0, -1));
}

/** `recentOf`: of so many ended markets, one ended within a day. */
function makeMarkets(count: number, chance: Chance, recentOf: number): MarketRow[] {
  return Array.from({ length: count }, (_, index) => {
    const address = addressOf(`market ${index} of ${count}`);
    const state = BigInt(chance.pick([1, 1, 1, 2, 2, 3]));
    const isRecent = chance.between(0, recentOf) === 0;
    const resolvedAt = BigInt(NOW - (isRecent ? 0 : DAY) - chance.between(0, DAY));
    const isVetoable = state === 2n && chance.between(0, 4) === 0;
    const words = [pickUneven(chance, WORDS), chance.pick(WORDS.slice(0, 3)), 'Will'];
    return {
      ...MARKET,
      ...{ id: `market_${address}`, address, creator: pickUneven(chance, CREATORS) },
      question: `${words.join(' ')}, or not?`,
      ...{ condition: '{}', source: 0n, sequence: 1n },
      token_address: chance.between(0, 3) === 0 ? null : pickUneven(chance, TOKENS),
      currency: BigInt(pickUneven(chance, [0, 0, 1])),
      decided_by: pickUneven(chance, DECIDERS),
      // Several in one slot, in an order that the ids do not have.
      created_slot: BigInt(1_000 + Math.floor(index / 5)),
      nonce: BigInt(index * 7 + 1),
      created_at: BigInt(NOW - 3 * DAY + Math.floor(index / 100)),
      expires_at: BigInt(NOW + chance.between(0, 200) - 50),
      pool_yes: BigInt(chance.pick([0, 1, 1_000_000, 2_500_000_000, chance.between(0, 10 ** 9)])),
      pool_no: BigInt(chance.pick([0, 3, 1_000_000])),
      state,
      resolved_at: state === 1n ? null : resolvedAt,
      veto_ends_at:
        state === 1n ? null : isVetoable ? BigInt(NOW + chance.between(0, 3) - 1) : resolvedAt,
      mismatch: chance.between(0, 40) === 0 ? 'it differs' : null,
    };
  });
}

async function addMarkets(store: Store, markets: readonly MarketRow[]): Promise<void> {
  await store.write(async (db) => {
    for (const market of markets) await insertMarket(db, market);
  });
}

const isListed = (row: MarketRow, status: MarketPage['status']): boolean => {
  const { state, veto_ends_at: end, resolved_at: resolved } = row;
  if (row.mismatch !== null) return false;
  if (state === 1n) return status !== 'resolved';
  const isProposed = state === 2n && end! > BigInt(NOW) && end! > resolved!;
  if (status === 'open') return isProposed;
  if (status === 'resolved') return !isProposed;
  return end! > BigInt(NOW - DAY);
};

/** What the list must be, without limit and offset. */
function expectedIds(markets: readonly MarketRow[], page: Partial<MarketPage>): string[] {
  const { status, sort = 'newest', creator, tokenAddress, currency, decidedBy, words = [] } = page;
  const units = (row: MarketRow) =>
    (row.pool_yes + row.pool_no) * (row.currency === 0n ? 1n : 1_000n);
  const newest = (a: MarketRow, b: MarketRow) =>
    Number(b.created_slot - a.created_slot || b.nonce - a.nonce);
  const orders = {
    newest,
    volume: (a: MarketRow, b: MarketRow) => Number(units(b) - units(a)) || newest(a, b),
    endingSoon(a: MarketRow, b: MarketRow) {
      const [pastA, pastB] = [a.expires_at <= NOW, b.expires_at <= NOW];
      if (pastA !== pastB) return pastA ? 1 : -1;
      const order = Number(a.expires_at - b.expires_at) || (a.id < b.id ? -1 : 1);
      return pastA ? -order : order;
    },
  };
  return markets
    .filter((row) => isListed(row, status))
    .filter((row) => creator === undefined || row.creator === creator)
    .filter((row) => tokenAddress === undefined || row.token_address === tokenAddress)
    .filter((row) => currency === undefined || (row.currency === 0n) === (currency === 'SOL'))
    .filter((row) => decidedBy === undefined || row.decided_by === decidedBy)
    .filter((row) => {
      const asked = row.question.toLowerCase().split(/[^\p{L}\p{N}]+/u);
      return words.every((word) => asked.includes(word));
    })
    .sort(orders[sort])
    .map(({ id }) => id);
}

function makePage(chance: Chance): MarketPage {
  const maybe = <T>(name: string, values: readonly T[]) =>
    chance.between(0, 3) === 0 ? { [name]: chance.pick(values) } : {};
  const words = ['bitcoin', 'rain', 'élan', 'oak', 'lisbon', 'will', 'nothing'];
  return {
    ...maybe('status', ['open', 'resolved']),
    ...maybe('creator', CREATORS),
    ...maybe('tokenAddress', TOKENS),
    ...maybe('currency', ['SOL', 'UTILITY']),
    ...maybe('decidedBy', DECIDERS),
    ...(chance.between(0, 3) === 0 && {
      words: [...new Set([chance.pick(words), chance.pick(words)])],
    }),
    sort: chance.pick(MARKET_SORTS),
    limit: chance.pick([1, 7, 20, 100]),
    offset: chance.pick([0, 0, 3, 60, 1_200]),
  };
}

const reader = (store: Pick<Store, 'db'>, cache = new MarketCache({ isOn: false })) => {
  return async (page: MarketPage) => {
    const at = { now: unixSeconds(NOW), decimals: DECIMALS };
    const { markets, nextCursor } = await listMarkets(store, cache, page, at);
    return { ids: markets.map(({ id }) => id), nextCursor };
  };
};

describeEngines(['postgres', 'memory'], (engine) => {
  // With more than 1,000 of a kind the indexes are walked; below, everything is sorted in memory.
  test.each([
    ['few', 300, 3],
    ['many, few of which ended today', 3_600, 40],
    ['many, many of which ended today', 3_600, 1],
  ])('any filter and order gives what it says: %s', async (_, count, recentOf) => {
    const seed = Number(process.env.TOTE_SEED ?? Date.now() % 2 ** 31);
    const store = await engine.open();
    const chance = new Chance(seed, 'lists');
    const markets = makeMarkets(count, chance, recentOf);
    await addMarkets(store, markets);
    const list = reader(store);
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = makePage(chance);
      const all = expectedIds(markets, page);
      const { limit, offset } = page;
      const { ids, nextCursor } = await list(page);
      const which = `TOTE_SEED=${seed} ${JSON.stringify(page)}`;
      expect(ids, which).toEqual(all.slice(offset, offset + limit));
      expect(nextCursor !== null, which).toBe(all.length > offset + limit);
      if (nextCursor === null) continue;
      const next = await list({ ...page, offset: 0, cursor: nextCursor });
      expect(next.ids, which).toEqual(all.slice(offset + limit, offset + 2 * limit));
    }
  });

  test.each(MARKET_SORTS)('pages by cursor are whole while markets appear: %s', async (sort) => {
    const store = await engine.open();
    const markets = makeMarkets(130, new Chance(1, 'lists'), 2);
    await addMarkets(store, markets.slice(0, 100));
    const list = reader(store);
    const before: string[] = (await list({ sort, limit: 100, offset: 0 })).ids;
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 100; page += 1) {
      const { ids, nextCursor } = await list({ sort, limit: 7, offset: 0, cursor });
      found.push(...ids);
      await addMarkets(store, markets.slice(100 + page, 101 + page));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    const known = new Set<string>(before);
    expect(found.filter((id) => known.has(id))).toEqual(before);
    expect(new Set(found).size).toBe(found.length);
  });

  test('a cursor that is not ours, or of another order, is refused', async () => {
    const store = await engine.open();
    await addMarkets(store, makeMarkets(100, new Chance(2, 'lists'), 1));
    const list = reader(store);
    const { nextCursor } = await list({ limit: 5, offset: 0 });
    const page = { limit: 5, offset: 0 };
    const other = list({ ...page, sort: 'volume', cursor: nextCursor! });
    await expect(other).rejects.toMatchObject({ code: 'cursor_invalid' });
    const parts = JSON.parse(Buffer.from(nextCursor!, 'base64url').toString());
    for (const [index, value] of [
      [0, 'oldest'],
      [1, '99999999999999999999'],
      // No time: PostgreSQL cannot subtract it from one.
      [1, '-9223372036854775807'],
      [2, '9223372036854775808'],
      [3, 1],
      [6, 'x'],
      [6, null],
      [7, "market_' or 1=1"],
      [8, 1],
    ] as const) {
      const changed = [...parts];
      changed[index] = value;
      const cursor = Buffer.from(JSON.stringify(changed)).toString('base64url');
      await expect(list({ ...page, cursor }), JSON.stringify(changed)).rejects.toMatchObject({
        code: 'cursor_invalid',
      });
    }
    for (const cursor of ['', 'x', 'bnVsbA', 'e30', 'W10']) {
      await expect(list({ ...page, cursor })).rejects.toMatchObject({ code: 'cursor_invalid' });
    }
  });

  test.each(MARKET_SORTS)('lists by %s are kept until something in them changes', async (sort) => {
    const store = await engine.open();
    const rows = makeMarkets(30, new Chance(7, 'lists'), 3).map((row) => ({ ...row, state: 1n }));
    await addMarkets(store, rows);
    let reads = 0;
    let during = async () => {};
    const count = async () => {
      reads += 1;
      await during();
    };
    const db = store.db.withPlugin(afterEachQuery(count));
    const cache = new MarketCache({ isOn: true });
    const list = reader({ db }, cache);
    const read = async () => (await list({ sort, limit: 30, offset: 0 })).ids;
    const truth = async () => (await reader(store)({ sort, limit: 30, offset: 0 })).ids;
    const first = await read();
    expect(first).toEqual(await truth());
    const before = reads;
    expect(await read()).toEqual(first);
    expect(reads).toBe(before);
    const [last] = rows.filter(({ id }) => id === first.at(-1)) as [MarketRow];
    const change = async (changed: MarketRow) => {
      const { pool_yes, state } = changed;
      await store.write(async (db) => {
        const update = db.updateTable('markets').set({ pool_yes, state });
        await update.where('id', '=', changed.id).execute();
      });
      cache.set(changed);
    };
    await change({ ...last, pool_yes: 10n ** 15n, sequence: 2n });
    expect(await read()).toEqual(await truth());
    cache.clear();
    // A change between the reading and the answer: the next answer has it.
    during = async () => {
      during = async () => {};
      await change({ ...last, pool_yes: 1n, state: 3n, resolved_at: 1n, sequence: 3n });
    };
    await read();
    expect(await read()).toEqual(await truth());
  });
});
