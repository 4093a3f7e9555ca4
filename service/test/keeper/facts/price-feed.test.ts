// Markets on a price at expiry, decided by the updates of the demo feed.

import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { unixSeconds } from '@tote/domain';
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
  test.each([
    ['Will SOL be above $100 at expiry?', 'Yes'],
    ['Will SOL be above $100,000 at expiry?', 'No'],
    ['Will BTC be below $1m at expiry?', 'Yes'],
    ['Will ETH be at least $20k at expiry?', 'No'],
  ])('%s %s', async (question, outcome) => {
    const id = await play({ question, expireAt: await inSeconds(900) });
    const { body: open } = await world.get(`/markets/${id}`);
    expect(open.details).toContain('Demo data');
    // The embedded chain has no lead.
    expect(open.bettingClosesAt).toBe(open.expireAt);
    expect(open.custom).toBe(false);
    await world.advance(901);
    const { body } = await world.get(`/markets/${id}`);
    expect(body).toMatchObject({ status: 'resolved', winningOutcome: outcome });
    expect(Date.parse(body.resolvedAt) - Date.parse(body.expireAt)).toBeLessThanOrEqual(2_000);
    expect(await replay(world, id)).toEqual(outcome);
  });

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

  test('never decides: the market waits, says so, and is refunded', async () => {
    const question = 'Will DOGE be above $0.1 at expiry?';
    const id = await play({ question, condition, expireAt: await inSeconds(60) });
    await world.advance(61);
    const { body: waiting } = await world.get(`/markets/${id}`);
    expect(waiting.status).toBe('open');
    expect(waiting.resolution.waitingFor).toContain('the first DOGE/USD update at or after');
    await expect
      .poll(async () => (await world.get(`/markets/${id}`)).body.resolution.lastFailure)
      .toContain('There is no update of the price feed');
    await world.advance(86_400);
    await expect
      .poll(async () => (await world.get(`/markets/${id}`)).body)
      .toMatchObject({ status: 'resolved', refunded: true, winningOutcome: null });
  });

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
    expect(body.warnings.join(' ')).toContain('the oracle attests');
    expect(body.details).toContain('oracle');
  });
});

test.each([{ type: 'price_feed', feed: 'NOPE', comparator: 'gt', threshold: '1' }])(
  'what is not verified is refused: %j',
  async (condition) => {
    const body = { question: 'Is it?', outcomes: ['Yes', 'No'], currency: 'SOL', condition };
    const expireAt = await inSeconds(600);
    const answer = await world.post('/markets', { ...body, expireAt }, { as: 'alice' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-error-code')).toBe('condition_invalid');
  },
);

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

test('bets on a price at expiry may stop earlier, but not after the expiry', async () => {
  const expiresAt = (await nowOf()) + 900;
  const at = (seconds: number) => new Date((expiresAt + seconds) * 1_000).toISOString();
  const question = 'Will SOL be above $1 at expiry?';
  const market = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt: at(0) };
  const create = (bettingClosesAt: string) =>
    world.post('/markets', { ...market, bettingClosesAt }, { as: 'alice' });
  for (const earlier of [at(0), at(-1), at(-600)]) {
    const { status, body } = await create(earlier);
    expect([status, Date.parse(body.bettingClosesAt)]).toEqual([201, Date.parse(earlier)]);
  }
  const late = await create(at(1));
  expect(late.status).toBe(400);
  expect(late.headers.get('x-error-code')).toBe('betting_closes_at_out_of_range');
});

test('a restart across an expiry loses no market', async () => {
  const ids = [];
  for (const threshold of ['1', '100000']) {
    const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold };
    const question = `Will SOL be above $${threshold} at expiry?`;
    ids.push(await play({ question, condition, expireAt: await inSeconds(4) }));
  }
  const expiresAt = unixSeconds((await nowOf()) + 4);
  await world.service.close();
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  world = await World.start({}, world.dir);
  expect(await nowOf()).toBeGreaterThan(expiresAt);
  for (const [index, outcome] of ['Yes', 'No'].entries()) {
    const id = ids[index] as string;
    await expect
      .poll(async () => (await world.get(`/markets/${id}`)).body.winningOutcome)
      .toBe(outcome);
    expect(await replay(world, id)).toEqual(outcome);
  }
});

test('every resolution of this file can be verified', async () => {
  expect(await replayEverything(world)).toBeGreaterThan(8);
});
