// The feed: against the real service, and against servers that break it in every way.
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import {
  createTote,
  decimal,
  type FeedItem,
  type FeedOptions,
  type FeedState,
  type ToteError,
} from '../src/index.ts';
import { type Handler, refuse, startWrongServer } from './support/server.ts';

const NEWEST = String(Number.MAX_SAFE_INTEGER);
const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

const oddsChanged = (id: number, fields: object = {}) => ({
  ...{ id: String(id), type: 'odds.changed', marketId: 'market_1', at: '2030-01-01T00:00:00.000Z' },
  data: { odds: { Yes: 1, No: 0 }, totalStake: { Yes: 1.5, No: 0 }, sequence: id },
  ...fields,
});
const reset = (id: number, lastEventId: string) => ({
  ...{ id: String(id), type: 'feed.reset', marketId: null, at: '2030-01-01T00:00:00.000Z' },
  data: { lastEventId, resumesAfter: String(id) },
});

interface Envelope {
  readonly id: string;
  readonly type: string;
}

const frameOf = (event: Envelope) =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function send(response: ServerResponse, ...events: readonly Envelope[]): void {
  if (!response.headersSent) response.writeHead(200, STREAM).write('retry: 2000\n: connected\n\n');
  response.write(events.map(frameOf).join(''));
}

const HEARTBEAT = `event: heartbeat\ndata: ${JSON.stringify({
  type: 'heartbeat',
  at: '2030-01-01T00:00:00.000Z',
  chainTime: '2030-01-01T00:00:01Z',
})}\n\n`;

/** The answer to the first question, for the present id. */
const start = (response: ServerResponse, id: number) => send(response, reset(id, NEWEST));

async function connect(handle: Handler, options: FeedOptions = {}) {
  const server = await startWrongServer(handle);
  const states: FeedState[] = [];
  const tote = createTote({ url: server.url, credential: { apiKey: 'secret' } });
  const feed = tote.feed({ onState: (state) => states.push(state), ...options });
  const asked = () =>
    server.received.map(({ path }) => new URL(path, server.url).searchParams.get('lastEventId'));
  return { server, feed, states, asked };
}

/** The first items, and what is thrown, if anything. */
async function take(feed: AsyncIterable<FeedItem>, count: number): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  for await (const item of feed) {
    // Only on a busy machine.
    if (item.type === 'bet.pending' || item.type === 'transaction.finalized') continue;
    items.push(item);
    if (items.length === count) break;
  }
  return items;
}

const idsOf = (items: readonly FeedItem[]) => items.map(({ id }) => id);
const codeOf = (call: Promise<unknown>) => call.catch((error: ToteError) => error.code);

test('gives the events of the real service, with exact amounts, from now or from the start', async () => {
  const world = await World.start();
  try {
    const url = world.service.baseUrl;
    const alice = createTote({ url, credential: { apiKey: world.wallet('alice').apiKey } });
    const marketId = await world.createMarket();
    let connected = () => {};
    const isLive = new Promise<void>((resolve) => {
      connected = resolve;
    });
    const live = take(alice.feed({ marketId, onState: connected }), 2);
    await isLive;
    const amount = decimal('1.000000001');
    await alice.placeBet({ marketId, outcome: 'Yes', amount });
    const [bet, odds] = await live;
    expect(bet).toMatchObject({ type: 'bet.confirmed', data: { amount: '1.000000001' } });
    expect(odds).toMatchObject({
      type: 'odds.changed',
      data: { odds: { Yes: 1, No: 0 }, totalStake: { Yes: '1.000000001', No: '0' }, sequence: 2 },
    });
    const kept = await take(alice.feed({ marketId, lastEventId: '0' }), 3);
    expect(kept.map(({ type }) => type)).toEqual([
      ...['market.created', 'bet.confirmed', 'odds.changed'],
    ]);
    expect(idsOf(kept.slice(1))).toEqual(idsOf([bet, odds] as FeedItem[]));
    expect(await codeOf(take(alice.feed({ marketId: 'market_none' }), 1))).toBe('market_not_found');
  } finally {
    await world.close();
  }
});

describe('a lost connection', () => {
  test('is made again after the last event: none is lost and none comes twice', async () => {
    const { feed, asked, states } = await connect((_, response, index) => {
      if (index === 0) start(response, 100);
      if (index === 1) send(response, oddsChanged(101), oddsChanged(102));
      if (index < 2) {
        // Half an event does not count.
        response.write(frameOf(oddsChanged(103)).slice(0, 60), () => response.destroy());
      } else send(response, oddsChanged(103));
    });
    expect(idsOf(await take(feed, 3))).toEqual(['101', '102', '103']);
    expect(asked()).toEqual([NEWEST, '100', '102']);
    expect(states.map(({ state }) => state)).toEqual([
      ...['live', 'waiting', 'live', 'waiting', 'live'],
    ]);
  });

  test('also when the service ends it politely, and when it is down for a while', async () => {
    const { feed, asked, states } = await connect((_, response, index) => {
      if (index === 0) {
        start(response, 7);
        response.end(': the service is stopping\n\n');
      } else if (index === 1) refuse(response, 503, 'service_stopping', { 'retry-after': '0' });
      else if (index === 2) response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
      else send(response, oddsChanged(8));
    });
    expect(idsOf(await take(feed, 1))).toEqual(['8']);
    expect(asked()).toEqual([NEWEST, '7', '7', '7']);
    expect(states.map((each) => ('reason' in each ? each.reason.code : 'live'))).toEqual([
      ...['live', 'network_failed', 'service_stopping', 'answer_not_json', 'live'],
    ]);
  });

  test('a connection without a sign of life is one that is lost', async () => {
    const { feed, asked, states } = await connect(
      // A slow machine may lose one more.
      ({ path }, response) => {
        if (path.includes(NEWEST)) start(response, 1);
        else send(response, oddsChanged(2));
      },
      { silenceMs: 2_000 },
    );
    expect(idsOf(await take(feed, 1))).toEqual(['2']);
    expect([...new Set(asked())]).toEqual([NEWEST, '1']);
    const lost = states.find(({ state }) => state === 'waiting');
    expect(lost).toMatchObject({ reason: { code: 'timed_out' } });
  });

  test('heartbeats are signs of life, and tell the time of the chain', async () => {
    const { feed, asked, states } = await connect(
      (_, response) => {
        start(response, 1);
        let beats = 0;
        const timer = setInterval(() => {
          beats += 1;
          const frame = beats % 2 === 0 ? HEARTBEAT : ': heartbeat\n\n';
          if (beats < 20) response.write(frame);
          else send(response, oddsChanged(2));
          if (beats === 20) clearInterval(timer);
        }, 200);
      },
      { silenceMs: 3_000 },
    );
    expect(idsOf(await take(feed, 1))).toEqual(['2']);
    expect(asked()).toEqual([NEWEST]);
    expect(states).toContainEqual(
      expect.objectContaining({ state: 'live', chainTime: '2030-01-01T00:00:01Z' }),
    );
  });
});

