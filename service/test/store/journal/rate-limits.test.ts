import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reserveRequests } from '../../../src/store/journal/requests.ts';
import type { Store } from '../../../src/store/store.ts';
import { describeEveryEngine } from '../support/engines.ts';
import { removeOutdated } from '../support/remove-outdated.ts';

const HOUR_MS = 3_600_000;

describeEveryEngine(['postgres'], (engine) => {
  const take = (store: Store, requests: number, about: Partial<{ key: string; ms: number }> = {}) =>
    store.write((db) =>
      reserveRequests(db, {
        key: about.key ?? 'somebody',
        requests,
        msPerRequest: about.ms ?? HOUR_MS,
        burst: 10,
      }),
    );

  test('allows a burst, all or nothing, and gives the time until the next request', async () => {
    const store = await engine.open();
    expect(await take(store, 7)).toBeNull();
    expect(await take(store, 4)).not.toBeNull();
    expect(await take(store, 3)).toBeNull();
    const waitMs = await take(store, 1);
    expect(waitMs).toBeGreaterThan(HOUR_MS - 60_000);
    expect(waitMs).toBeLessThanOrEqual(HOUR_MS);
    expect(await take(store, 10, { key: 'somebody else' })).toBeNull();
    const all = { key: 'all at once' };
    const answers = await Promise.all(Array.from({ length: 40 }, () => take(store, 1, all)));
    expect(answers.filter((waitMs) => waitMs === null)).toHaveLength(10);
  });

  test('refills at the steady rate', async () => {
    const store = await engine.open();
    expect(await take(store, 10)).toBeNull();
    const pass = (ms: number) =>
      store.write((db) => sql`update rate_limits set due_at = due_at - ${ms}::int8`.execute(db));
    const waitMs = (await take(store, 1)) ?? 0;
    await pass(waitMs - HOUR_MS / 2);
    expect(await take(store, 1)).not.toBeNull();
    await pass(HOUR_MS / 2);
    expect(await take(store, 1)).toBeNull();
    expect(await take(store, 1)).not.toBeNull();
  });

  test('is deleted when it no longer limits anything', async () => {
    const store = await engine.open();
    await take(store, 1, { key: 'long ago', ms: 1 });
    await take(store, 1, { key: 'now' });
    const later = Math.floor(Date.now() / 1000) + 120;
    expect(await removeOutdated(store, later)).toBe(1n);
    const rows = await store.db.selectFrom('rate_limits').select('key').execute();
    expect(rows).toEqual([{ key: 'now' }]);
  });
});
