// Which fetches are made: listed pages only, shared while they are young, bounded for previews.
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isListed, WebReader } from '../../../../src/keeper/observe/web/web-reader.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import { hangs, sends, WebServer } from './support/web-server.ts';

let server: WebServer;
let web: WebReader;
let now: UnixSeconds;
beforeAll(async () => {
  server = await WebServer.start();
});
beforeEach(() => {
  now = unixSeconds(1_000);
  server.requests.length = 0;
  server.lookUps.length = 0;
  server.set('abcde', sends('{"v":5}'));
  const fetchOptions = server.fetchOptions();
  web = new WebReader({
    clock: { now: () => now },
    listed: server.listed.split(','),
    fetchOptions,
  });
});
afterAll(() => server.close());

const conditionOf = (count: number) => ({
  ...({ type: 'web_value', tokenAddress: null, timing: 'at_expiry', delaySeconds: 0 } as const),
  ...({ comparator: 'gte', value: '4', valueType: 'number' } as const),
  ...{ sources: server.sources(count), quorum: count },
});

test('a page is fetched once for all who ask within the time that they accept', async () => {
  const condition = conditionOf(2);
  const rounds = await Promise.all([
    web.fetchRound(condition, now),
    web.fetchRound(condition, now),
    web.fetchRound(conditionOf(1), unixSeconds(990)),
  ]);
  expect(server.requests).toHaveLength(2);
  expect(rounds[0]).toEqual(rounds[1]);
  now = unixSeconds(1_020);
  await web.fetchRound(condition, unixSeconds(1_000));
  expect(server.requests).toHaveLength(2);
  const [fetch] = await web.fetchRound(condition, unixSeconds(1_001));
  expect(server.requests).toHaveLength(4);
  expect(fetch).toMatchObject({ startedAt: 1_020, endedAt: 1_020 });
});

test('a failure is shared for ten seconds only', async () => {
  server.set('a', hangs);
  const condition = conditionOf(1);
  const since = unixSeconds(900);
  expect(await web.fetchRound(condition, since)).toMatchObject([{ failure: 'it sends no answer' }]);
  now = unixSeconds(1_010);
  await web.fetchRound(condition, since);
  expect(server.requests).toHaveLength(1);
  now = unixSeconds(1_011);
  server.set('a', sends('{"v":5}'));
  expect(await web.fetchRound(condition, since)).toMatchObject([{ answer: { status: 200 } }]);
  expect(server.requests).toHaveLength(2);
  expect(web.listCounts().find(({ host }) => host === 'a.source.test')).toEqual({
    ...{ host: 'a.source.test', answered: 1, failed: 1 },
  });
});

test('what is not listed is not fetched, whoever asks', async () => {
  const elsewhere = `https://a.source.test:${server.port}/v2/value`;
  expect(web.isListed(elsewhere)).toBe(false);
  const sources = [{ url: elsewhere, pointer: '/v' }];
  const failure = 'it is not a listed source of this service';
  expect(await web.fetchRound({ sources }, now)).toMatchObject([{ failure }]);
  const [value] = await web.readNow({ ...conditionOf(1), sources });
  expect(value).toMatchObject({ value: { ok: false, reason: failure }, isMet: null });
  expect(server.requests).toEqual([]);
});

const pagesOf = (letter: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => {
    const url = `${server.urlOf(`${letter}.source.test`)}?page=${from + index}`;
    return { ...conditionOf(1), sources: [{ url, pointer: '/v' }] };
  });
const isPreview = true;
const NOT_READ = { ok: false, reason: 'it was not read in time' };

test('previews make at most 16 fetches at once', async () => {
  server.set('a', hangs);
  const read = await Promise.all(pagesOf('a', 20).map((each) => web.readNow(each, { isPreview })));
  const reasons = read.flat().map(({ value }) => (value.ok ? value.value : value.reason));
  expect(reasons.filter((reason) => reason === NOT_READ.reason)).toHaveLength(4);
  expect(server.lookUps).toHaveLength(16);
});

