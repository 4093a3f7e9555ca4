// Queries that run again and again find their rows by an index, and read no others.
import type { Address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  listFeedRows,
  listSettledMarkets,
  listStakeholderRows,
} from '../../src/store/journal/feed.ts';
import { findReachedLimit, sumRentsOfDay } from '../../src/store/journal/payments.ts';
import { migrate } from '../../src/store/migrate.ts';
import { listBetsAtPoints, listMarketBets } from '../../src/store/projection/bets.ts';
import { readMovements } from '../../src/store/projection/ledger.ts';
import { writeCursor } from '../../src/store/projection/list-cursor.ts';
import {
  findOldestUnsettled,
  hasObservedMarket,
  listDueTimes,
  listExpiredMarkets,
  listOpenMarkets,
  listUnsettledMarkets,
  listUnsettledPositions,
} from '../../src/store/projection/list-due-markets.ts';
import { listMarkets, type MarketPage } from '../../src/store/projection/list-markets.ts';
import { MarketCache } from '../../src/store/projection/market-cache.ts';
import { listSettled, listStakedMarkets } from '../../src/store/projection/positions.ts';
import { isWeekOver, listLeaders, WINDOWS } from '../../src/store/projection/profits.ts';
import { openVolatileSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import type { Db, Store } from '../../src/store/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openVolatileSqlite(() => {});
  await migrate(store);
});
afterAll(() => store.close());

async function plansOf(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const queries: CompiledQuery[] = [];
  const { db } = store;
  const spy = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      return result;
    },
  });
  const executor = spy.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  executor.executeQuery = ((query: CompiledQuery) => {
    queries.push(query);
    return execute(query);
  }) as typeof executor.executeQuery;
  await read(spy as Db);
  return Promise.all(
    queries.map(async (query) => {
      const explained = { ...query, sql: `explain query plan ${query.sql}` };
      const { rows } = await db.executeQuery<{ detail: string }>(explained);
      return rows.map(({ detail }) => detail).join('\n');
    }),
  );
}

const NOW = unixSeconds(1);
const PAGE = { limit: 10 };
const SPAN = { after: 0n, upTo: 10n };
const DUE = 'USING INDEX markets_decided_by_state_expires_at_id';
const SORT = 'TEMP B-TREE';
const place = Buffer.from(JSON.stringify(['5', `market_${'1'.repeat(32)}`])).toString('base64url');
const settledOf = (cursor?: string) => (db: Db) =>
  listSettled(db, 'b' as Parameters<typeof listSettled>[1], { limit: 10, cursor });

