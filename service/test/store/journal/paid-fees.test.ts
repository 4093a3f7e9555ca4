import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { addFee, sumFees } from '../../../src/store/journal/payments.ts';
import { describeEngines } from '../support/engines.ts';
import { removeOutdated } from '../support/remove-outdated.ts';

const DAY = 86_400;
const MIDNIGHT = unixSeconds(22_000 * DAY);
const after = (seconds: number) => unixSeconds(MIDNIGHT + seconds);

describeEngines(['postgres', 'memory'], (engine) => {
  test('adds up to the limit of a day, to the lamport', async () => {
    const store = await engine.open();
    const add = (lamports: bigint, now = MIDNIGHT, wallet = 'alice') =>
      store.write((db) => addFee(db, { wallet, lamports, now }, 100n));
    const sum = (now = MIDNIGHT, wallet = 'alice') => sumFees(store.db, { wallet, now });
    expect([await sum(), await add(101n), await sum()]).toEqual([0n, false, 0n]);
    expect([await add(60n), await add(41n), await sum()]).toEqual([true, false, 60n]);
    expect([await add(40n), await add(1n), await sum()]).toEqual([true, false, 100n]);
    expect([await add(1n, after(DAY - 1)), await add(1n, after(DAY))]).toEqual([false, true]);
    expect([await add(100n, MIDNIGHT, 'bob'), await sum(after(DAY))]).toEqual([true, 1n]);
  });

  test('many at once never exceed it', async () => {
    const store = await engine.open();
    const fee = { wallet: 'alice', lamports: 10n, now: MIDNIGHT };
    const adding = Array.from({ length: 30 }, () => store.write((db) => addFee(db, fee, 95n)));
    const added = (await Promise.all(adding)).filter((isAdded) => isAdded);
    expect([added.length, await sumFees(store.db, fee)]).toEqual([9, 90n]);
  });

  test('a day is deleted a minute after it is over', async () => {
    const store = await engine.open();
    for (const now of [after(-1), MIDNIGHT]) {
      await store.write((db) => addFee(db, { wallet: 'alice', lamports: 1n, now }, 1n));
    }
    const clean = (now: number) => removeOutdated(store, now);
    expect(await clean(after(59))).toBe(0n);
    expect(await clean(after(60))).toBe(1n);
    const left = await store.db.selectFrom('paid_fees').select('day').execute();
    expect(left).toEqual([{ day: 22_000n }]);
  });
});
