import { gzipSync } from 'node:zlib';
import { unixSeconds } from '@tote/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PRICE_FEEDS } from '../../../src/oracles/price-feeds.ts';
import { Hermes } from '../../../src/oracles/pyth/hermes.ts';
import { type HermesServer, startHermes } from '../support/hermes-server.ts';
import { makeUpdate, priceAt } from '../support/pyth-updates.ts';

const MOMENT = unixSeconds(1_790_000_000);
const FEED_IDS = PRICE_FEEDS.slice(0, 2).map(({ feedId }) => feedId);
const [SOL, BTC] = FEED_IDS as [string, string];
/** No test waits for the first of them. */
const LIMITS = { wholeMs: 60_000, bodyBytes: 20_000, restMs: 60_000 };

let first: HermesServer;
let second: HermesServer;
let failures: [host: string, reason: string][];

beforeEach(async () => {
  [first, second] = await Promise.all([startHermes(), startHermes()]);
  failures = [];
});
afterEach(() => Promise.all([first.close(), second.close()]));

function connect(options: Partial<ConstructorParameters<typeof Hermes>[0]> = {}): Hermes {
  return new Hermes({
    urls: [first.url, second.url],
    limits: LIMITS,
    onFailure: (host, reason) => failures.push([host, reason]),
    ...options,
  });
}

const UPDATE = makeUpdate([priceAt(MOMENT)]);
const good = () => [UPDATE];

test('gets the updates of a moment in one request', async () => {
  first.answer = () => [makeUpdate([priceAt(MOMENT), priceAt(MOMENT, { feedId: BTC })])];
  const { updates, isComplete } = await connect().fetchAt(MOMENT, FEED_IDS);
  expect([...updates.keys()]).toEqual(FEED_IDS);
  expect(updates.get(SOL)?.price).toEqual(priceAt(MOMENT));
  expect(isComplete).toBe(true);
  expect(first.requests).toEqual([{ moment: MOMENT, feedIds: FEED_IDS, authorization: undefined }]);
  expect(second.requests).toEqual([]);
});

test('gets the newest updates', async () => {
  first.answer = ({ moment }) => (moment === undefined ? good() : undefined);
  const { updates } = await connect().fetchLatest([SOL]);
  expect(updates.get(SOL)?.price.publishedAt).toBe(BigInt(MOMENT));
});

test('sends its key as a bearer token, below the path of the endpoint', async () => {
  first.answer = good;
  const hermes = connect({ urls: [`${first.url}/`], apiKey: 'secret' });
  await hermes.fetchAt(MOMENT, [SOL]);
  expect(first.requests[0]?.authorization).toBe('Bearer secret');
});

test('a moment that is not there yet is no failure', async () => {
  const { updates, isComplete } = await connect().fetchAt(MOMENT, [SOL]);
  expect([updates.size, isComplete, failures]).toEqual([0, true, []]);
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
});

test('asks the next endpoint for what the first does not have', async () => {
  first.answer = good;
  second.answer = () => [makeUpdate([priceAt(MOMENT, { feedId: BTC })])];
  const { updates } = await connect().fetchAt(MOMENT, FEED_IDS);
  expect([...updates.keys()]).toEqual(FEED_IDS);
  expect(second.requests[0]?.feedIds).toEqual([BTC]);
});

type Answer = ReturnType<HermesServer['answer']>;
const send = (body: string | Buffer, headers: Record<string, string> = {}): Answer => {
  return (response) => void response.writeHead(200, headers).end(body);
};
const json = (value: unknown) => send(JSON.stringify(value));
const binary = (...data: unknown[]) => json({ binary: { encoding: 'base64', data } });
const status = (code: number, headers: Record<string, string> = {}): Answer => {
  return (response) => void response.writeHead(code, headers).end('no');
};

test.each<[name: string, answer: () => Answer, reason: RegExp]>([
  ['hangs up', () => (r) => void r.destroy(), /does not answer/],
  ['wants another key', () => status(401), /401/],
  ['has too many requests', () => status(429), /429/],
  ['is broken', () => status(503), /503/],
  ['redirects', () => status(302, { location: second.url }), /redirect/],
  ['sends no JSON', () => send('<html>'), /no JSON/],
  ['sends null', () => json(null), /something else/],
  ['sends a list', () => json([]), /something else/],
  ['sends hex', () => json({ binary: { encoding: 'hex', data: ['00'] } }), /something else/],
  ['sends no base64', () => binary('***'), /not base64/],
  ['sends a number', () => binary(17), /not base64/],
  ['sends garbage', () => binary('AAAAAAAAAAAAAAAA'), /not one: it is no update/],
  ['sends half an update', () => binary(UPDATE.subarray(0, 900).toString('base64')), /too early/],
  ['sends too much', () => send('x'.repeat(20_001)), /more than 20000 bytes/],
  [
    'sends too much, compressed',
    () => send(gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' }),
    /more than 20000 bytes/,
  ],
])('another endpoint helps if one %s', async (_name, answer, reason) => {
  first.answer = answer;
  second.answer = good;
  const { updates, isComplete } = await connect().fetchAt(MOMENT, [SOL]);
  expect(updates.get(SOL)?.price).toEqual(priceAt(MOMENT));
  expect(isComplete).toBe(false);
  const [failure] = failures;
  expect(failure?.[0]).toBe(new URL(first.url).host);
  expect(failure?.[1]).toMatch(reason);
  expect(failures).toHaveLength(1);
});

test.each<[name: string, answer: () => Answer]>([
  ['does not answer', () => () => undefined],
  ['stops in the middle', () => (response) => void response.writeHead(200).write('{"bin')],
])('nothing waits for one that %s', async (_name, answer) => {
  first.answer = answer;
  const hermes = connect({ urls: [first.url], limits: { ...LIMITS, wholeMs: 300 } });
  expect(await hermes.fetchAt(MOMENT, [SOL])).toEqual({ updates: new Map(), isComplete: false });
  expect(failures).toEqual([[new URL(first.url).host, 'does not answer in full in time']]);
});

test('a failure of an unreachable endpoint names nothing but its host', async () => {
  const url = 'http://127.0.0.1:9/secret-path';
  const hermes = connect({ urls: [url], apiKey: 'secret-key' });
  expect(await hermes.fetchAt(MOMENT, [SOL])).toEqual({ updates: new Map(), isComplete: false });
  expect(failures).toEqual([['127.0.0.1:9', expect.stringMatching(/^does not answer/)]]);
  expect(JSON.stringify(failures)).not.toContain('secret');
});

test('an endpoint that asked to wait is left alone', async () => {
  first.answer = () => status(429);
  second.answer = good;
  const hermes = connect();
  await hermes.fetchAt(MOMENT, [SOL]);
  const again = await hermes.fetchAt(MOMENT, [SOL]);
  expect(again.updates.size).toBe(1);
  expect(first.requests).toHaveLength(1);
  expect(second.requests).toHaveLength(2);
  const patient = connect({ limits: { ...LIMITS, restMs: 0 } });
  await patient.fetchAt(MOMENT, [SOL]);
  await patient.fetchAt(MOMENT, [SOL]);
  expect(first.requests).toHaveLength(3);
});
