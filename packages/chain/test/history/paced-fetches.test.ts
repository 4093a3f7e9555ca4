import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../../../tools/test-setup/http-server.ts';
import { chainUnavailable } from '../../src/chain-unavailable.ts';
import { PacedFetches } from '../../src/history/paced-fetches.ts';
import { createHttpTransport } from '../../src/http-transport.ts';
import { RpcClient } from '../../src/rpc-client.ts';

const NUMBERS = Array.from({ length: 400 }, (_, index) => index);
const quick = () => new PacedFetches({ pauseMs: () => 5 });

test('gives results in the order of the items, and more at once while they are answered', async () => {
  const fetches = quick();
  let [running, most] = [0, 0];
  const results = await fetches.map(NUMBERS, async (number) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(number % 3);
    running -= 1;
    return number * 2;
  });
  expect(results).toEqual(NUMBERS.map((number) => number * 2));
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThanOrEqual(64);
});

test('another error ends it, and no further call is made', async () => {
  const fetches = quick();
  let calls = 0;
  const failing = fetches.map(NUMBERS, async (number) => {
    calls += 1;
    if (number === 10) throw chainUnavailable(new Error('it is down'));
    await sleep(1);
    return number;
  });
  await expect(failing).rejects.toMatchObject({ code: 'chain_unavailable' });
  expect(calls).toBeLessThan(40);
});

/** A node that answers at most this many calls at once, and the others with 429. */
async function startLimited(atOnce: number, always = false) {
  const seen = { refused: 0, running: 0, mostAnswered: 0 };
  const { url, close } = await startHttpServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    if (always || seen.running >= atOnce) {
      seen.refused += 1;
      response.writeHead(429, { 'retry-after': '0.01' }).end();
      return;
    }
    seen.running += 1;
    seen.mostAnswered = Math.max(seen.mostAnswered, seen.running);
    await sleep(2);
    seen.running -= 1;
    const { id, params } = JSON.parse(text);
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: params[0] }));
  });
  onTestFinished(close);
  const transport = createHttpTransport(url);
  return { seen, client: new RpcClient({ transport, tries: 1 }) };
}

test('a node that answers 429 gets fewer calls at once, and every call is answered in the end', async () => {
  const { client, seen } = await startLimited(4);
  const fetches = quick();
  const numbers = NUMBERS.slice(0, 200);
  const results = await fetches.map(numbers, (number) => client.call('getSlot', [number]));
  expect(results.map(Number)).toEqual(numbers);
  expect(seen.refused).toBeGreaterThan(0);
  expect(fetches.atOnce).toBeLessThan(16);
});

test('a node that answers nothing but 429 is given up after a while', async () => {
  const { client, seen } = await startLimited(0, true);
  const fetches = quick();
  const failing = fetches.map([1], (number) => client.call('getSlot', [number]));
  await expect(failing).rejects.toMatchObject({ code: 'chain_unavailable' });
  expect(seen.refused).toBe(9);
  expect(fetches.atOnce).toBe(1);
});
