import { appendFeed } from '../../../service/src/feed/event-group.ts';
import { openStore } from '../../../service/src/store/open-store.ts';
import { DURABLE, startPostgres } from '../../../service/test/support/postgres.ts';
import type { Row, Section } from '../section.ts';

const EVENTS = 16;
const STORES = 4;

/** The one place where all replicas wait for each other. */
export const outbox: Section = {
  title: 'The event outbox',
  targets: [],
  async open({ seconds }, defer) {
    const postgres = await startPostgres(DURABLE);
    defer(() => postgres.stop());
    const databaseUrl = await postgres.createDatabase();
    // Several replicas would have as many stores, each with a limited number of connections.
    const stores: Awaited<ReturnType<typeof openStore>>[] = [];
    while (stores.length < STORES) stores.push(await openStore({ databaseUrl }));
    for (const store of stores) defer(() => store.close());
    const data = { admin: null, effectiveAt: null };
    const event = { type: 'config.applied', marketId: null, wallet: null, data } as const;
    const events = Array.from({ length: EVENTS }, () => event);
    const write = async (writers: number): Promise<Row> => {
      const endsAt = performance.now() + seconds * 1_000;
      let written = 0;
      const run = async (index: number) => {
        while (performance.now() < endsAt) {
          await stores[index % STORES]?.write((db) => appendFeed(db, events, Date.now()));
          written += 1;
        }
      };
      await Promise.all(Array.from({ length: writers }, (_, index) => run(index)));
      return { writers, 'SQL transactions per second': written / seconds };
    };
    return async () => [await write(1), await write(8), await write(32)];
  },
};
