// Measures the one place where all replicas wait for each other: events are numbered without gaps,
// so one SQL transaction at a time can write some.
import { appendFeed } from '../../service/src/feed/append.ts';
import { openStore } from '../../service/src/store/open-store.ts';
import type { Store } from '../../service/src/store/store.ts';
import { DURABLE, startPostgres } from '../../service/test/support/postgres.ts';

const WRITERS = [1, 8, 32];
const EVENTS = 16;

export interface OutboxMeasured {
  readonly writers: number;
  /** SQL transactions with 16 events each. */
  readonly perSecond: number;
}

export async function measureOutbox(seconds: number): Promise<OutboxMeasured[]> {
  const postgres = await startPostgres(DURABLE);
  const databaseUrl = await postgres.createDatabase();
  const open = () => openStore({ databaseUrl, wallMs: Date.now });
  // As of several replicas: each has a limited number of connections.
  const stores = [await open(), ...(await Promise.all([open(), open(), open()]))];
  try {
    const measured: OutboxMeasured[] = [];
    for (const writers of WRITERS) {
      measured.push({ writers, perSecond: await write(stores, writers, seconds) });
    }
    return measured;
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await postgres.stop();
  }
}

async function write(stores: readonly Store[], writers: number, seconds: number) {
  const data = { admin: null, effectiveAt: null };
  const event = { type: 'config.applied', marketId: null, wallet: null, data } as const;
  const events = Array.from({ length: EVENTS }, () => event);
  const endsAt = performance.now() + seconds * 1_000;
  let written = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, index) => {
      const store = stores[index % stores.length] as Store;
      while (performance.now() < endsAt) {
        await store.write((db) => appendFeed(db, events, Date.now()));
        written += 1;
      }
    }),
  );
  return written / seconds;
}
