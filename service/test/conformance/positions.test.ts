import { expect, test } from 'vitest';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

test('the largest positions come first, by both stakes of all bets', async () => {
  const id = await world.createMarket();
  const path = `/markets/${id}/positions`;
  expect((await world.get(path)).body).toEqual([]);
  await world.bet(id, 'alice', 'Yes', '2.5');
  for (let bets = 0; bets < 3; bets += 1) await world.bet(id, 'bob', bets ? 'No' : 'Yes', 1);
  const { body, text } = await world.get(path);
  const of = (name: 'alice' | 'bob', Yes: number, No: number) => ({
    ...{ wallet: world.wallet(name).address, stakes: { Yes, No }, bettor: expect.any(String) },
  });
  expect(body, text).toEqual([of('bob', 1, 2), of('alice', 2.5, 0)]);
  expect((await world.get(`${path}?limit=1`)).body).toEqual([of('bob', 1, 2)]);
  // A paid position keeps its stakes.
  await world.advance(3_601);
  await expect.poll(async () => (await world.get(`/markets/${id}`)).body.settled).toBe(true);
  expect((await world.get(path)).body).toEqual(body);
  expect((await world.get(`${path}?limit=-1`)).status).toBe(400);
  expect((await world.get('/markets/market_nothing/positions')).status).toBe(404);
});
