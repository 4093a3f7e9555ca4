import { decidedBy } from '@tote/conditions/decided-by';
import { DomainError, unixSeconds } from '@tote/domain';
import { beforeEach, expect, test } from 'vitest';
import { type AdvanceClockContext, advanceClock } from '../../src/embedded/advance-clock.ts';
import type { Keeper } from '../../src/keeper/keeper.ts';
import { createMarket, getMarket, useWorld } from '../keeper/support.ts';

const world = useWorld();
let keeper: Keeper;
let context: AdvanceClockContext;
beforeEach(async () => {
  keeper = world.keeper();
  context = {
    chain: world.chain,
    reads: world.reads,
    moveClock: (seconds) => world.localnet.sandbox.advanceClock(seconds),
    wakeKeeper: () => keeper.wake(),
    isDecidedHere: (market) => decidedBy(market, world.keys.oracle.address).by === 'attestation',
    // It stands still, so that every stop lasts until the keeper has acted.
    wallMs: () => 0,
  };
});

test('stops at every expiry until the market has its outcome', async () => {
  keeper.start();
  const expiries = [100, 200, 200, 3_000];
  const markets = [];
  for (const expiresIn of expiries) markets.push(await createMarket(world, { expiresIn }));
  const before = await world.chain.clock.refresh();
  const after = await advanceClock(context, 1_000);
  expect(after).toBeGreaterThanOrEqual(before + 1_000);
  for (const [index, { id }] of markets.entries()) {
    const { end } = await getMarket(world, id);
    if (expiries[index] === 3_000) expect(end).toBeNull();
    else {
      expect(end?.outcome).toBe('No');
      // By the chain's clock it was resolved at its expiry, before the rest of the advance.
      expect(Number(end?.resolvedAt)).toBeLessThanOrEqual(after - 800);
    }
  }
});

test('stops for a market that expires during a stop for another event', async () => {
  keeper.start();
  const { id, expiresAt } = await createMarket(world, { expiresIn: 100 });
  const eventAt = unixSeconds(expiresAt - 1);
  const slow: AdvanceClockContext = {
    ...context,
    findNextEvent: (now) => (now < eventAt ? eventAt : undefined),
    moveWorld: async () => {
      const now = world.chain.clock.now();
      if (now >= eventAt && now < expiresAt) await world.localnet.sandbox.advanceClock(1);
    },
  };
  const advanced = await advanceClock(slow, 1_000);
  const { end } = await getMarket(world, id);
  expect(end?.outcome).toBe('No');
  expect(Number(end?.resolvedAt)).toBeLessThanOrEqual(advanced - 900);
});

test('waits for no market that others decide, and without a keeper for five seconds', async () => {
  await createMarket(world, { expiresIn: 100, condition: 'as I say' });
  // Or it would wait forever.
  await advanceClock(context, 1_000);
  const market = await createMarket(world, { expiresIn: 100 });
  let asked = 0;
  const wallMs = () => 1_000 * asked++;
  await advanceClock({ ...context, wallMs }, 1_000);
  expect(asked).toBeGreaterThan(5);
  expect((await getMarket(world, market.id)).end).toBeNull();
});

test('is refused outside of a sandbox and for invalid seconds', async () => {
  const before = world.chain.clock.now();
  const outside = advanceClock({ ...context, moveClock: undefined }, 1_000);
  await expect(outside).rejects.toThrow(expect.objectContaining({ code: 'sandbox_required' }));
  for (const seconds of [-1, 1.5, Number.NaN, 3_650 * 86_400 + 1]) {
    await expect(advanceClock(context, seconds)).rejects.toThrow(DomainError);
  }
  expect(await world.chain.clock.refresh()).toBeLessThan(before + 900);
});
