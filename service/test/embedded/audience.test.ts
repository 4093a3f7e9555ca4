import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Audience } from '../../src/embedded/audience.ts';
import { useServers } from '../http/support/servers.ts';

const servers = useServers();
const DAY_MS = 86_400_000;

test('somebody watches for ten minutes after a request, and while a stream is open', async () => {
  let nowMs = 0;
  const audience = new Audience(() => nowMs);
  const isWatchingAfter = (ms: number) => {
    nowMs += ms;
    return audience.isWatching;
  };
  const { url, request } = await servers.start({ audience });
  for (const path of ['/healthz', '/readyz', '/metrics', '/v1/nothing']) {
    await request('GET', path);
    expect(isWatchingAfter(0), path).toBe(false);
  }
  await request('GET', '/v1/markets');
  expect(isWatchingAfter(599_999)).toBe(true);
  expect(isWatchingAfter(1)).toBe(false);

  const reader = new AbortController();
  await fetch(`${url}/v1/events`, { signal: reader.signal });
  expect(isWatchingAfter(DAY_MS)).toBe(true);
  reader.abort();
  await expect.poll(() => audience.isWatching).toBe(false);

  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`);
  await once(socket, 'open');
  expect(isWatchingAfter(DAY_MS)).toBe(true);
  socket.close();
  await expect.poll(() => audience.isWatching).toBe(false);
});

test('requests wait for work that was begun, even if it fails', async () => {
  const audience = new Audience(() => 0);
  const { request } = await servers.start({ audience });
  let fail = (_: Error) => {};
  audience.wait(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  const answers: number[] = [];
  const asked = request('GET', '/v1/markets').then(({ status }) => answers.push(status));
  expect((await request('GET', '/healthz')).status).toBe(200);
  expect(answers).toEqual([]);
  fail(new Error('the chain does not answer'));
  await asked;
  expect(answers).toEqual([200]);
});

test('a request waits for the world after a break, and is answered even if that fails', async () => {
  let nowMs = 0;
  const audience = new Audience(() => nowMs);
  const { request } = await servers.start({ audience });
  let returns = 0;
  audience.onReturn(async () => {
    returns += 1;
    throw new Error('the chain does not answer');
  });
  for (const expected of [1, 1]) {
    expect((await request('GET', '/v1/markets')).status).toBe(200);
    expect(returns).toBe(expected);
  }
  nowMs = DAY_MS;
  expect((await request('GET', '/v1/markets')).status).toBe(200);
  expect(returns).toBe(2);
});
