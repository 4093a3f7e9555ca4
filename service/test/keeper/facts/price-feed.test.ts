// Markets on a price at expiry, decided by the updates of the demo feed.

import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../support/world.ts';
import { replay, replayEverything } from './replay.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const nowOf = async () => Date.parse((await world.get('/config')).body.now) / 1000;
const inSeconds = async (seconds: number) =>
  new Date(((await nowOf()) + seconds) * 1000).toISOString();

/** Creates a market about SOL, bets on both sides, and returns it after its expiry. */
async function play(fields: Record<string, unknown>) {
  const id = await world.createMarket(fields);
  expect((await world.bet(id, 'alice', 'Yes', 3)).status).toBe(201);
  expect((await world.bet(id, 'bob', 'No', 1)).status).toBe(201);
  return id;
}

describe('GET /v1/config', () => {
  test('says what is made up', async () => {
    const { demo } = (await world.get('/config')).body;
    expect(demo.notice).toContain('Demo data');
    expect(demo.feeds.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      'SOL',
      'BTC',
      'ETH',
    ]);
    expect(demo.tokens.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['SPROUT', 'OAK']);
  });
});

describe('a price at expiry', () => {
  test('is decided by the price of that very second', async () => {
    const expiresAt = (await nowOf()) + 300;
    const [sol] = DEMO_FEEDS;
    if (!sol) throw new Error('there is no demo feed');
    const { price } = quoteAt(sol, BigInt(expiresAt));
    const expireAt = new Date(expiresAt * 1000).toISOString();
    const fields = { type: 'price_feed', feed: 'SOL', timing: 'at_expiry' };
    const at = `${price / 10n ** 8n}.${String(price % 10n ** 8n).padStart(8, '0')}`;
    const condition = (comparator: string) => ({ ...fields, comparator, threshold: at });
    const asked = (words: string) => `Will SOL be ${words} $${at} at expiry?`;
    const least = { question: asked('at least'), condition: condition('gte') };
    const more = { question: asked('above'), condition: condition('gt') };
    const reached = await play({ expireAt, ...least });
    const exceeded = await play({ expireAt, ...more });
    const { body } = await world.get(`/markets/${reached}`);
    await world.advance(301);
    for (const [id, outcome] of [
      [reached, 'Yes'],
      [exceeded, 'No'],
    ] as const) {
      expect((await world.get(`/markets/${id}`)).body.winningOutcome).toBe(outcome);
      expect(await replay(world, id)).toEqual(outcome);
    }
    expect(body.details).toContain('SOL/USD');
  });

  test('shows how far it is, and takes numbers in the condition', async () => {
    const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: 250.5 };
    const id = await world.createMarket({ condition });
    await world.advance(3);
    await expect
      .poll(async () => (await world.get(`/markets/${id}`)).body.conditionProgress)
      .toMatchObject({ target: 250.5, unit: 'USD', currentCount: expect.any(Number) });
    const { currentCount } = (await world.get(`/markets/${id}`)).body.conditionProgress;
    expect(currentCount).toBeGreaterThan(100);
    expect(currentCount).toBeLessThan(300);
  });
});

describe('a feed without updates', () => {
  const condition = { type: 'price_feed', feed: 'DOGE', comparator: 'gt', threshold: '0.1' };

  test('is warned of; a mere question about it is attested', async () => {
    const expireAt = await inSeconds(600);
    const market = { outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
    const insisted = { ...market, question: 'Dear DOGE?', condition };
    const first = await world.post('/markets', insisted, { as: 'alice', idempotencyKey: 'doge' });
    expect(first.body.warnings.join(' ')).toContain('all stakes are refunded');
    const again = await world.post('/markets', insisted, { as: 'alice', idempotencyKey: 'doge' });
    expect(again.text).toBe(first.text);
    const asked = { ...market, question: 'Will DOGE be above $1 at expiry?' };
    const { body } = await world.post('/markets', asked, { as: 'alice' });
    expect(body.warnings.join(' ')).toContain('so the market’s oracle attests it');
    expect(body.details).toContain('oracle');
  });
});

test('the longest question, with a first stake, fits into a transaction', async () => {
  // Full-width question marks: three bytes each.
  const question = `Will SOL be above $1 at expiry?${'？'.repeat(156)}`;
  expect(Buffer.byteLength(question)).toBe(499);
  const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '1' };
  const initialStake = { outcome: 'Yes', amount: 1 };
  const expireAt = await inSeconds(60);
  const id = await world.createMarket({ question, condition, initialStake, expireAt });
  await world.advance(61);
  expect((await world.get(`/markets/${id}`)).body).toMatchObject({
    winningOutcome: 'Yes',
    question,
  });
});

test('every resolution of this file can be verified', async () => {
  expect(await replayEverything(world)).toBeGreaterThan(2);
});