test.each<[string, (db: Db) => Promise<unknown>, has: string[], lacks: string[]]>([
  [
    'whether a market depends on other accounts',
    (db) => hasObservedMarket(db, { demo: ['nora' as Address], soon: NOW }),
    ['INDEX markets_decided_by_state_expires_at_id (decided_by=? AND state=?)'],
    ['SCAN markets'],
  ],
  ['the due markets of a kind', (db) => listExpiredMarkets(db, NOW, PAGE, 'web'), [DUE], [SORT]],
  ['the open markets of a kind', (db) => listOpenMarkets(db, 'web', PAGE), [DUE], [SORT]],
  [
    'the seconds in which something becomes due, without the markets of other times',
    (db) => listDueTimes(db, NOW, unixSeconds(60)),
    [
      'markets_state_closes_at_id (state=? AND closes_at>? AND closes_at<?)',
      '(state=? AND expires_at<?)',
      'USING INDEX markets_account_closed_id (account_closed=?)',
    ],
    ['SCAN markets'],
  ],
  [
    'the positions of a market that are left to settle',
    (db) => listUnsettledPositions(db, 'market_1', 10),
    ['USING COVERING INDEX positions_market_id_payout_bettor (market_id=? AND payout=?)'],
    [SORT],
  ],
  [
    'the markets with positions that are left to settle',
    (db) => listUnsettledMarkets(db, NOW, PAGE),
    ['USING INDEX markets_fees_moved_id', 'USING COVERING INDEX positions_market_id_payout_bettor'],
    ['SCAN', SORT],
  ],
  [
    'since when the oldest of them waits',
    (db) => findOldestUnsettled(db, NOW),
    ['USING INDEX markets_fees_moved_id'],
    ['SCAN'],
  ],
  [
    'what readers of single markets are sent',
    (db) => listFeedRows(db, { ...SPAN, ...PAGE, markets: new Set(['market_1', 'market_2']) }),
    ['USING INDEX feed_market_id_id (market_id=? AND id>? AND id<?)'],
    ['SCAN feed'],
  ],
  [
    'the open positions of a wallet, without those that are settled',
    (db) => listStakedMarkets(db, 'alice'),
    [
      'USING COVERING INDEX bettors_wallet (wallet=?)',
      'USING COVERING INDEX positions_bettor_payout (bettor=?',
    ],
    ['SCAN'],
  ],
  [
    'the markets in which a wallet was paid since',
    (db) => listSettledMarkets(db, 'alice', 5n),
    [
      'USING INDEX feed_wallet_id (wallet=? AND id>?)',
      'feed_bettors USING PRIMARY KEY (bettor=? AND feed_id>?)',
    ],
    ['SCAN feed'],
  ],
  [
    'how the markets of a wallet ended, without their odds',
    (db) => listStakeholderRows(db, ['market_1'], SPAN),
    ['USING INDEX feed_stakeholder_events (market_id=? AND id>? AND id<?)'],
    ['SCAN feed'],
  ],
  [
    'the events of a wallet',
    (db) => listFeedRows(db, { ...SPAN, ...PAGE, wallet: 'alice' }),
    [
      'USING INDEX feed_wallet_id (wallet=? AND id>? AND id<?)',
      'feed_bettors USING PRIMARY KEY (bettor=? AND feed_id>? AND feed_id<?)',
    ],
    [SORT],
  ],
  [
    'which profits of the week are old',
    (db) => isWeekOver(db, 20_000n),
    ['INDEX profits_week_from (week_from<?)'],
    [],
  ],
  ...[undefined, place].map(
    (cursor): [string, ReturnType<typeof settledOf>, string[], string[]] => [
      `the settled positions of a wallet, the last first, after ${cursor}`,
      settledOf(cursor),
      ['INDEX positions_bettor_settled_at_market_id (bettor=?'],
      [SORT],
    ],
  ),
  [
    'the bets of a wallet',
    async (db) => {
      for await (const _ of readMovements(db, 'alice'));
    },
    ['INDEX bets_bet_id (bet_id>? AND bet_id<?)', 'INDEX bets_own (bettor=?'],
    ['SCAN'],
  ],
])('%s: by an index', async (_, read, has, lacks) => {
  const plans = (await plansOf(read)).join('\n');
  for (const part of has) expect(plans).toContain(part);
  for (const part of lacks) expect(plans).not.toContain(part);
});

test('a page of the bets of a market skips the others in the index', async () => {
  await insertBet();
  const read = (db: Db) => listMarketBets(db, { marketId: 'market_1', limit: 10, offset: 0 });
  const [skip = '', page = ''] = await plansOf(read);
  const index = 'INDEX bets_market_id_sequence_position (market_id=?';
  expect(skip).toContain(`USING COVERING ${index})`);
  expect(page).toContain(`USING ${index} AND (sequence,position)<(?,?))`);
  for (const plan of [skip, page]) expect(plan).not.toContain(SORT);
});

