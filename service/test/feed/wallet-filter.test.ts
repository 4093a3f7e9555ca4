// What a reader gets that asks for one wallet: in a replay, and live.
import type { MarketId } from '@tote/chain/ids';
import { expect, test } from 'vitest';
import { appendFeed, type EventGroup } from '../../src/feed/event-group.ts';
import { EVENTS } from '../../src/feed/events.ts';
import type { FeedEvent, NewFeedEvent } from '../../src/feed/feed-event.ts';
import { STAKEHOLDER_EVENTS } from '../../src/store/journal/feed.ts';
import type { Store } from '../../src/store/store.ts';
import { describeEngines } from '../store/support/engines.ts';
import { openHub } from './support/open-hub.ts';

/** `bet.confirmed a alice`: type, market and wallet. */
function eventOf(text: string): NewFeedEvent {
  const [type, market = '-', wallet = '-'] = text.split(' ');
  return {
    type,
    marketId: market === '-' ? null : market,
    wallet: wallet === '-' ? null : wallet,
    data: {},
  } as unknown as NewFeedEvent;
}

/** Writes the events, and the positions that they mean. */
async function write(store: Store, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const event = eventOf(text);
    const { type, marketId: market_id, wallet } = event;
    await store.write(async (db) => {
      if (type === 'bet.confirmed' && market_id !== null && wallet !== null) {
        const key = { market_id, bettor: `bettor of ${wallet}` };
        const bettor = { address: key.bettor, wallet };
        await db.insertInto('bettors').values(bettor).onConflict(skip).execute();
        const none = { payout: null, settled_signature: null, settled_at: null };
        const position = { ...key, stake_yes: 1n, stake_no: 0n, ...none };
        await db.insertInto('positions').values(position).onConflict(skip).execute();
      }
      if (type === 'position.settled') {
        const settled = { payout: 1n, settled_signature: 's', settled_at: 1n };
        await db
          .updateTable('positions')
          .set(settled)
          .where('market_id', '=', market_id as string)
          .where('bettor', '=', `bettor of ${wallet}`)
          .execute();
      }
      const isGroup = type === 'position.settled' && wallet !== null;
      await appendFeed(db, [isGroup ? groupOf(event, wallet) : event], 1);
    });
  }
  await store.notify('feed', '');
}

/** As a settlement stores it. */
const groupOf = ({ marketId }: NewFeedEvent, wallet: string): EventGroup => ({
  ...{ type: 'position.settled', marketId: marketId as MarketId, shared: {} },
  each: [{ bettor: `bettor of ${wallet}`, data: {} }],
});

// biome-ignore lint/suspicious/noExplicitAny: of any table
const skip = (conflict: any) => conflict.doNothing();

/** Marked: what concerns alice. */
const HISTORY = [
  '+ market.created a alice',
  '  market.created b bob',
  '  market.created c bob',
  '+ account.deposited - alice',
  '  account.deposited - bob',
  '+ bet.confirmed a alice',
  '  odds.changed a',
  '  bet.confirmed b bob',
  '  market.closed b',
  '+ bet.failed c alice',
  '+ delegate.changed - alice',
  '+ market.closed a',
  '  market.closed c',
  '  attestation.wanted a oracle',
  '+ market.proposed a',
  '  market.proposed b',
  '+ market.vetoed a',
  '+ market.refunded a',
  '  market.resolved b',
  '  market.refunded c',
  '+ position.settled a alice',
  '  position.settled b bob',
  '  settlement.finished a',
  '+ account.withdrawn - alice',
  '  config.applied -',
  '+ bet.confirmed d alice',
  '+ market.closed d',
  '+ market.resolved d',
];
const LATER = [
  '+ bet.confirmed e alice',
  '+ market.closed e',
  '  market.closed f',
  '+ market.resolved e',
  '+ position.settled e alice',
  '  settlement.finished e',
  '+ position.settled d alice',
];

const textsOf = (marked: readonly string[]) => marked.map((line) => line.slice(2));
const hers = (marked: readonly string[]) =>
  textsOf(marked.filter((line) => line.startsWith('+'))).map((text) => typeAndMarket(text));
const typeAndMarket = (text: string) => text.split(' ').slice(0, 2).join(' ');

const textsIn = (seen: readonly FeedEvent[]) =>
  seen.map(({ type, marketId }) => `${type} ${marketId ?? '-'}`);

describeEngines(['memory', 'postgres'], (engine) => {
  async function open() {
    const store = await engine.open();
    return { store, ...(await openHub(store)) };
  }

  test('in a replay from any event on, and then live', async () => {
    const { store, read } = await open();
    await write(store, textsOf(HISTORY));
    const readers = HISTORY.map((_, at) => read({ wallet: 'alice' }, BigInt(at)));
    const other = read({ wallet: 'carol' }, 0n);
    await write(store, textsOf(LATER));
    for (const [at, seen] of readers.entries()) {
      const expected = hers([...HISTORY.slice(at), ...LATER]);
      await expect.poll(() => textsIn(seen)).toEqual(expected);
    }
    expect(other).toEqual([]);
  });

  test('one that comes between two events of its market gets the second', async () => {
    const { store, live, read } = await open();
    await write(store, ['bet.confirmed a alice', 'market.closed a']);
    const seen = read({ wallet: 'alice' }, 2n);
    await live(1);
    await write(store, ['market.resolved b', 'market.resolved a', 'position.settled a alice']);
    await expect.poll(() => textsIn(seen)).toEqual(['market.resolved a', 'position.settled a']);
  });

  test('of one market only', async () => {
    const { store, read } = await open();
    const filter = { wallet: 'alice', marketId: 'd' };
    const seen = read(filter, 0n);
    await write(store, textsOf([...HISTORY, ...LATER]));
    const ofMarket = hers([...HISTORY, ...LATER]).filter((text) => text.endsWith(' d'));
    await expect.poll(() => textsIn(seen)).toEqual(ofMarket);
    const again = read(filter, 0n);
    await expect.poll(() => textsIn(again)).toEqual(ofMarket);
  });

  test('more events than a page holds, of both kinds, in order', async () => {
    const { store, read } = await open();
    const marked: string[] = [];
    for (let market = 0; market < 70; market += 1) {
      marked.push(`+ bet.confirmed m${market} alice`, `  bet.confirmed m${market} bob`);
      marked.push(`+ bet.confirmed m${market} alice`, `  odds.changed m${market}`);
      if (market % 2 === 0) marked.push(`+ market.closed m${market}`);
      if (market % 3 === 0) marked.push(`  market.closed other${market}`);
    }
    for (let market = 0; market < 70; market += 1) {
      marked.push(`+ market.resolved m${market}`);
      if (market % 2 === 0) marked.push(`+ position.settled m${market} alice`);
    }
    await write(store, textsOf(marked));
    const seen = read({ wallet: 'alice' }, 0n);
    await expect.poll(() => seen.length).toBe(hers(marked).length);
    expect(textsIn(seen)).toEqual(hers(marked));
  });
});

test('the events of stakeholders are those that are described as such', () => {
  const described = Object.entries(EVENTS).flatMap(([type, { concerns }]) =>
    concerns === 'all with a stake in it' ? type : [],
  );
  expect(described.sort()).toEqual([...STAKEHOLDER_EVENTS].sort());
});
