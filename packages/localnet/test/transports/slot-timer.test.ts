import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChainClock, SAVE_INTERVAL_MS } from '../../src/ledger/chain-clock.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { SlotTimer } from '../../src/slot-timer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake ledger that has only a clock. */
function clockOnly(slotMs: number) {
  const start = { slot: 1n, unixTimestampMs: 0, offsetMs: 0 };
  const clock = new ChainClock(start, () => 0);
  const disk = { saved: clock.state, isFull: false };
  const ledger = {
    nextSlot: () => clock.nextSlot(),
    prune: async () => undefined,
    saveClock: async () => {
      if (disk.isFull) throw new Error('no space');
      disk.saved = clock.state;
    },
  };
  const timer = new SlotTimer(ledger as unknown as Ledger, slotMs);
  /** The slot of a restart now, with a wall clock that has not moved. */
  const resumed = () => ChainClock.resume(disk.saved, slotMs, () => 0).slot;
  return { clock, disk, timer, resumed };
}

test.each([5, 20, 200, 999, 5_000, 60_000])(
  'with slots of %d ms a restart at any time continues after the last slot',
  async (slotMs) => {
    const { clock, timer, resumed } = clockOnly(slotMs);
    for (let i = 0; i < 2_000; i += 1) {
      await vi.advanceTimersByTimeAsync(slotMs);
      expect(resumed()).toBeGreaterThan(clock.slot);
    }
    // And the slots did advance.
    expect(clock.slot).toBeGreaterThan(1_900n);
    await timer.stop();
  },
);

test('a chain that cannot write stops advancing, and resumes when it can', async () => {
  const { clock, disk, timer, resumed } = clockOnly(200);
  disk.isFull = true;
  await vi.advanceTimersByTimeAsync(10 * SAVE_INTERVAL_MS);
  expect(clock.slot).toBe(1n + BigInt(SAVE_INTERVAL_MS / 200));
  expect(resumed()).toBeGreaterThan(clock.slot);
  disk.isFull = false;
  const { slot } = clock;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(clock.slot).toBeGreaterThan(slot + 5n);
  await timer.stop();
});
