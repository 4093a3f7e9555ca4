import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { decodeMint } from '@tote/conditions/oracles/layouts/mint';
import { decodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { decodeTokenAccount } from '@tote/conditions/oracles/layouts/token-account';
import { decodePumpCurve } from '@tote/conditions/oracles/pools/pump-curve';
import { decodePumpSwapPool } from '@tote/conditions/oracles/pools/pumpswap';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { addSeconds, unixSeconds } from '@tote/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DemoWorld } from '../../../src/embedded/demo-world/demo-world.ts';
import { priceUpdateAccount } from '../../../src/embedded/demo-world/posted-updates.ts';
import { demoAddress } from '../../../src/embedded/demo-world/token-accounts.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { type EmptyWorld, startEmptyWorld } from '../support.ts';

const AT = demoAddress('an update');
const NOW = 1_800_000_000n;

describe.each(DEMO_FEEDS.map((feed) => [feed.symbol, feed] as const))('the %s feed', (_, feed) => {
  test('has exactly one first update at or after any moment', () => {
    const updates = Array.from({ length: 200 }, (_unused, index) => {
      const second = NOW + BigInt(index);
      const { data } = priceUpdateAccount(AT, feed, { second, slot: 7n });
      const account = { address: AT, owner: PYTH_RECEIVER, data: data ?? new Uint8Array() };
      const update = decodePythPriceUpdate(account);
      if (!update.ok) throw new Error(update.reason);
      return update.value;
    });
    for (let moment = NOW; moment < NOW + 200n; moment += 1n) {
      const first = updates.filter(
        ({ publishedAt, previousPublishedAt }) =>
          previousPublishedAt < moment && moment <= publishedAt,
      );
      expect(first).toEqual([
        expect.objectContaining({
          ...{ feedId: feed.feedId, exponent: feed.exponent, publishedAt: moment },
          ...quoteAt(feed, moment),
        }),
      ]);
    }
  });

  test('moves within a tenth of its mean, without jumps', () => {
    const prices = Array.from({ length: 5_000 }, (_unused, index) => {
      return quoteAt(feed, NOW + BigInt(index)).price;
    });
    expect(new Set(prices).size).toBeGreaterThan(4_000);
    for (const [index, price] of prices.entries()) {
      expect(price * 10n).toBeGreaterThan(feed.middle * 9n);
      expect(price * 10n).toBeLessThan(feed.middle * 11n);
      const step = price - (prices[index - 1] ?? price);
      expect((step < 0n ? -step : step) * 1_000n).toBeLessThan(feed.middle);
    }
  });
});

describe('on a chain', () => {
  let empty: EmptyWorld;
  let world: DemoWorld;
  beforeEach(async () => {
    empty = await startEmptyWorld();
    world = await start();
  });
  afterEach(async () => {
    await world.close();
    await empty.close();
  });

  const start = () =>
    DemoWorld.start({ chain: empty.chain, sandbox: empty.localnet.sandbox, log: SILENT_LOG });
  const read = async (address: string) => {
    const [account] = (await readSample(empty.chain, [address as never])).accounts;
    if (!account) throw new Error('nothing was read');
    return account;
  };
  const passTime = async (seconds: number) => {
    await empty.localnet.sandbox.advanceClock(seconds);
    await world.update();
  };

  test('the accounts have the layouts of the real programs', async () => {
    const { feeds, tokens } = world.data;
    for (const { account } of feeds) {
      expect(decodePythPriceUpdate(await read(account)).ok).toBe(true);
    }
    const [sprout, oak] = tokens;
    if (!sprout || !oak) throw new Error('the demo tokens are missing');
    for (const { mint } of tokens) {
      const decoded = decodeMint(await read(mint));
      expect(decoded).toMatchObject({ value: { supply: 10n ** 15n, decimals: 6 } });
    }
    const pool = decodePumpSwapPool(await read(oak.pool));
    if (!pool.ok) throw new Error(pool.reason);
    expect(pool.value.mints[0]).toBe(oak.mint);
    const vault = decodeTokenAccount(await read(pool.value.vaults[0]));
    expect(vault).toMatchObject({ value: { mint: oak.mint, owner: oak.pool } });
    const curve = async (at: string) => {
      const decoded = decodePumpCurve(await read(at));
      return decoded.ok && decoded.value.isComplete;
    };
    expect(await curve(oak.bondingCurve)).toBe(true);
    expect(await curve(sprout.bondingCurve)).toBe(false);
    await passTime(sprout.curveCompletesAt - (await empty.chain.clock.refresh()) - 2);
    expect(await curve(sprout.bondingCurve)).toBe(false);
    await passTime(2);
    expect(await curve(sprout.bondingCurve)).toBe(true);
  });

  test('SPROUT migrates: its pool exists from a known moment on, also after a restart', async () => {
    const [sprout] = world.data.tokens;
    if (!sprout) throw new Error('the demo tokens are missing');
    expect(sprout.migratesAt).toBeGreaterThan(sprout.curveCompletesAt);
    const now = await empty.chain.clock.refresh();
    expect(world.findNextEvent(now)).toBe(sprout.curveCompletesAt);
    expect(world.findNextEvent(sprout.curveCompletesAt)).toBe(sprout.migratesAt);
    expect(world.findNextEvent(sprout.migratesAt)).toBeUndefined();
    await passTime(sprout.migratesAt - now - 2);
    expect((await read(sprout.pool)).owner).toBeNull();
    await passTime(2);
    const isMigrated = async () => {
      const pool = decodePumpSwapPool(await read(sprout.pool));
      if (!pool.ok) throw new Error(pool.reason);
      expect(pool.value.mints[0]).toBe(sprout.mint);
      const vault = decodeTokenAccount(await read(pool.value.vaults[0]));
      expect(vault).toMatchObject({ value: { mint: sprout.mint, owner: sprout.pool } });
      expect(decodePumpCurve(await read(sprout.bondingCurve))).toMatchObject({
        value: { isComplete: true, realTokenReserves: 0n },
      });
    };
    await isMigrated();
    const before = world.data;
    await world.close();
    await empty.localnet.sandbox.advanceClock(10_000);
    world = await start();
    await isMigrated();
    expect(world.data).toEqual(before);
  });

  test('an update can be posted from its moment on, and is kept as long as requested', async () => {
    const [feed] = world.data.feeds;
    if (!feed) throw new Error('there is no demo feed');
    const moment = addSeconds(await empty.chain.clock.refresh(), 100);
    const wanted = {
      ...{ feedId: feed.feedId, receiver: PYTH_RECEIVER, moment, accepts: () => true },
      keptUntil: addSeconds(moment, 1_000),
    };
    expect(await world.post(wanted)).toBeUndefined();
    await passTime(500);
    const posted = await world.post(wanted);
    const update = decodePythPriceUpdate(await read(posted ?? ''));
    expect(update).toMatchObject({ value: { publishedAt: BigInt(moment) } });
    expect(await world.post({ ...wanted, moment: unixSeconds(moment) })).toBe(posted);
    await passTime(500);
    expect(decodePythPriceUpdate(await read(posted ?? ''))).toEqual(update);
    await passTime(500);
    expect((await read(posted ?? '')).owner).toBeNull();
    expect(await world.post({ ...wanted, feedId: 'ab' })).toBeUndefined();
  });
});
