// Fetches from a real HTTPS server that does everything wrong that a server can do.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FetchOptions, fetchPage } from '../../../../src/keeper/observe/web/fetch-page.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import { createCertificate } from './support/certificate.ts';
import { drips, hangs, sends, sendsGigabyte, sendsRaw, WebServer } from './support/web-server.ts';

let server: WebServer;
beforeAll(async () => {
  server = await WebServer.start();
});
beforeEach(() => {
  server.set('abcde', sends('{"v":5}'));
  server.addressOf = () => '127.0.0.1';
  server.lookUps.length = 0;
  server.requests.length = 0;
});
afterAll(() => server.close());

const get = (more: FetchOptions = {}) =>
  fetchPage(server.urlOf('a.source.test'), { ...server.fetchOptions(), ...more });

test('an answer has status, headers, body and the certificate’s hash', async () => {
  const headers = { etag: '"7"', 'set-cookie': 'id=1', 'x-other': 'y' };
  server.set('a', sends('{"v":5.0}', headers));
  const { body, ...answer } = await get();
  expect(Buffer.from(body).toString()).toBe('{"v":5.0}');
  expect(answer).toMatchObject({ status: 200, certificate: server.certificate.fingerprint });
  expect(Object.keys(answer.headers).sort()).toEqual(['content-type', 'date', 'etag']);
});

test('the request keeps the name, asks for no compression and carries no secrets', async () => {
  server.set('a', sends('{}', { 'set-cookie': 'id=1' }));
  await get();
  await get();
  const [first, second] = server.requests;
  expect(first?.host).toBe('a.source.test');
  expect(first?.headers['accept-encoding']).toBe('identity');
  for (const name of ['cookie', 'authorization', 'referer']) {
    expect(second?.headers).not.toHaveProperty(name);
  }
});

describe('fails', () => {
  test.each([
    ['hangs', hangs, 'it sends no answer'],
    ['drips', drips, 'it did not answer in full within 2500 ms'],
    ['sends a gigabyte', sendsGigabyte, 'its answer has more than 262144 bytes'],
    [
      'announces a gigabyte',
      sendsRaw('HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n1'),
      'its answer has more than 262144 bytes',
    ],
    [
      'announces more than it sends',
      sendsRaw('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{"v":5}'),
      'its answer ended too early',
    ],
    [
      'sends more than it announces',
      sendsRaw('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n15'),
      'its answer breaks HTTP',
    ],
    [
      'announces two lengths',
      sendsRaw('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n15'),
      'its answer breaks HTTP',
    ],
    [
      'ends in the middle of a chunk',
      sendsRaw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"v":5}'),
      'its answer ended too early',
    ],
    ['speaks no HTTP', sendsRaw('hello\r\n\r\n'), 'its answer breaks HTTP'],
    [
      'sends endless headers',
      sendsRaw(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(20)}\r\n`),
      'its answer breaks HTTP (HPE_HEADER_OVERFLOW)',
    ],
    ['compresses', sends('x', { 'content-encoding': 'gzip' }), 'it compresses its answer'],
    ['closes at once', sendsRaw(''), 'it cannot be reached'],
  ])('a server that %s', async (_what, behaviour, reason) => {
    server.set('a', behaviour);
    await expect(get()).rejects.toThrow(reason);
    await expect(get()).rejects.toMatchObject({ name: 'FetchFailure' });
  });

  test('a body of the limit is read, a byte more is not', async () => {
    const limits = { ...server.fetchOptions().limits, bodyBytes: 1_000 };
    server.set('a', sends('1'.repeat(1_000)));
    expect((await get({ limits })).body).toHaveLength(1_000);
    server.set('a', sends('1'.repeat(1_001)));
    await expect(get({ limits })).rejects.toThrow('more than 1000 bytes');
  });

  test('a redirect is an answer, and its target is not fetched', async () => {
    server.set('a', sends('', { location: server.urlOf('b.source.test') }, 302));
    expect(await get()).toMatchObject({ status: 302 });
    expect(server.requests.map(({ host }) => host)).toEqual(['a.source.test']);
  });

  test('a certificate of somebody else, or for another name', async () => {
    const { cert: ca } = createCertificate(['a.source.test']);
    await expect(get({ ca })).rejects.toThrow('its certificate or TLS is not accepted');
    const other = `https://f.source.test:${server.port}/v1/value`;
    await expect(fetchPage(other, server.fetchOptions())).rejects.toThrow('certificate or TLS');
    expect(server.requests).toEqual([]);
  });

  test('a certificate is checked also when the environment says otherwise', async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      await expect(get({ ca: undefined })).rejects.toThrow('certificate or TLS');
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });

  test('a name without address, and one that cannot be looked up', async () => {
    await expect(get({ resolve: async () => [] })).rejects.toThrow('its name has no address');
    const unknown = Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    const resolve = () => Promise.reject(unknown);
    await expect(get({ resolve })).rejects.toThrow('its name is unknown');
    const never = () => new Promise<never>(() => undefined);
    await expect(get({ resolve: never })).rejects.toThrow('did not answer in full within 2500 ms');
  });

  test('a port where nobody listens', async () => {
    const closed = await WebServer.start();
    const url = closed.urlOf('a.source.test');
    await closed.close();
    await expect(fetchPage(url, closed.fetchOptions())).rejects.toThrow('it cannot be reached');
  });
});

describe('addresses', () => {
  test('a name is looked up once for each fetch, and that address is used', async () => {
    await get();
    expect(server.lookUps).toEqual(['a.source.test']);
    // The name server says something else the second time: it is not asked in between.
    const addresses = ['127.0.0.1', '10.0.0.1'];
    server.addressOf = () => addresses.shift() ?? '10.0.0.1';
    await get();
    await expect(get()).rejects.toThrow('an address that is not public');
    expect(server.requests).toHaveLength(2);
  });

  test('one private address among public ones is enough to refuse the name', async () => {
    const resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '169.254.169.254', family: 4 },
    ];
    await expect(get({ resolve })).rejects.toThrow('an address that is not public');
    expect(server.requests).toEqual([]);
  });

  test('without the option of tests nothing on this machine is reached', async () => {
    await expect(get({ isAllowed: undefined })).rejects.toThrow('an address that is not public');
    expect(server.requests).toEqual([]);
  });

  test('no setting opens it', () => {
    const read = (text: string) => readSettings({ TOTE_WEB_SOURCES: text }, '/').webSources;
    for (const text of ['https://127.0.0.1/', 'https://[::1]/', 'https://localhost/']) {
      expect(() => read(text), text).toThrow('TOTE_WEB_SOURCES');
    }
  });
});
