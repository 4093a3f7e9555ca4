import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerOptions } from '../../src/http/server.ts';
import { toDomainError } from '../../src/submissions/recorded-error.ts';
import { useServers } from './support/start-server.ts';

const start = useServers();
const MADE = /^[0-9a-f]{8}-[0-9a-z]+$/;

test('every response has an id of its own, which scripts of other origins may read', async () => {
  const server = await start();
  const { id } = server.service.addMarket();
  const bet = { body: { outcome: 'Yes', amount: 1 } };
  const answers = [
    await server.request('GET', '/v1/markets'),
    await server.request('GET', `/v1/markets/${id}`),
    await server.request('POST', `/v1/markets/${id}/bets`, bet),
    await server.request('GET', '/v1/config'),
    await server.request('GET', '/healthz'),
    await server.request('GET', '/metrics'),
    await server.request('GET', '/v1/nothing'),
    await server.request('DELETE', '/v1/markets'),
    await server.request('OPTIONS', '/v1/markets'),
    await server.request('GET', '/v1/markets/%zz'),
    await server.request('POST', '/v1/markets', { body: '{' }),
  ];
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  for (const each of ids) expect(each).toMatch(MADE);
  expect(new Set(ids).size).toBe(answers.length);
  for (const { headers } of answers) {
    expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  }
});

test('a sane id of the client is taken, another one is not', async () => {
  const server = await start();
  const ask = async (own: string, path = '/v1/markets') =>
    (await server.request('GET', path, { headers: { 'x-request-id': own } })).headers.get(
      'x-request-id',
    );
  for (const own of ['a', 'Trace_1.2-3', 'x'.repeat(128)]) {
    expect(await ask(own)).toBe(own);
    expect(await ask(own, '/v1/nothing')).toBe(own);
  }
  for (const own of ['x'.repeat(129), 'two words', 'a,b', '"}', 'ä', '']) {
    expect(await ask(own)).toMatch(MADE);
  }
});

test('streams have it, too', async () => {
  const server = await start();
  const headers = { 'x-request-id': 'stream-1' };
  const events = await fetch(`${server.url}/v1/events`, { headers });
  expect(events.headers.get('x-request-id')).toBe('stream-1');
  await events.body?.cancel();
  for (const [own, expected] of [
    [{}, expect.stringMatching(MADE)],
    [{ 'x-request-id': 'socket-1' }, 'socket-1'],
  ] as const) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/ws`, { headers: own });
    const [upgrade] = await once(socket, 'upgrade');
    expect(upgrade.headers['x-request-id']).toEqual(expected);
    socket.terminate();
  }
});

test('what the HTTP parser refuses has it', async () => {
  const server = await start();
  const socket = connect(server.port, '127.0.0.1');
  socket.end('HELLO\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/\r\nx-request-id: [0-9a-f]{8}-[0-9a-z]+\r\n/);
});

test('a bet that fails inside is logged with the id and its transaction', async () => {
  const lines: object[] = [];
  const ignore = () => {};
  const log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (one: object) => lines.push(one),
  };
  const server = await start({ log: log as ServerOptions['log'] });
  const { id } = server.service.addMarket();
  const failed = toDomainError({ code: 'internal_error', params: {} }, 'tx1');
  Object.assign(server.service.commands, { placeBet: () => Promise.reject(failed) });
  const answer = await server.request('POST', `/v1/markets/${id}/bets`, {
    body: { outcome: 'Yes', amount: 1 },
    headers: { 'x-request-id': 'mine' },
  });
  expect(answer.status).toBe(500);
  const error = expect.objectContaining({ cause: 'transaction tx1' });
  expect(lines).toEqual([{ requestId: 'mine', route: '/v1/markets/:marketId/bets', error }]);
});