describe('messages', () => {
  test('a gap is reported, and the feed goes on after it', async () => {
    const { feed, asked } = await connect(
      (_, response, index) => {
        if (index === 0) {
          send(response, oddsChanged(3));
          response.end();
        } else send(response, reset(50, '3'), oddsChanged(51));
      },
      { lastEventId: '2' },
    );
    const items = await take(feed, 3);
    expect(items.map(({ type }) => type)).toEqual(['odds.changed', 'feed.reset', 'odds.changed']);
    expect(items[1]).toMatchObject({ data: { lastEventId: '3', resumesAfter: '50' } });
    expect(asked()).toEqual(['2', '3']);
  });

  test('unknown types and fields pass; what is unreadable is reported, and ends nothing', async () => {
    const unknown = { ...oddsChanged(2), type: 'moon.rose', data: { height: 1.5 } };
    const more = oddsChanged(3, { extra: [1] });
    const changed = oddsChanged(4, { data: { totalStake: { Yes: 'much' } } });
    const { feed } = await connect((_, response) => {
      start(response, 1);
      send(response, unknown, more, changed);
      response.write('id: 5\ndata: <html>\n\n');
      send(response, oddsChanged(6));
    });
    const [moon, extra, ...rest] = await take(feed, 5);
    expect(moon).toEqual(unknown);
    expect(extra).toMatchObject({ extra: [1], data: { totalStake: { Yes: '1.5' } } });
    expect(rest).toMatchObject([
      { id: '4', type: 'feed.unreadable', data: { reason: 'In the answer, Yes is not a number.' } },
      { id: '5', type: 'feed.unreadable', data: { text: '<html>' } },
      { id: '6', type: 'odds.changed' },
    ]);
  });

  test('are put together from any pieces, with any line breaks and characters', async () => {
    const question = 'Über 10 €?\u2028\u2029 Ja 🎉';
    const event = { ...oddsChanged(2), type: 'unknown', data: { question } };
    const text = `\r\nid: 2\r\ndata:${JSON.stringify(event)}\r\n\r\n: x\r\n\r\n`;
    const { feed } = await connect((_, response) => {
      start(response, 1);
      const bytes = Buffer.from(text);
      let at = 0;
      const timer = setInterval(() => {
        response.write(bytes.subarray(at, at + 1));
        at += 1;
        if (at === bytes.length) clearInterval(timer);
      }, 1);
    });
    expect(await take(feed, 1)).toMatchObject([{ id: '2', data: { question } }]);
  });
});

describe('the end', () => {
  test('a first connection that cannot be made is an error that says why', async () => {
    const html = await connect((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    );
    expect(await codeOf(take(html.feed, 1))).toBe('answer_not_json');
    const moved = await connect((_, response) =>
      response.writeHead(301, { location: 'http://localhost:1' }).end(),
    );
    expect(await codeOf(take(moved.feed, 1))).toBe('answer_redirected');
    const away = await connect(() => {});
    await away.server.close();
    expect(await codeOf(take(away.feed, 1))).toBe('network_failed');
  });

  test('a refusal ends it, also later', async () => {
    const { feed, server } = await connect((_, response, index) => {
      if (index > 0) refuse(response, 401, 'credential_invalid');
      else {
        start(response, 1);
        response.end();
      }
    });
    expect(await codeOf(take(feed, 1))).toBe('credential_invalid');
    expect(server.received).toHaveLength(2);
  });

  test('the signal ends it, whether it waits for events or for a connection', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const listening = await connect((_, response) => start(response, 1), { signal });
    const first = codeOf(take(listening.feed, 1));
    await expect.poll(() => listening.states.length).toBe(1);
    controller.abort();
    expect(await first).toBe('aborted');
    expect(await codeOf(take(listening.feed, 1))).toBe('aborted');
    expect(listening.server.received).toHaveLength(1);
  });

  test('a loop that is left closes the connection', async () => {
    let closed = 0;
    const { feed } = await connect((_, response) => {
      response.on('close', () => {
        closed += 1;
      });
      start(response, 1);
      send(response, oddsChanged(2));
    });
    await take(feed, 1);
    await expect.poll(() => closed).toBe(1);
  });
});
