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

async function planOf(read: (db: Db) => Promise<unknown>): Promise<string> {
  const [plan] = await plansOf(read);
  if (plan === undefined) throw new Error('nothing was queried');
  return plan;
}

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

test('whether a market depends on other accounts is found in indexes', async () => {
  const demo = ['nora' as Address];
  const plan = await planOf((db) => hasObservedMarket(db, { demo, soon: unixSeconds(1) }));
  expect(plan).toContain('INDEX markets_decided_by_state_expires_at_id (decided_by=? AND state=?)');
  expect(plan).not.toContain('SCAN markets');
});

describe('by an index, without sorting', () => {
  test('the due markets of a kind', async () => {
    const now = 1 as Parameters<typeof listExpiredMarkets>[1];
    const page = { limit: 10 };
    for (const plan of [
      await planOf((db) => listExpiredMarkets(db, now, page, 'web')),
      await planOf((db) => listOpenMarkets(db, 'web', page)),
    ]) {
      expect(plan).toContain('USING INDEX markets_decided_by_state_expires_at_id');
      expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  test('the seconds in which something becomes due, without the markets of other times', async () => {
    const plan = await planOf((db) => listDueTimes(db, unixSeconds(1), unixSeconds(60)));
    expect(plan).toContain('markets_state_closes_at_id (state=? AND closes_at>? AND closes_at<?)');
    expect(plan).toContain('(state=? AND expires_at<?)');
    expect(plan).toContain('USING INDEX markets_account_closed_id (account_closed=?)');
    expect(plan).not.toContain('SCAN markets');
  });

  test('the positions of a market that are left to settle', async () => {
    const plan = await planOf((db) => listUnsettledPositions(db, 'market_1', 10));
    expect(plan).toContain(
      'USING COVERING INDEX positions_market_id_payout_bettor (market_id=? AND payout=?)',
    );
    expect(plan).not.toContain('TEMP B-TREE');
  });

  test('the markets with positions that are left to settle', async () => {
    const now = 1 as Parameters<typeof listUnsettledMarkets>[1];
    const plan = await planOf((db) => listUnsettledMarkets(db, now, { limit: 10 }));
    expect(plan).toContain('USING INDEX markets_fees_moved_id');
    expect(plan).toContain('USING COVERING INDEX positions_market_id_payout_bettor');
    expect(plan).not.toContain('SCAN');
    expect(plan).not.toContain('TEMP B-TREE');
  });

  test('since when the oldest of them waits', async () => {
    const now = 1 as Parameters<typeof findOldestUnsettled>[1];
    const plan = await planOf((db) => findOldestUnsettled(db, now));
    expect(plan).toContain('USING INDEX markets_fees_moved_id');
    expect(plan).not.toContain('SCAN');
  });

  test('a page of the bets of a market, skipping the others in the index', async () => {
    await insertBet();
    const read = (db: Db) => listMarketBets(db, { marketId: 'market_1', limit: 10, offset: 0 });
    const [skip = '', page = ''] = await plansOf(read);
    const index = 'INDEX bets_market_id_sequence_position (market_id=?';
    expect(skip).toContain(`USING COVERING ${index})`);
    expect(page).toContain(`USING ${index} AND (sequence,position)<(?,?))`);
    for (const plan of [skip, page]) expect(plan).not.toContain('TEMP B-TREE');
  });
});

test('what readers of single markets are sent, by an index', async () => {
  const page = { after: 0n, upTo: 10n, markets: new Set(['market_1', 'market_2']), limit: 10 };
  const plan = await planOf((db) => listFeedRows(db, page));
  expect(plan).toContain('USING INDEX feed_market_id_id (market_id=? AND id>? AND id<?)');
  expect(plan).not.toContain('SCAN feed');
});

describe('what a reader with a wallet is sent, by an index', () => {
  const span = { after: 0n, upTo: 10n };

  test('its open positions, without those that are settled', async () => {
    const plan = await planOf((db) => listStakedMarkets(db, 'alice'));
    expect(plan).toContain('USING COVERING INDEX bettors_wallet (wallet=?)');
    expect(plan).toContain('USING COVERING INDEX positions_bettor_payout (bettor=?');
    expect(plan).not.toContain('SCAN');
  });

  test('the markets in which it was paid since', async () => {
    const plan = await planOf((db) => listSettledMarkets(db, 'alice', 5n));
    expect(plan).toContain('USING INDEX feed_wallet_id (wallet=? AND id>?)');
    expect(plan).toContain('feed_bettors USING PRIMARY KEY (bettor=? AND feed_id>?)');
    expect(plan).not.toContain('SCAN feed');
  });

  test('how its markets ended, without their odds', async () => {
    const plan = await planOf((db) => listStakeholderRows(db, ['market_1'], span));
    expect(plan).toContain('USING INDEX feed_stakeholder_events (market_id=? AND id>? AND id<?)');
    expect(plan).not.toContain('SCAN feed');
  });

  test('its own events', async () => {
    const page = { ...span, wallet: 'alice', limit: 10 };
    const plan = (await plansOf((db) => listFeedRows(db, page))).join('\n');
    expect(plan).toContain('USING INDEX feed_wallet_id (wallet=? AND id>? AND id<?)');
    expect(plan).toContain('feed_bettors USING PRIMARY KEY (bettor=? AND feed_id>? AND feed_id<?)');
    expect(plan).not.toContain('TEMP B-TREE');
  });
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
      const plan = await planOf((db) => listMarkets({ db }, cache, page, at));
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

  test('which profits of the week are old', async () => {
    const plan = await planOf((db) => isWeekOver(db, 20_000n));
    expect(plan).toContain('INDEX profits_week_from (week_from<?)');
  });

  test('the settled positions of a wallet, the last first', async () => {
    const cursor = Buffer.from(JSON.stringify(['5', `market_${'1'.repeat(32)}`]));
    const bettor = 'b' as Parameters<typeof listSettled>[1];
    for (const after of [undefined, cursor.toString('base64url')]) {
      const plan = await planOf((db) => listSettled(db, bettor, { limit: 10, cursor: after }));
      expect(plan).toContain('INDEX positions_bettor_settled_at_market_id (bettor=?');
      expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  test('some points of the history of a market, each looked up', async () => {
    const plans = await plansOf((db) => listBetsAtPoints(db, 'market_1', 10));
    expect(plans).toHaveLength(3);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN (?!asked|chosen|CONSTANT)/);
  });

  test('the bets of a wallet', async () => {
    const plans = await plansOf(async (db) => {
      for await (const _ of readMovements(db, 'alice'));
    });
    expect(plans.join('\n')).toContain('INDEX bets_bet_id (bet_id>? AND bet_id<?)');
    expect(plans.join('\n')).toContain('INDEX bets_own (bettor=?');
    for (const plan of plans) expect(plan).not.toContain('SCAN');
  });
});
