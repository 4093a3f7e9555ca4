import { afterEach, describe, expect, test, vi } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { LeaseSession } from '../../../src/store/postgres/lease-session.ts';
import { hasPostgres, openPostgres } from '../../support/postgres.ts';

/** Longer than a lease. */
const PAUSE_MS = 6_000;

describe.skipIf(!hasPostgres())('a lease', () => {
  afterEach(() => vi.restoreAllMocks());

  test('that was over when the database answered is held after the next renewal', async () => {
    const realNow = performance.now.bind(performance);
    let pausedMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() + pausedMs);
    const take = LeaseSession.prototype.take;
    vi.spyOn(LeaseSession.prototype, 'take').mockImplementationOnce(async function (
      this: LeaseSession,
      names,
    ) {
      const gained = await take.call(this, names);
      // The process was paused, or the database slow.
      pausedMs += PAUSE_MS;
      return gained;
    });
    const databaseUrl = await (await openPostgres()).createDatabase();
    const store = await openStore({ databaseUrl });
    const share = store.share('keeper');
    await new Promise<void>((resolve) => {
      store.lead('indexer', async () => resolve());
    });
    await expect.poll(() => share.held).toBe(32);
    await store.close();
  });
});
