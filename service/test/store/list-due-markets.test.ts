import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import {
  type DueKind,
  listAwaitingVerdict,
  listExpiredMarkets,
  listOpenMarkets,
  listVerdictMarkets,
} from '../../src/store/projection/list-due-markets.ts';
import type { Store } from '../../src/store/store.ts';
import { addMarket } from './support/add-market.ts';
import { describeEngines } from './support/engines.ts';

const PAGE = { limit: 10 };
/** Expired from 100 on, refunded from 200 on. */
const TIMES = { expires_at: 100n, refund_at: 200n };
const KINDS: readonly DueKind[] = ['fact', 'samples', 'web', 'event', 'verdict'];

/** One of each kind, named after it, and some that are never due. */
async function addOfEachKind(store: Store): Promise<void> {
  await addMarket(store, 'fact', { ...TIMES, decided_by: 'fact', source: 3n });
  await addMarket(store, 'samples', { ...TIMES, decided_by: 'samples' });
  await addMarket(store, 'web', { ...TIMES, decided_by: 'web' });
  await addMarket(store, 'event', { ...TIMES, decided_by: 'attestation', flags: 1n });
  await addMarket(store, 'verdict', { ...TIMES, decided_by: 'attestation', flags: 2n });
  await addMarket(store, 'ended', { ...TIMES, decided_by: 'samples', state: 2n });
  await addMarket(store, 'differs', { ...TIMES, decided_by: 'samples', mismatch: 'it differs' });
}

const idsOf = (markets: readonly { id: string }[]) => markets.map(({ id }) => id);

describeEngines(['memory', 'postgres'], (engine) => {
  test('a market is due from its expiry until its refund date, for what decides it', async () => {
    const store = await engine.open();
    await addOfEachKind(store);
    const listAt = async (now: number, kind: DueKind | 'overdue') =>
      idsOf(await listExpiredMarkets(store.db, unixSeconds(now), PAGE, kind));
    for (const kind of KINDS) {
      expect(await listAt(99, kind)).toEqual([]);
      expect(await listAt(100, kind)).toEqual([kind]);
      expect(await listAt(199, kind)).toEqual([kind]);
      expect(await listAt(200, kind)).toEqual([]);
    }
    expect(await listAt(199, 'overdue')).toEqual([]);
    // Then it is refunded, whatever it says.
    expect(await listAt(200, 'overdue')).toEqual(['differs', ...[...KINDS].sort()].sort());

    // Open ones are listed by expiry, page by page.
    await addMarket(store, 'before', { expires_at: 99n, decided_by: 'samples' });
    await addMarket(store, 'later', { expires_at: 300n, decided_by: 'samples' });
    const first = await listOpenMarkets(store.db, 'samples', { limit: 2 });
    expect(idsOf(first)).toEqual(['before', 'samples']);
    const rest = await listOpenMarkets(store.db, 'samples', { limit: 2, after: first[1] });
    expect(idsOf(rest)).toEqual(['later']);
  });

  test('a verdict is awaited until its oracle answers or the refund date comes', async () => {
    const store = await engine.open();
    await addOfEachKind(store);
    const span = { from: unixSeconds(100), to: unixSeconds(100) };
    const listAt = async (now: number, oracle: string) => {
      const asked = { oracle: oracle as never, now: unixSeconds(now), limit: 10 };
      return idsOf(await listAwaitingVerdict(store.db, asked));
    };
    expect([await listAt(99, 'x'), await listAt(100, 'x')]).toEqual([[], ['verdict']]);
    expect([await listAt(199, 'x'), await listAt(200, 'x')]).toEqual([['verdict'], []]);
    expect(await listAt(100, 'y')).toEqual([]);
    expect(idsOf(await listVerdictMarkets(store.db, span, PAGE))).toEqual(['verdict']);
    const answer = { outcome: 1n, evidence: 'e', wallet: 'x', created_at: 150n };
    await store.write((db) =>
      db
        .insertInto('attestations')
        .values({ market_id: 'verdict', ...answer })
        .execute(),
    );
    expect(await listAt(150, 'x')).toEqual([]);
    expect(await listVerdictMarkets(store.db, span, PAGE)).toEqual([]);
  });
});
