import {
  findPythConfigAddress,
  findPythPushAddress,
} from '@tote/conditions/oracles/derived-addresses';
import { encodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeUpdate,
  priceAt,
} from '../../../../packages/conditions/test/oracles/support/pyth-updates.ts';
import { type PriceWorld, startPriceWorld } from './price-updates-support.ts';

const SOL = getFeed('SOL');
const BTC = getFeed('BTC');
const BONK = getFeed('BONK');

let world: PriceWorld;
beforeEach(async () => {
  world = await startPriceWorld();
});
afterEach(() => world.close());

async function look() {
  const updates = world.openUpdates();
  await updates.coverage.refresh();
  return updates;
}

const covered = async () => {
  const updates = await look();
  return [SOL, BTC, BONK]
    .filter(({ feedId }) => updates.covers(feedId))
    .map(({ symbol }) => symbol);
};

test('a feed is covered if Hermes has it with the exponent that conditions expect, and of now', async () => {
  // Not before the first look.
  expect(world.openUpdates().covers(SOL.feedId)).toBe(false);
  // The server says -8 of all, and that of BONK is -10.
  expect(await covered()).toEqual(['SOL', 'BTC']);
  expect(world.hermes.requests[0]?.feedIds).toContain(BONK.feedId);
  const time = world.chain.clock.now();
  world.hermes.answer = () => [
    makeUpdate([priceAt(time, { feedId: BONK.feedId, exponent: BONK.exponent })]),
  ];
  expect(await covered()).toEqual(['BONK']);
  for (const [seconds, symbols] of [
    [-700, []],
    [700, []],
    [-500, ['SOL']],
  ] as const) {
    world.hermes.answer = () => [makeUpdate([priceAt(time + seconds)])];
    expect(await covered()).toEqual(symbols);
  }
});

test('nothing is covered on a chain without the receiver, and Hermes is not asked', async () => {
  const address = await findPythConfigAddress(PYTH_RECEIVER);
  await world.localnet.sandbox.setAccounts([{ address, lamports: 0n }]);
  expect(await covered()).toEqual([]);
  expect(world.hermes.requests).toEqual([]);
});

test('while Hermes does not answer, its last answer is believed for ten minutes', async () => {
  const { answer } = world.hermes;
  const unreachable: typeof answer = () => (response) => void response.destroy();
  world.hermes.answer = unreachable;
  expect(await covered()).toEqual([]);
  let nowMs = 1_000_000;
  const updates = world.openUpdates(() => nowMs);
  const look = async () => {
    await updates.coverage.refresh();
    return updates.covers(SOL.feedId);
  };
  expect(await look()).toBe(false);
  world.hermes.answer = answer;
  expect(await look()).toBe(true);
  world.hermes.answer = unreachable;
  nowMs += 600_000;
  expect(await look()).toBe(true);
  nowMs += 1;
  expect(await look()).toBe(false);
});

test('a feed is watched while the account of its sponsors is fresh', async () => {
  expect((await look()).watches(SOL.feedId)).toBe(false);
  const address = await findPythPushAddress(SOL.feedId);
  const by = { writeAuthority: address, postedSlot: 1n };
  const set = (second: number) =>
    world.localnet.sandbox.setAccounts([
      {
        ...{ address, lamports: 2_000_000n, owner: PYTH_RECEIVER },
        data: encodePythPriceUpdate(priceAt(second), by),
      },
    ]);
  const time = await world.chain.clock.refresh();
  await set(time);
  const updates = await look();
  expect([SOL, BTC].map(({ feedId }) => updates.watches(feedId))).toEqual([true, false]);
  await set(time - 120);
  expect((await look()).watches(SOL.feedId)).toBe(false);
});
