// Markets on the bonding curves and the pool of the demo tokens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../support/world.ts';
import { replay, replayEverything } from './replay.ts';

interface Token {
  symbol: string;
  mint: string;
  bondingCurve: string;
  curveCompletesAt: string;
}

let world: World;
let sprout: Token;
let oak: Token;
beforeAll(async () => {
  world = await World.start();
  [sprout, oak] = (await world.get('/config')).body.demo.tokens;
});
afterAll(() => world.close());

const secondsUntil = async (instant: string) =>
  (Date.parse(instant) - Date.parse((await world.get('/config')).body.now)) / 1000;
const after = (instant: string, seconds: number) =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();
const marketOf = async (id: string) => (await world.get(`/markets/${id}`)).body;

describe('a curve that completes', () => {
  let early: string;
  let triggered: string;

  test('not before an earlier expiry: No, and it stays No', async () => {
    const [question, tokenAddress] = ['Will it complete its bonding curve?', sprout.mint];
    const expireAt = after(sprout.curveCompletesAt, -300);
    early = await world.createMarket({ question, tokenAddress, expireAt });
    triggered = await world.createMarket({
      ...{ question, tokenAddress },
      expireAt: after(sprout.curveCompletesAt, 3_600),
    });
    expect((await world.bet(early, 'alice', 'Yes', 1)).status).toBe(201);
    expect((await world.bet(triggered, 'alice', 'Yes', 1)).status).toBe(201);
    expect((await world.bet(triggered, 'bob', 'No', 1)).status).toBe(201);
    await world.advance(await secondsUntil(after(sprout.curveCompletesAt, -290)));
    const market = await marketOf(early);
    expect(market).toMatchObject({ status: 'resolved', winningOutcome: 'No' });
    expect(market.details).toContain('Demo data');
    expect(await replay(world, early)).toBe('No');
  });

  test('shows how far it is', async () => {
    const { conditionProgress } = await marketOf(triggered);
    expect(conditionProgress).toMatchObject({ target: 100 });
    expect(conditionProgress.currentCount).toBeGreaterThan(70);
    expect(conditionProgress.currentCount).toBeLessThan(100);
  });

  test('ends a market at once as Yes, and bets are refused from then on', async () => {
    await world.advance(await secondsUntil(after(sprout.curveCompletesAt, 1)));
    const late = await world.bet(triggered, 'bob', 'Yes', 1);
    expect(late.status).toBe(409);
    expect(['condition_already_met', 'market_resolved']).toContain(
      late.headers.get('x-error-code'),
    );
    await expect
      .poll(() => marketOf(triggered))
      .toMatchObject({ status: 'resolved', winningOutcome: 'Yes', totalVolume: 2 });
    // Long before its expiry.
    const { resolvedAt, expireAt } = await marketOf(triggered);
    expect(Date.parse(resolvedAt)).toBeLessThan(Date.parse(expireAt));
    expect(await replay(world, triggered)).toBe('Yes');
  });
});

test('supply and account facts are decided at the expiry by the account', async () => {
  const { body: config } = await world.get('/config');
  const expireAt = after(config.now, 300);
  const fact = { type: 'account_fact', owner: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' };
  const wanted = [
    [{ type: 'token_supply', comparator: 'gte', threshold: 1_000_000_000 }, 'Yes'],
    [{ type: 'token_supply', comparator: 'gt', threshold: '1e9' }, undefined],
    [{ type: 'token_supply', comparator: 'gt', threshold: 1e9 }, 'No'],
    [
      {
        ...fact,
        account: oak.bondingCurve,
        offset: 48,
        dataType: 'u8',
        comparator: 'eq',
        value: '1',
      },
      'Yes',
    ],
  ] as const;
  const ids: [string, string][] = [];
  for (const [condition, outcome] of wanted) {
    const market = { tokenAddress: oak.mint, condition, expireAt };
    if (outcome === undefined) await expect(world.createMarket(market)).rejects.toThrow('400');
    else ids.push([await world.createMarket(market), outcome]);
  }
  await world.advance(301);
  for (const [id, outcome] of ids) {
    expect((await marketOf(id)).winningOutcome).toBe(outcome);
    expect(await replay(world, id)).toBe(outcome);
  }
});

test('every resolution of this file can be verified', async () => {
  expect(await replayEverything(world)).toBeGreaterThan(4);
});