test('previews make at most 30 fetches of a host in a minute, markets any number', async () => {
  const [last] = pagesOf('a', 1, 30);
  for (const each of pagesOf('a', 30)) {
    expect(await web.readNow(each, { isPreview })).toMatchObject([{ isMet: true }]);
  }
  if (!last) throw new Error('there is a last one');
  expect(await web.readNow(last, { isPreview })).toMatchObject([{ value: NOT_READ }]);
  expect(server.lookUps).toHaveLength(30);
  const [other] = pagesOf('b', 1);
  if (other) expect(await web.readNow(other, { isPreview })).toMatchObject([{ isMet: true }]);
  expect(await web.readNow(last)).toMatchObject([{ isMet: true }]);
  now = unixSeconds(1_080);
  const [later] = pagesOf('a', 1, 31);
  if (later) expect(await web.readNow(later, { isPreview })).toMatchObject([{ isMet: true }]);
});

test('only sources of which a quorum is listed can decide', () => {
  const elsewhere = { url: 'https://api.elsewhere.example/v', pointer: '/v' };
  const sources = [...server.sources(2), elsewhere];
  expect(web.canDecide({ sources, quorum: 2 })).toBe(true);
  expect(web.canDecide({ sources, quorum: 3 })).toBe(false);
});

test('stopping ends every fetch, and is not a failure of the source', async () => {
  server.set('a', hangs);
  const round = web.fetchRound(conditionOf(1), now);
  const read = web.readNow(conditionOf(1));
  web.stop();
  await expect(round).rejects.toThrow('the service stops');
  expect(await read).toMatchObject([{ value: NOT_READ }]);
  await expect(web.fetchRound(conditionOf(2), now)).rejects.toThrow('the service stops');
  expect(web.listCounts().every(({ failed }) => failed === 0)).toBe(true);
});

test('pages of this process are read without the network', async () => {
  const url = 'https://here.example/page';
  const headers = { 'content-type': 'application/json' };
  const answer = { status: 200, headers, body: Buffer.from('{"v":7}'), certificate: null };
  const local = { addresses: [url], read: (one: string) => (one === url ? answer : undefined) };
  const reader = new WebReader({ clock: { now: () => now }, listed: [], local });
  expect(reader.listed).toEqual([url]);
  const sources = [{ url, pointer: '/v' }];
  expect(await reader.readNow({ ...conditionOf(1), sources })).toMatchObject([
    { value: { ok: true, value: '7' }, isMet: true },
  ]);
});

// What is listed.

const read = (text: string) => readSettings({ TOTE_WEB_SOURCES: text }, '/').webSources;

const LISTED = read(
  'https://api.example.com/v1, https://data.example.org/public/,https://odd.example.net:8443',
);

test.each([
  'https://api.example.com/v1',
  'https://api.example.com/v1/price?of=rain',
  'https://api.example.com/v1?of=rain',
  'https://api.example.com:443/v1/',
  'https://data.example.org/public/a/b',
  'https://odd.example.net:8443/anything',
])('%s is listed', (url) => {
  expect(isListed(url, LISTED)).toBe(true);
});

test.each([
  'https://api.example.com/',
  'https://api.example.com/v10',
  'https://api.example.com/v1x/price',
  'https://api.example.com/V1/price',
  'https://api.example.com/v1/../v2',
  'https://api.example.com/v1/%2e%2e/v2',
  'https://api.example.com:8443/v1/price',
  'https://api.example.com.evil.net/v1/price',
  'https://evil.api.example.com/v1/price',
  'https://data.example.org/public',
  'https://data.example.org/private/',
  'https://odd.example.net/anything',
  'http://api.example.com/v1/price',
])('%s is not', (url) => {
  expect(isListed(url, LISTED)).toBe(false);
});

test('nothing is listed by default', () => {
  expect(readSettings({}, '/').webSources).toEqual([]);
  expect(isListed('https://api.example.com/v1', [])).toBe(false);
});

test.each([
  'api.example.com',
  'http://api.example.com/',
  'https://user@api.example.com/',
  'https://api.example.com/?all',
  'https://api.example.com/#all',
  'https://10.0.0.1/',
  'https://0x7f000001/',
  'https://[fd00::1]/',
  'https://intranet/',
])('the setting refuses %s', (text) => {
  expect(() => read(text)).toThrow('TOTE_WEB_SOURCES');
});
