// Alice opens a market and stakes on Yes, Bob on No; nobody attests, so Bob wins and is paid.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../support/world.ts';

let world: World;
let marketId: string;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

test('from creation to a paid winner', async () => {
  marketId = await world.createMarket();
  const first = await world.bet(marketId, 'alice', 'Yes', 60);
  expect(first.status).toBe(201);
  const second = await world.bet(marketId, 'bob', 'No', 40);
  expect(second.body).toMatchObject({
    marketId,
    outcome: 'No',
    amountStaked: 40,
    newTotalStake: { Yes: 60, No: 40 },
    newOdds: { Yes: 0.6, No: 0.4 },
    state: 'confirmed',
  });

  await world.advance(3_601);
  const market = await world.get(`/markets/${marketId}`);
  expect(market.body).toMatchObject({
    status: 'resolved',
    winningOutcome: 'No',
    payoutRatio: { Yes: 0, No: 2.35 },
    feesCollected: { burned: '3 SOL', developer: '3 SOL' },
  });
  const result = await world.get(`/markets/${marketId}/result`, { as: 'bob' });
  expect(result.body).toMatchObject({ winningOutcome: 'No', yourWinnings: 94 });
  const loser = await world.get(`/markets/${marketId}/result`, { as: 'alice' });
  expect(loser.body).toMatchObject({ yourWinnings: 0 });
  await expect
    .poll(async () => (await world.get('/account', { as: 'bob' })).body.balances.SOL)
    .toBe(154);
  const { body: reserves } = await world.get('/reserves');
  expect(reserves.SOL.surplus).toBe(0);
});
