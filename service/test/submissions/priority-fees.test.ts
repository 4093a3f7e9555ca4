import type { Address } from '@solana/kit';
import { priorityLamports } from '@tote/chain/priority-fee';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { PriorityFees } from '../../src/submissions/priority-fees.ts';

const MARKET = '11111111111111111111111111111111' as Address;
const UNITS = 100_000;
const DAY_MS = 86_400_000;

async function createFees({ recent = [] as bigint[], perTransaction = 1_000n, perDay = 10_000n }) {
  const store = await openStore();
  onTestFinished(() => store.close());
  const alarms: object[] = [];
  const log = { error: (fields: object) => void alarms.push(fields) };
  const state = { recent, store, nowMs: 10 * DAY_MS };
  const create = () =>
    new PriorityFees({
      ...{ store, log, limits: { perTransaction, perDay }, wallMs: () => state.nowMs },
      chain: { recentFees: { list: async () => state.recent } },
    });
  return { state, alarms, create, fees: create() };
}

/** Micro-lamports per compute unit of a transaction. */
async function pay(fees: PriorityFees, tries = 1): Promise<bigint> {
  return (await fees.quote([MARKET], tries)).priceFor(UNITS);
}

test('when others pay nothing, or the node does not tell what they pay, neither do we', async () => {
  const { fees, state } = await createFees({ recent: [0n, 0n, 0n] });
  expect(await pay(fees)).toBe(0n);
  expect(fees.spent).toBe(0n);
  Object.defineProperty(state, 'recent', {
    get() {
      throw new Error('the node is unreachable');
    },
  });
  expect(await pay(fees)).toBe(0n);
  expect(await pay(fees, 2)).toBe(10_000n);
});

test('prices follow what others paid, and rise with each signature', async () => {
  const recent = Array.from({ length: 100 }, (_, index) => BigInt(index + 1) * 1_000n);
  const { fees } = await createFees({ recent, perTransaction: 10n ** 9n, perDay: 10n ** 12n });
  const prices = [await pay(fees, 1), await pay(fees, 2), await pay(fees, 3), await pay(fees, 9)];
  expect(prices).toEqual([75_000n, 90_000n, 100_000n, 1_280_000n]);
  const spent = prices.reduce((sum, price) => sum + priorityLamports(price, UNITS), 0n);
  expect(fees.spent).toBe(spent);
  expect(fees.lastPrice).toBe(1_280_000n);
});

test('a transaction pays no more than its limit', async () => {
  const { fees } = await createFees({ recent: [10n ** 12n], perTransaction: 777n });
  const price = await pay(fees);
  expect(priorityLamports(price, UNITS)).toBe(777n);
  expect((await fees.quote([MARKET])).priceFor(0)).toBe(0n);
});

test('a day costs no more than its limit, also after a restart; the next day begins anew', async () => {
  const { fees, create, state, alarms } = await createFees({ recent: [10n ** 12n] });
  const spend = async (by: PriorityFees) => {
    while ((await pay(by)) > 0n);
    return by.spent;
  };
  expect(await spend(fees)).toBe(10_000n);
  expect(fees.isUsedUp).toBe(true);
  expect(alarms).toMatchObject([{ alarm: 'priority_fees_used_up' }]);
  const restarted = create();
  expect(await spend(restarted)).toBe(0n);
  expect(restarted.isUsedUp).toBe(true);
  state.nowMs += DAY_MS;
  expect(restarted.isUsedUp).toBe(false);
  expect(await spend(restarted)).toBe(10_000n);
});

test('two replicas together pay no more', async () => {
  const { fees, create } = await createFees({ recent: [10n ** 12n] });
  const other = create();
  for (let turn = 0; turn < 20; turn += 1) {
    await pay(fees);
    await pay(other);
  }
  expect(fees.spent + other.spent).toBeLessThanOrEqual(10_000n);
  expect(fees.spent + other.spent).toBeGreaterThan(8_000n);
});

test.each([{ perTransaction: 0n }, { perDay: 0n }])('none are paid with %o', async (limits) => {
  const { fees } = await createFees({ recent: [5n], ...limits });
  expect(await pay(fees, 3)).toBe(0n);
});

test('an offer follows what others paid, within both limits, and takes nothing', async () => {
  const { fees, state } = await createFees({ recent: [4_000n, 5_000n, 6_000n, 7_000n] });
  expect(await fees.offer([MARKET], UNITS, 10n ** 9n)).toBe(6_000n);
  expect(priorityLamports(await fees.offer([MARKET], UNITS, 10n), UNITS)).toBe(10n);
  expect(await fees.offer([MARKET], UNITS, 0n)).toBe(0n);
  expect(await fees.offer([MARKET], UNITS, -1n)).toBe(0n);
  state.recent = [10n ** 12n];
  expect(priorityLamports(await fees.offer([MARKET], UNITS, 10n ** 9n), UNITS)).toBe(1_000n);
  expect(await fees.unreserved()).toBe(10_000n);
  const { fees: none } = await createFees({ recent: [5_000n], perDay: 0n });
  expect(await none.offer([MARKET], UNITS, 10n ** 9n)).toBe(0n);
});

test('what a wallet submits is taken from the same budget, to its last lamport', async () => {
  const { fees, create, state } = await createFees({ recent: [10n ** 12n] });
  const store = state.store;
  const take = (lamports: bigint) => store.write((db) => fees.payIn(db, lamports));
  expect(await take(10_001n)).toBe(false);
  expect(await fees.unreserved()).toBe(10_000n);
  await pay(fees);
  const left = await create().unreserved();
  expect(left).toBe(9_000n);
  expect(await take(9_001n)).toBe(false);
  expect(await take(9_000n)).toBe(true);
  expect(await take(1n)).toBe(false);
  expect(fees.spent).toBe(10_000n);
  expect(await fees.unreserved()).toBe(0n);
});