describe('lists of markets walk through an index in their order', () => {
  const creator = 'c';
  const tokenAddress = 't';
  test.each<[string, Partial<MarketPage>]>([
    ['markets_state_created_slot_nonce_id', {}],
    ['markets_state_created_slot_nonce_id', { status: 'open' }],
    ['markets_state_created_slot_nonce_id', { status: 'resolved' }],
    ['markets_creator_state_created_slot_nonce_id', { creator }],
    ['markets_creator_state_created_slot_nonce_id', { creator, status: 'resolved' }],
    ['markets_token_address_state_created_slot_nonce_id', { tokenAddress }],
    ['markets_state_decided_by_created_slot_nonce_id', { decidedBy: 'fact' }],
    ['markets_state_currency_created_slot_nonce_id', { currency: 'UTILITY' }],
    ['markets_volume', { sort: 'volume', currency: 'SOL' }],
    ['markets_volume', { sort: 'volume' }],
    ['markets_state_expires_at_id', { sort: 'endingSoon' }],
  ])('%s: %j', async (index, fields) => {
    const cache = new MarketCache({ isOn: false });
    const at = { now: unixSeconds(1_000_000), decimals: { SOL: 9, UTILITY: 6 } };
    const place = placeOf(fields.sort);
    for (const page of [
      { limit: 20, offset: 0, ...fields },
      { limit: 20, offset: 0, ...fields, cursor: place },
    ]) {
      const [plan] = await plansOf((db) => listMarkets({ db }, cache, page, at));
      expect(plan).toContain(`INDEX ${index}`);
      expect(plan).not.toContain('SCAN markets');
      // Only the markets that ended today, and the first of each part, are sorted.
      expect(plan).not.toMatch(/markets_(?!veto_ends_at).*\n.*TEMP B-TREE/);
    }
  });

  function placeOf(sort: MarketPage['sort'] = 'newest'): string {
    const id = `market_${'1'.repeat(32)}`;
    const numbers = {
      created_slot: 1n,
      nonce: 1n,
      expires_at: 2_000_000n,
      currency: 0n,
      volume: 1,
    };
    return writeCursor({ sort, at: 1_000_000n, last: { id, ...numbers } });
  }
});

test('the open markets of a creator that we paid, without a look at the others', async () => {
  const rent = {
    ...{ creator: 'alice', marketId: 'market_1', lamports: 1n, expiresAt: 1 as never },
    ...{ day: 1, balance: 1n },
  };
  const limits = { marketsPerCreator: 0, rentPercentPerDay: 0 };
  const [all = '', open = ''] = await plansOf((db) => findReachedLimit(db, rent, limits));
  for (const plan of [all, open]) {
    expect(plan).toContain('SEARCH paid_rents USING PRIMARY KEY (creator=?)');
    expect(plan).not.toContain('SCAN');
  }
  expect(open).toContain('SEARCH submissions USING INDEX submissions_created_at');
  const [today = ''] = await plansOf((db) => sumRentsOfDay(db, 1));
  expect(today).toContain('SEARCH paid_rents USING INDEX paid_rents_day (day=?)');
  expect(today).not.toContain('SCAN');
});

async function insertBet(): Promise<void> {
  const bet = {
    ...{ signature: 's', instruction: 0n, position: 0n, bet_id: 'b', market_id: 'market_1' },
    ...{ bettor: '1'.repeat(32), outcome: 1n, amount: 1n, pool_yes: 1n, pool_no: 0n, sequence: 1n },
    ...{ slot: 1n, placed_at: 1n },
  };
  await store.write((db) => db.insertInto('bets').values(bet).execute());
}

describe('what bets came to, by an index', () => {
  const page = { currency: 'SOL', limit: 10 } as const;
  const indexes = { all: 'profits_all', day: 'profits_day', week: 'profits_week' } as const;

  test.each(WINDOWS)('the leaderboard of %s, whatever the page', async (window) => {
    const place = ['SOL', '5', '1'.repeat(32), 10];
    const cursor = Buffer.from(JSON.stringify([window, ...place])).toString('base64url');
    const first = await plansOf((db) => listLeaders(db, { ...page, window }, 20_000n));
    const later = await plansOf((db) => listLeaders(db, { ...page, window, cursor }, 20_000n));
    expect([first.length, later.length]).toEqual([1, 2]);
    for (const plan of [...first, ...later]) {
      expect(plan).toContain(`USING COVERING INDEX ${indexes[window]} (currency=?`);
      expect(plan).not.toContain('TEMP B-TREE');
      expect(plan).not.toContain('SCAN');
    }
    const column = { all: 'profit', day: 'day_profit', week: 'week_profit' }[window];
    expect(later[0]).toContain(`${column}=? AND bettor>?`);
    expect(later[1]).toContain(`${column}<?`);
  });

  test('some points of the history of a market, each looked up', async () => {
    const plans = await plansOf((db) => listBetsAtPoints(db, 'market_1', 10));
    expect(plans).toHaveLength(3);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN (?!asked|chosen|CONSTANT)/);
  });
});
