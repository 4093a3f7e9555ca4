import { expect, test } from 'vitest';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
const price = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100' };
const create = () =>
  world.createMarket({ question: 'Will SOL be above $100 at expiry?', condition: price });

test('values that were measured are there for later readers, in markets of the feed too', async () => {
  const id = await create();
  const { body: first } = await world.get(`/markets/${id}`);
  await world.advance(60);
  await world.get(`/markets/${id}`);
  const other = await create();
  const { body: values } = await world.get(`/markets/${other}/values`);
  expect(values[0].value).toBe(first.conditionProgress.currentCount);
  expect(values.length).toBeGreaterThanOrEqual(2);
  const times = values.map(({ at }: { at: string }) => Date.parse(at));
  for (const [index, at] of times.slice(1).entries()) {
    expect(at - times[index]).toBeGreaterThanOrEqual(5_000);
  }
});

test('a market without a number has none', async () => {
  const id = await world.createMarket({ question: 'Will it hail in Faro?' });
  expect((await world.get(`/markets/${id}/values`)).body).toEqual([]);
  expect((await world.get('/markets/market_nothing/values')).status).toBe(404);
});
