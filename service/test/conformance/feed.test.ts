// The feed over SSE and WebSocket, and reads that see every write.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { until } from '../../../tools/test-setup/until.ts';
import { World } from '../support/world.ts';
import { type Envelope, EventReader } from './support/event-reader.ts';
import { expectRefusal } from './support/refusal.ts';

let world: World;
let marketId: string;
let other: string;
let all: EventReader;
let live: EventReader;
const messages: Envelope[] = [];

const url = (query = '') => `${world.service.baseUrl}/events${query}`;
const waitFor = (reader: EventReader, type: string) =>
  expect.poll(() => reader.types).toContain(type);

/** The life of a market: created, two bets, closed, resolved, settled. */
beforeAll(async () => {
  world = await World.start();
  live = await EventReader.open(url('?lastEventId=0'));
  const { baseUrl } = world.service;
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/ws?lastEventId=0`);
  socket.on('message', (data) => messages.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once('open', resolve));
  const { body } = await world.get('/config');
  const at = (seconds: number) => new Date(Date.parse(body.now) + seconds * 1_000).toISOString();
  marketId = await world.createMarket({ expireAt: at(600), bettingClosesAt: at(300) });
  other = await world.createMarket();
  await world.bet(marketId, 'alice', 'Yes', 1);
  // Bets that are recorded together change the odds once.
  await until(() => expect(live.types).toContain('odds.changed'));
  await world.bet(marketId, 'bob', 'No', 3);
  await world.advance(301);
});
afterAll(async () => {
  for (const reader of [all, live]) reader?.close();
  await world.close();
});

describe('the feed', () => {
  const LIFE = [
    'market.created',
    'bet.confirmed',
    'odds.changed',
    'bet.confirmed',
    'odds.changed',
    'market.closed',
    'market.resolved',
    'position.settled',
    'position.settled',
    'settlement.finished',
  ];
  /** A slow machine may announce that a bet is pending, too. */
  const ofMarket = (reader: EventReader) =>
    reader.events.filter(
      ({ event, data }) => data.marketId === marketId && event !== 'bet.pending',
    );

  test('has the events of a market in order', async () => {
    await waitFor(live, 'market.closed');
    await world.advance(300);
    await waitFor(live, 'settlement.finished');
    const types = ofMarket(live).map(({ event }) => event);
    // A bet and its change of odds are written together, in either order.
    const sorted = (list: string[]) => [
      list[0],
      ...[list.slice(1, 3), list.slice(3, 5)].map((pair) => pair.sort().join(' ')),
      ...list.slice(5),
    ];
    expect(sorted(types)).toEqual(sorted([...LIFE]));
  });

  test('one envelope {id, type, marketId, data, at}; ids increase', () => {
    expect(live.response.headers.get('content-type')).toContain('text/event-stream');
    for (const { id, event, data } of live.events) {
      expect(Object.keys(data)).toEqual(['id', 'type', 'marketId', 'data', 'at']);
      expect([data.id, data.type]).toEqual([id, event]);
      expect(new Date(data.at).toISOString()).toBe(data.at);
    }
    const ids = live.events.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('Last-Event-ID replays everything after it, without a gap', async () => {
    const seen = ofMarket(live);
    const from = seen[2]?.id ?? '';
    all = await EventReader.open(url(), { 'last-event-id': from });
    await waitFor(all, 'settlement.finished');
    const expected = live.events.filter(({ id }) => Number(id) > Number(from));
    await expect.poll(() => all.events.length).toBeGreaterThanOrEqual(expected.length);
    expect(all.events.slice(0, expected.length)).toEqual(expected);
  });

  test('by market, and by wallet', async () => {
    const byMarket = await EventReader.open(url(`?marketId=${marketId}&lastEventId=0`));
    const { address } = world.wallet('bob');
    const byWallet = await EventReader.open(url(`?wallet=${address}&lastEventId=0`));
    const elsewhere = await EventReader.open(url(`?marketId=${other}&lastEventId=0`));
    await waitFor(byMarket, 'settlement.finished');
    await waitFor(byWallet, 'bet.confirmed');
    await waitFor(elsewhere, 'market.created');
    expect(byMarket.events).toEqual(ofMarket(live));
    await waitFor(byWallet, 'position.settled');
    const ofBob = byWallet.events.filter(({ data }) => data.marketId === marketId);
    expect(ofBob.map(({ event }) => event)).toEqual([
      ...['bet.confirmed', 'market.closed', 'market.resolved', 'position.settled'],
    ]);
    for (const { event, data } of ofBob) {
      if (!event.startsWith('market.')) expect(data.data.wallet).toBe(address);
    }
    expect(elsewhere.types).toEqual(['market.created']);
    for (const reader of [byMarket, byWallet, elsewhere]) reader.close();
  });

  test('the WebSocket sends the same envelopes', async () => {
    const events = () => messages.filter(({ type }) => type !== 'heartbeat');
    await expect.poll(() => events().length - live.events.length).toBe(0);
    expect(events()).toEqual(live.events.map(({ data }) => data));
  });

  test('an invalid filter is refused before the stream starts', async () => {
    expectRefusal(await world.get('/events?marketId=x'), 404, 'market_not_found');
    expectRefusal(await world.get('/events?wallet=x'), 400, 'address_invalid');
    expectRefusal(await world.get('/events?lastEventId=-1'), 400, 'field_invalid');
    const headers = { 'last-event-id': 'x' };
    expectRefusal(await world.get('/events', { headers }), 400, 'field_invalid');
    expectRefusal(await world.get('/ws'), 426, 'websocket_required');
  });
});

describe('read your own writes', () => {
  test('the first bet after a start has its wallet at once', async () => {
    await using fresh = await World.start();
    const id = await fresh.createMarket();
    const { body } = await fresh.bet(id, 'alice', 'Yes', 1);
    const { address } = fresh.wallet('alice');
    expect((await fresh.get(`/bets/${body.betId}`)).body.wallet).toBe(address);
    const { bets } = (await fresh.get(`/transactions/${body.transactionId}`)).body;
    expect(bets.map(({ wallet }: { wallet: string }) => wallet)).toEqual([address]);
    expect((await fresh.get(`/markets/${id}/bets`)).body[0].wallet).toBe(address);
  });

  test('right after a 201 every read shows the bet', async () => {
    const id = await world.createMarket();
    for (let bets = 1; bets <= 10; bets += 1) {
      const { body } = await world.bet(id, 'alice', 'Yes', 0.1);
      const [market, bet, transaction, list, history, account] = await Promise.all([
        world.get(`/markets/${id}`, { as: 'alice' }),
        world.get(`/bets/${body.betId}`),
        world.get(`/transactions/${body.transactionId}`),
        world.get(`/markets/${id}/bets?limit=1`),
        world.get(`/markets/${id}/history?limit=100`),
        world.get('/account', { as: 'alice' }),
      ]);
      expect(market.body.betCount).toBe(bets);
      expect(market.body.outcomes[0].totalStake).toBe(body.newTotalStake.Yes);
      expect(market.body.yours.stakes.Yes).toBe(body.newTotalStake.Yes);
      const wallet = world.wallet('alice').address;
      expect([bet.body.wallet, list.body[0].wallet]).toEqual([wallet, wallet]);
      expect([bet.body.state, list.body[0].betId]).toEqual(['confirmed', body.betId]);
      expect(transaction.body.bets.map((each: Envelope & { betId: string }) => each.betId)).toEqual(
        [body.betId],
      );
      expect(history.body).toHaveLength(bets);
      expect(account.body.positions[0].marketId).toBe(id);
    }
  });
});
