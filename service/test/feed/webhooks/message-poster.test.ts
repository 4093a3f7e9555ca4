// Posts to real servers that do everything wrong that a server can do.
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MessagePoster, type PosterOptions } from '../../../src/feed/webhooks/message-poster.ts';
import { createCertificate } from '../../keeper/observe/web/support/certificate.ts';
import { sends, WebServer } from '../../keeper/observe/web/support/web-server.ts';
import { answers, hangs, Receiver } from './support/receiver.ts';

const HERE = ['127.0.0.0/8'];
const signal = new AbortController().signal;
const open: MessagePoster[] = [];

const createPoster = (options: Partial<PosterOptions> = {}) => {
  const poster = new MessagePoster({ networks: HERE, wholeMsMax: 600_000, ...options });
  open.push(poster);
  return poster;
};
const messageTo = (url: string) => ({ url, headers: { 'x-test': 'yes' }, body: '{"a":1}' });

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  for (const poster of open.splice(0)) poster.close();
  await receiver.close();
});

test('posts the body with its headers, and returns the status', async () => {
  receiver.behave = answers(202);
  expect(await createPoster().post(messageTo(receiver.url), signal)).toBe(202);
  const [first] = receiver.received;
  expect(first?.body).toBe('{"a":1}');
  expect(first?.headers).toMatchObject({ 'x-test': 'yes', 'content-length': '7' });
  for (const name of ['cookie', 'authorization', 'referer', 'accept-encoding']) {
    expect(first?.headers).not.toHaveProperty(name);
  }
});

test('keeps its connection, and opens another one when that has ended', async () => {
  const poster = createPoster();
  for (let count = 0; count < 3; count += 1) await poster.post(messageTo(receiver.url), signal);
  expect(receiver.connections).toBe(1);
  receiver.disconnect();
  expect(await poster.post(messageTo(receiver.url), signal)).toBe(200);
  expect(receiver.connections).toBe(2);
});

test('does not follow redirects', async () => {
  await using other = await Receiver.start();
  receiver.behave = answers(307, { location: other.url });
  expect(await createPoster().post(messageTo(receiver.url), signal)).toBe(307);
  expect(other.received).toEqual([]);
});

describe('fails', () => {
  test('when there is no answer in time, and when it does not end', async () => {
    receiver.behave = hangs;
    const poster = createPoster({ wholeMsMax: 1_000 });
    await expect(poster.post(messageTo(receiver.url), signal)).rejects.toThrow('within 1000 ms');
    receiver.behave = (response) => response.writeHead(200).write('x');
    await expect(poster.post(messageTo(receiver.url), signal)).rejects.toThrow('within 1000 ms');
  });

  test('when the answer is too long', async () => {
    receiver.behave = (response) => response.writeHead(200).end('x'.repeat(65_537));
    const poster = createPoster();
    const attempt = poster.post(messageTo(receiver.url), signal);
    await expect(attempt).rejects.toThrow('more than 65536 bytes');
    receiver.behave = (response) => response.writeHead(200).end('x'.repeat(65_536));
    expect(await poster.post(messageTo(receiver.url), signal)).toBe(200);
  });

  test('when nobody listens, and when the answer is not HTTP', async () => {
    const poster = createPoster();
    const server = createTcpServer((socket) => {
      socket.on('data', () => socket.end('hello\r\n\r\n'));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(poster.post(messageTo(url), signal)).rejects.toThrow('breaks HTTP');
    await new Promise((resolve) => server.close(resolve));
    await expect(poster.post(messageTo(url), signal)).rejects.toThrow('ECONNREFUSED');
  });

  test('with the reason of the signal', async () => {
    receiver.behave = hangs;
    const stop = new AbortController();
    const attempt = createPoster().post(messageTo(receiver.url), stop.signal);
    const ended = expect(attempt).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await ended;
  });
});

describe('addresses', () => {
  const resolveTo = (...addresses: string[]) => ({
    resolve: async () => addresses.map((address) => ({ address, family: 4 })),
  });

  test('a private address is refused, as a number and as a name', async () => {
    const poster = createPoster({ networks: [], ...resolveTo('10.1.2.3') });
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', 'inside.example']) {
      const url = `https://${host}:${receiver.port}/`;
      await expect(poster.post(messageTo(url), signal), host).rejects.toThrow('not public');
      await expect(poster.check(url), host).rejects.toThrow('not public');
    }
    expect(receiver.connections).toBe(0);
  });

  test('without TLS only named networks are reached', async () => {
    const poster = createPoster({ ...resolveTo('1.1.1.1') });
    await expect(poster.check('http://public.example/')).rejects.toThrow('not public');
    await poster.check('https://public.example/');
    await createPoster(resolveTo('127.0.0.1')).check('http://inside.example/');
    await expect(poster.check('ftp://public.example/')).rejects.toThrow('https');
  });

  test('a name is looked up again for each connection, and refused when it has moved', async () => {
    let address = '127.0.0.1';
    let lookUps = 0;
    const poster = createPoster({
      resolve: async () => {
        lookUps += 1;
        return [{ address, family: 4 }];
      },
    });
    const url = `http://moving.example:${receiver.port}/`;
    expect(await poster.post(messageTo(url), signal)).toBe(200);
    expect(await poster.post(messageTo(url), signal)).toBe(200);
    expect(lookUps).toBe(1);
    address = '10.0.0.1';
    receiver.disconnect();
    await expect(poster.post(messageTo(url), signal)).rejects.toThrow('not public');
    expect(lookUps).toBe(2);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('TLS', () => {
  let server: WebServer;
  beforeAll(async () => {
    server = await WebServer.start();
  });
  afterAll(() => server.close());

  test('is checked for the name', async () => {
    server.set('a', sends('{}'));
    const { ca } = server.fetchOptions();
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const url = server.urlOf('a.source.test');
    expect(await createPoster({ resolve, ca }).post(messageTo(url), signal)).toBe(200);
    const other = createCertificate(['a.source.test']).cert;
    const wrong = createPoster({ resolve, ca: other }).post(messageTo(url), signal);
    await expect(wrong).rejects.toThrow('certificate');
    const name = url.replace('a.source.test', 'z.source.test');
    const stranger = createPoster({ resolve, ca }).post(messageTo(name), signal);
    await expect(stranger).rejects.toThrow('certificate');
  });
});

test('a server that closes each connection is answered too', async () => {
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { connection: 'close' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const poster = createPoster();
  for (let count = 0; count < 3; count += 1) {
    expect(await poster.post(messageTo(url), signal)).toBe(200);
  }
  await new Promise((resolve) => server.close(resolve));
});
