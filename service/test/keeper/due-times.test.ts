// What becomes due is known ahead: in between the keeper leaves the database alone.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { describe, expect, type Mock, onTestFinished, test, vi } from 'vitest';
import { DueTimes } from '../../src/keeper/due-times.ts';
import { createKeeper } from '../../src/keeper/keeper.ts';
import { ListAge } from '../../src/keeper/observe/list-age.ts';
import {
  createKeeperReads,
  type KeeperReads,
} from '../../src/store/projection/list-due-markets.ts';
import { MarketCache } from '../../src/store/projection/market-cache.ts';
import type { Store } from '../../src/store/store.ts';
import { addMarket } from '../store/support/add-market.ts';
import { describeEngines, describeEveryEngine } from '../store/support/engines.ts';
import { SILENT_LOG } from '../support/silent-log.ts';
import { useWorld } from './support.ts';

const NOW = 1_000;
const FAR = 1_000_000n;
const LATER = { closes_at: FAR, expires_at: FAR, refund_at: 2n * FAR };
const NEVER_MS = 3_600_000;

class FakeClock {
  readonly #listeners = new Set<() => void>();
  #now = NOW;

  shown = (): UnixSeconds => unixSeconds(this.#now);
  now = this.shown;
  onSecond = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tick(seconds = 1): void {
    this.#now += seconds;
    for (const listener of this.#listeners) listener();
  }
}

/** Runs until the test ends. `wake` has been called as often as the first read is reason to. */
async function run(store: Store, { checkMs = NEVER_MS } = {}) {
  const clock = new FakeClock();
  const { listDueTimes } = createKeeperReads(store, new MarketCache({ isOn: false }));
  const read = vi.fn(listDueTimes);
  const options = { clock, store, reads: { listDueTimes: read }, log: SILENT_LOG, checkMs };
  const due = new DueTimes(options);
  const wake = vi.fn();
  const stopping = new AbortController();
  const ended = due.run(stopping.signal, wake);
  onTestFinished(async () => {
    stopping.abort();
    await ended;
  });
  await expect.poll(() => countReads(read)).toBeGreaterThan(0);
  await yieldToEventLoop();
  return { clock, read, wake, due };
}

const countReads = ({ mock }: { readonly mock: Pick<Mock['mock'], 'settledResults'> }) =>
  mock.settledResults.filter(({ type }) => type === 'fulfilled').length;

describeEngines(['memory', 'postgres'], (engine) => {
  test('each moment of a market wakes once, and no other second does', async () => {
    const store = await engine.open();
    const at = (seconds: number) => BigInt(NOW + seconds);
    await addMarket(store, 'open', { closes_at: at(10), expires_at: at(20), refund_at: at(30) });
    await addMarket(store, 'too', { closes_at: at(20), expires_at: at(20), refund_at: FAR });
    const ended = { state: 2n, bets: 1n, resolved_at: at(0), expires_at: at(25) };
    await addMarket(store, 'vetoable', { ...ended, veto_ends_at: at(40) });
    await addMarket(store, 'paid', { ...ended, veto_ends_at: at(0), fees_moved: 1n });
    const closed = { ...ended, veto_ends_at: at(15), account_closed: 1n };
    await addMarket(store, 'closed', closed);
    const { clock, wake, read } = await run(store);
    const woken: number[] = [];
    wake.mockImplementation(() => woken.push(clock.shown() - NOW));
    for (let second = 1; second <= 60; second += 1) clock.tick();
    expect([woken, read.mock.calls.length]).toEqual([[10, 20, 25, 30, 40], 1]);
    // Nobody has read what comes then, as after a move of the sandbox's clock.
    clock.tick();
    expect(woken.at(-1)).toBe(61);
  });

  test('what has already passed wakes at once', async () => {
    const store = await engine.open();
    await addMarket(store, 'expired', { ...LATER, expires_at: 1n });
    const { wake } = await run(store);
    await expect.poll(() => wake.mock.calls.length).toBe(1);
  });

  test('a change wakes and is read', async () => {
    const store = await engine.open();
    const { clock, wake, read, due } = await run(store);
    expect(wake).not.toHaveBeenCalled();
    const { version } = due;
    await addMarket(store, 'new', { ...LATER, closes_at: BigInt(NOW + 5) });
    await store.notify('due', '');
    await expect.poll(() => wake.mock.calls.length).toBe(1);
    expect([read.mock.calls.length, due.version]).toEqual([2, version + 1]);
    clock.tick(5);
    expect(wake.mock.calls).toEqual([['change'], ['time']]);
  });

  test('without a notification a market is found later, and not lost', async () => {
    const store = await engine.open();
    const { wake } = await run(store, { checkMs: 10 });
    await addMarket(store, 'unheard', { ...LATER, expires_at: 1n });
    await expect.poll(() => wake.mock.calls.length).toBeGreaterThan(0);
  });
});

describeEveryEngine(['postgres'], (engine) => {
  test('a market that another replica has created wakes this one', async () => {
    const store = await engine.open();
    const other = await engine.openBeside(store);
    const { clock, wake, read } = await run(store);
    await addMarket(other, 'new', { ...LATER, closes_at: BigInt(NOW + 5) });
    await other.notify('due', '');
    await expect.poll(() => countReads(read)).toBe(2);
    await expect.poll(() => wake.mock.calls.length).toBe(1);
    clock.tick(5);
    expect(wake).toHaveBeenCalledTimes(2);
  });
});

test('while the database cannot be read, every second may be one', async () => {
  const clock = new FakeClock();
  const reads = { listDueTimes: () => Promise.reject(new Error('the database is down')) };
  const store = { onNotify: () => () => {} };
  const due = new DueTimes({ clock, store, reads, log: SILENT_LOG });
  const wake = vi.fn();
  const stopping = new AbortController();
  const ended = due.run(stopping.signal, wake);
  for (let second = 0; second < 3; second += 1) clock.tick();
  expect(wake).toHaveBeenCalledTimes(3);
  stopping.abort();
  await ended;
});

test('a list is read again after a change, or when it is old, and not more often than allowed', () => {
  let [nowMs, version] = [0, 1];
  const dueTimes = {
    get version() {
      return version;
    },
  };
  const age = new ListAge({ dueTimes, wallMs: () => nowMs }, 500);
  const at = (ms: number) => {
    nowMs = ms;
    return age.isOld;
  };
  expect(at(0)).toBe(true);
  // What changes during the read may be missing in it.
  const done = age.begin();
  version = 2;
  done();
  expect([at(499), at(500)]).toEqual([false, true]);
  age.begin()();
  expect([at(1_000), at(10_499), at(10_500)]).toEqual([false, false, true]);
  age.begin()();
  age.forget();
  expect(at(10_500)).toBe(true);
});

describe('the keeper', () => {
  const world = useWorld();
  const MARKETS = 300;
  const TICKS = 50;

  test('asks for nothing while seconds pass in which nothing happens', async () => {
    const { store, chain } = world;
    for (let index = 0; index < MARKETS; index += 1) {
      await addMarket(store, `market${index}`, LATER);
    }
    await addMarket(store, 'closing', { ...LATER, closes_at: BigInt(NOW + 2 * TICKS) });
    const clock = new FakeClock();
    const lists: string[] = [];
    const reads = new Proxy(world.reads, {
      get(target, name: keyof KeeperReads) {
        if (name.startsWith('list') && name !== 'listDueTimes') lists.push(name);
        return target[name];
      },
    });
    const others = { slot: () => chain.clock.slot(), offset: async () => 0 };
    const faked = {
      ...chain,
      clock: { ...clock, ...others, refresh: async () => clock.now() } as typeof chain.clock,
    };
    const keeper = createKeeper({ ...world, chain: faked, reads, log: SILENT_LOG });
    onTestFinished(() => keeper.stop());
    keeper.start();
    const distinct = () => new Set(lists).size;
    await expect.poll(distinct).toBeGreaterThan(6);
    const tick = async () => {
      clock.tick();
      for (let turn = 0; turn < 10; turn += 1) await yieldToEventLoop();
    };
    await tick();
    const before = lists.length;
    for (let second = 1; second < TICKS; second += 1) await tick();
    // Each task polls now and then anyway; formerly it was seven lists in each of the seconds.
    expect(lists.length - before).toBeLessThan(TICKS);
    const isAnnounced = async () => {
      const rows = await store.db.selectFrom('feed').select('type').execute();
      return rows.some(({ type }) => type === 'market.closed');
    };
    expect(await isAnnounced()).toBe(false);
    for (let second = 0; second < TICKS; second += 1) await tick();
    await expect.poll(isAnnounced).toBe(true);
  });
});
