import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PageAccess } from '@tote/chain/lib/page-access';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startHttpServer } from '../../../../tools/test-setup/http-server.ts';
import { until } from '../../../../tools/test-setup/until.ts';
import { Chain } from '../../src/chain.ts';
import { addressText } from '../../src/rpc/encodings.ts';
import { HttpHandler } from '../../src/transports/http-handler.ts';
import { type Answer, call, post, startServed } from '../support/localnet.ts';
import { unownedAddress } from '../support/transfers.ts';

const ANSWER_BYTES_MAX = 10_000_000;
const TOO_LARGE = /more than 10000000 bytes\. Ask for fewer accounts, use filters or dataSlice/;
const TOO_MANY = /Too many large answers are being sent\. Try again/;
const LARGE = addressText(unownedAddress(1));
const OWNER = 'Vote111111111111111111111111111111111111111';
const IN_BASE64 = { encoding: 'base64', commitment: 'processed' };

async function startWithLarge(bytes: number) {
  const served = await startServed({ inThread: true });
  await setLarge(served.localnet, bytes);
  return served;
}

const setLarge = (
  { sandbox }: Awaited<ReturnType<typeof startServed>>['localnet'],
  bytes: number,
  at = LARGE,
) =>
  sandbox.setAccount(at as never, {
    lamports: 1n,
    owner: OWNER as never,
    data: new Uint8Array(bytes),
  });

const request = (id: number, method: string, ...params: unknown[]) => ({
  ...{ jsonrpc: '2.0', id, method, params },
});

test('a small batch that repeats a large account gets an error, and others are served', async () => {
  const { url } = await startWithLarge(600_000);
  const calls = Array.from({ length: 5 }, (_, id) =>
    request(id, 'getMultipleAccounts', Array(100).fill(LARGE), IN_BASE64),
  );
  const batch = JSON.stringify(calls);
  expect(batch.length).toBeLessThan(24_000);
  const attacks = Array.from({ length: 20 }, () => post(url, batch));
  expect(await call(url, 'getHealth')).toMatchObject({ result: 'ok' });
  for (const { text } of await Promise.all(attacks)) {
    expect(text.length).toBeLessThan(10_000);
    const answers: Answer[] = JSON.parse(text);
    expect(answers.map(({ error }) => error?.message)).toEqual(
      calls.map(() => expect.stringMatching(TOO_LARGE)),
    );
  }
  const once = await call(url, 'getMultipleAccounts', [LARGE], IN_BASE64);
  expect(once).toHaveProperty('result');
});

test('an answer just below the limit is given, and one just above is not', async () => {
  const { localnet, url } = await startWithLarge(7_499_000);
  const shown = await post(url, JSON.stringify(request(1, 'getAccountInfo', LARGE, IN_BASE64)));
  expect(JSON.parse(shown.text)).toHaveProperty('result');
  expect(shown.text.length).toBeGreaterThan(0.999 * ANSWER_BYTES_MAX);
  expect(shown.text.length).toBeLessThanOrEqual(ANSWER_BYTES_MAX);
  await setLarge(localnet, 7_501_000);
  const { error } = await call(url, 'getAccountInfo', LARGE, IN_BASE64);
  expect(error).toMatchObject({ code: -32600, message: expect.stringMatching(TOO_LARGE) });
  const dataSlice = { offset: 0, length: 7_000_000 };
  expect(await call(url, 'getAccountInfo', LARGE, { ...IN_BASE64, dataSlice })).toHaveProperty(
    'result',
  );
});

test('the calls of a batch share the limit, and a refused one takes nothing of it', async () => {
  const { localnet, url } = await startWithLarge(3_000_000);
  const huge = addressText(unownedAddress(2));
  await setLarge(localnet, 9_000_000, huge);
  const [large, tooLarge] = [LARGE, huge].map((at) => ['getAccountInfo', at, IN_BASE64] as const);
  const calls = [large, tooLarge, large, large, ['getSlot']] as [string, ...unknown[]][];
  const body = JSON.stringify(calls.map(([method, ...rest], id) => request(id, method, ...rest)));
  const { text } = await post(url, body);
  const answers: Answer[] = JSON.parse(text);
  expect(answers.map(({ error }) => error?.code)).toEqual([
    ...[undefined, -32600, undefined, -32600, undefined],
  ]);
  expect(text.length).toBeLessThan(ANSWER_BYTES_MAX);
});

test('a batch may have 100 calls', async () => {
  const { url } = await startServed();
  const batch = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, id) => request(id, 'getHealth')));
  expect(JSON.parse((await post(url, batch(100))).text)).toHaveLength(100);
  const { error } = JSON.parse((await post(url, batch(101))).text);
  expect(error.message).toBe('Batch too large: at most 100 calls. Split it.');
});

async function askWebSocket(url: string, message: unknown): Promise<Answer> {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify(message));
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

