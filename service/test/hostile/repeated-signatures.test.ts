// A signed request runs once, whatever the route does with Idempotency-Keys.
import type { Key } from '@tote/chain/key';
import { beforeAll, expect, test } from 'vitest';
import { callSigned, createWallet, demoKey } from '../conformance/support/wallets.ts';
import { signRequest } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import { listEndpoints } from './endpoints.ts';

/** They answer from what is stored with the key. */
const KEEPING = [
  'POST /v1/markets',
  'POST /v1/markets/{marketId}/attestations',
  'POST /v1/markets/{marketId}/bets',
  'POST /v1/api-keys',
  'POST /v1/faucet',
  'POST /v1/series',
  'POST /v1/transactions',
  'POST /v1/webhooks',
  'POST /v1/webhooks/{webhookId}/secret',
];

const world = useWorld();
let alice: Key;
beforeAll(async () => {
  alice = await demoKey(world, 'alice');
});

async function sendThrice(method: string, path: string, body?: unknown) {
  const { body: config } = await world.get('/config');
  const rawBody = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const headers = signRequest(config, alice, { method, url: `/v1${path}`, rawBody });
  const idempotencyKey = `${method} ${path}`;
  const send = () => world.call(method, path, { body, headers, idempotencyKey });
  return [await send(), await send(), await send()];
}

const codesOf = (answers: Awaited<ReturnType<typeof sendThrice>>) =>
  answers.map(({ headers }) => headers.get('x-error-code'));

test('of every endpoint that takes a signature, only those that keep the key take it again', async () => {
  const endpoints = (await listEndpoints(world)).filter(({ codes }) => codes.has('nonce_reused'));
  const keeping: string[] = [];
  for (const { method, path, hasBody, name } of endpoints) {
    const url = path.replace('/v1', '').replace(/\{\w+\}/g, 'x');
    // A stream would not end.
    if (name === 'GET /v1/events' || name === 'GET /v1/ws') continue;
    const [first, ...later] = codesOf(await sendThrice(method, url, hasBody ? {} : undefined));
    expect(first, name).not.toBe('nonce_reused');
    if (later.every((code) => code === 'nonce_reused')) continue;
    expect(later, name).toEqual([first, first]);
    keeping.push(name);
  }
  expect(keeping.sort()).toEqual([...KEEPING].sort());
});

test('a signed request moves the clock once', async () => {
  const before = Date.parse((await world.get('/config')).body.now);
  const answers = await sendThrice('POST', '/sandbox/clock', { advanceSeconds: 86_400 });
  expect(codesOf(answers)).toEqual([null, 'nonce_reused', 'nonce_reused']);
  const passed = Date.parse((await world.get('/config')).body.now) - before;
  expect(passed).toBeGreaterThanOrEqual(86_400_000);
  expect(passed).toBeLessThan(2 * 86_400_000);
});

test('the clock needs the scope manage', async () => {
  const body = { advanceSeconds: 1 };
  const { as } = await createWallet(world, ['read', 'bet', 'create', 'attest']);
  const refused = await world.post('/sandbox/clock', body, as);
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([403, 'not_allowed']);
  const managing = await createWallet(world, ['manage']);
  expect((await world.post('/sandbox/clock', body, managing.as)).status).toBe(200);
  expect((await callSigned(world, alice, 'POST', '/sandbox/clock', { body })).status).toBe(200);
});

test('many moves of the clock at once are refused before they break the chain', async () => {
  const body = { advanceSeconds: 3_650 * 86_400 };
  const moves = Array.from({ length: 30 }, () =>
    world.post('/sandbox/clock', body, { as: 'alice' }),
  );
  const statuses = (await Promise.all(moves)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 400]));
  const { now } = (await world.get('/config')).body;
  expect(Date.parse(now)).toBeLessThan(Date.UTC(2100, 0, 1));
  expect((await world.post('/markets', {}, { as: 'alice' })).status).toBe(400);
  expect(await world.createMarket()).toMatch(/./);
});
