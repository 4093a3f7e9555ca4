import { expect, onTestFinished, test } from 'vitest';
import { World } from '../support/world.ts';

test('a service that has just started knows what the demo wallets were given', async () => {
  const world = await World.start();
  onTestFinished(() => world.close());
  const { closing } = (await world.get('/account/statement', { as: 'alice' })).body;
  expect(closing).toEqual({ SOL: 100, UTILITY: 100_000 });
});