test('every method that shows accounts has the limit, over HTTP and WebSocket', async () => {
  const { localnet, url, webSocketUrl } = await startWithLarge(5_000_000);
  await setLarge(localnet, 5_000_000, addressText(unownedAddress(3)));
  const none = { offset: 0, length: 0 };
  const calls: [method: string, params: unknown[], withLess: unknown[]][] = [
    ['getProgramAccounts', [OWNER, IN_BASE64], [OWNER, { ...IN_BASE64, dataSlice: none }]],
    [
      'getMultipleAccounts',
      [[LARGE, addressText(unownedAddress(3))], IN_BASE64],
      [[LARGE], IN_BASE64],
    ],
  ];
  for (const [method, params, withLess] of calls) {
    const asked = request(1, method, ...params);
    const refused = { error: { code: -32600, message: expect.stringMatching(TOO_LARGE) } };
    expect(await call(url, method, ...params)).toMatchObject(refused);
    expect(await askWebSocket(webSocketUrl, asked)).toMatchObject(refused);
    expect(await askWebSocket(webSocketUrl, request(1, method, ...withLess))).toHaveProperty(
      'result',
    );
  }
});

test('code of the same process reads as much as it wants', async () => {
  const { localnet } = await startWithLarge(9_000_000);
  await setLarge(localnet, 9_000_000, addressText(unownedAddress(3)));
  const settings = { encoding: 'base64', commitment: 'processed' } as const;
  const accounts = await localnet.rpc.getProgramAccounts(OWNER as never, settings).send();
  expect(accounts.map(({ account }) => account.data[0].length)).toEqual([12_000_000, 12_000_000]);
});

/** Asks for the large account and does not read the answer. */
async function askWithoutReading(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  const body = JSON.stringify(request(1, 'getAccountInfo', LARGE, IN_BASE64));
  const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  // The answer has begun.
  await once(socket, 'readable');
  return socket;
}

test('clients that do not read leave room for small answers, and for large ones when they go', async () => {
  const { url } = await startWithLarge(7_000_000);
  const idle: Socket[] = [];
  for (let i = 0; i < 6; i += 1) idle.push(await askWithoutReading(url));
  const asked = () => call(url, 'getAccountInfo', LARGE, IN_BASE64);
  expect(await asked()).toMatchObject({ error: { message: expect.stringMatching(TOO_MANY) } });
  expect(await call(url, 'getBalance', LARGE)).toHaveProperty('result');
  for (const socket of idle) socket.destroy();
  await until(async () => expect(await asked()).toHaveProperty('result'));
  // What was read or abandoned is no longer counted.
  for (let i = 0; i < 10; i += 1) expect(await asked()).toHaveProperty('result');
});

test('a client that does not read its answer in time is disconnected', async () => {
  const chain = await Chain.open({ slotMs: 20, programs: [], accounts: [] });
  const data = new Uint8Array(7_000_000);
  await chain.perform('setAccounts', [{ address: LARGE, lamports: 1n, data }]);
  const pages = new PageAccess({ host: '127.0.0.1', origins: [] });
  const handler = new HttpHandler(chain, { bodyBytesMax: 10_000, pages, sendMs: 300 });
  const released = vi.spyOn(chain, 'release');
  const server = await startHttpServer((asked, response) => handler.handle(asked, response));
  onTestFinished(async () => {
    await server.close();
    await chain.close();
  });
  await askWithoutReading(server.url);
  await until(() => expect(released).toHaveBeenCalledOnce());
  expect(released.mock.calls[0]?.[0]).toBeGreaterThan(7_000_000);
});

test('a subscriber that would get too much at once is disconnected', async () => {
  const { localnet, url, webSocketUrl } = await startWithLarge(10);
  const [small, large] = [new WebSocket(webSocketUrl), new WebSocket(webSocketUrl)];
  const received: Record<'small' | 'large', Answer[]> = { small: [], large: [] };
  for (const [name, socket] of Object.entries({ small, large })) {
    onTestFinished(() => socket.terminate());
    socket.on('message', (data) =>
      received[name as 'small' | 'large'].push(JSON.parse(String(data))),
    );
    await once(socket, 'open');
  }
  const dataSlice = { offset: 0, length: 10 };
  large.send(JSON.stringify(request(1, 'accountSubscribe', LARGE, IN_BASE64)));
  small.send(JSON.stringify(request(1, 'accountSubscribe', LARGE, { ...IN_BASE64, dataSlice })));
  await until(() => expect([received.small.length, received.large.length]).toEqual([1, 1]));
  const closed = once(large, 'close');
  await setLarge(localnet, 8_000_000);
  await closed;
  expect(received.large.at(-1)?.error?.message).toMatch(TOO_LARGE);
  await until(() => expect(received.small).toHaveLength(2));
  expect(received.small[1]).toMatchObject({ method: 'accountNotification' });
  expect(await call(url, 'getHealth')).toMatchObject({ result: 'ok' });
});
