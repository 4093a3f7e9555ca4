// What must not happen: No as soon as it does, Yes at the expiry if it never did.
import { chooseThreshold } from '@tote/cli/demo/choose-threshold';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../../support/world.ts';
import { play as playIn } from './play.ts';
import { replay } from './replay.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const nowSeconds = async () => Date.parse((await world.get('/config')).body.now) / 1000;
const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
const marketOf = async (id: string) => (await world.get(`/markets/${id}`)).body;

const play = (fields: Record<string, unknown>) => playIn(world, fields);

test('a curve that must not complete ends the market as No when it does', async () => {
  const [sprout] = (await world.get('/config')).body.demo.tokens;
  const completesAt = Date.parse(sprout.curveCompletesAt) / 1000;
  const id = await play({
    question: 'Will it not graduate before expiry?',
    tokenAddress: sprout.mint,
    expireAt: instant(completesAt + 600),
  });
  expect(await marketOf(id)).toMatchObject({ timing: 'never_before', mismatch: false });
  await world.advance(completesAt + 60 - (await nowSeconds()));
  await expect.poll(() => marketOf(id)).toMatchObject({ status: 'resolved', winningOutcome: 'No' });
});

test('a price that must stay on one side ends the market as No when it does not', async () => {
  const now = await nowSeconds();
  const { comparator, threshold } = chooseThreshold('SOL', now, now + 1_000);
  const side = comparator === 'gte' ? 'under' : 'above';
  const id = await play({
    question: `Will SOL stay ${side} $${threshold} until this market ends?`,
    expireAt: instant(now + 1_000),
  });
  expect(await marketOf(id)).toMatchObject({
    timing: 'never_before',
    condition: { type: 'price_feed', comparator, threshold, timing: 'never_before' },
    details: expect.stringMatching(/^No as soon as .* otherwise Yes\./),
  });
  await world.advance(1_000);
  await expect.poll(() => marketOf(id)).toMatchObject({ status: 'resolved', winningOutcome: 'No' });
  const { outcome, record } = await replay(world, id);
  expect(outcome).toBe('No');
  expect(record.evidence.samples).toHaveLength(1);
  expect(record.moments.now).toBeLessThan(now + 1_000);
  const late = await world.bet(id, 'alice', 'Yes', 1);
  expect(late.status).toBe(409);
});
