// How old what decides markets is, for the operator.
import { expect, test } from 'vitest';
import { readFeedAges } from '../../../src/keeper/observe/feed-coverage.ts';
import { Sampler } from '../../../src/keeper/observe/sampler.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { passTime, useWorld } from '../support.ts';
import { createMeasured, showPrice } from './support.ts';

const world = useWorld();

async function createMarket(timing: 'at_expiry' | 'any_time_before'): Promise<void> {
  const threshold = { comparator: 'gt', threshold: '1000000' };
  const condition = { type: 'price_feed', feed: 'SOL', ...threshold, timing };
  await createMeasured(world, { tokenAddress: null, condition, expiresIn: 3_600 });
}

test('samples age until the next one is taken', async () => {
  await showPrice(world);
  await createMarket('any_time_before');
  const { chain, store, reads, keys } = world;
  const options = { chain, store, reads, oracle: keys.oracle.address, log: SILENT_LOG };
  const sampler = new Sampler({ ...options, wallMs: () => Date.now() });
  expect([...sampler.findAges()]).toEqual([]);
  await sampler.sampleNow();
  expect([...sampler.findAges().keys()]).toEqual(['price_feed']);
  expect(sampler.findAges().get('price_feed')).toBeLessThan(60);
  await passTime(world, 120);
  expect(sampler.findAges().get('price_feed')).toBeGreaterThanOrEqual(120);
  await showPrice(world);
  await sampler.sampleNow();
  expect(sampler.findAges().get('price_feed')).toBeLessThan(60);
  await sampler.idle();
});

test('a feed without a price is infinitely old, one with a price as old as that', async () => {
  await createMarket('at_expiry');
  const read = async () => (await readFeedAges(world)).map(({ feed, seconds }) => [feed, seconds]);
  expect(await read()).toEqual([['SOL', Infinity]]);
  await showPrice(world);
  const [[, fresh]] = (await read()) as [[string, number]];
  expect(fresh).toBeLessThan(60);
  await passTime(world, 120);
  const [[, old]] = (await read()) as [[string, number]];
  expect(old).toBeGreaterThanOrEqual(120);
});
