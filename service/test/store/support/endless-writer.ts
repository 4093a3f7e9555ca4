// Runs as a separate process: writes to a folder's store and prints each name once it is durable.
import { openStore } from '../../../src/store/open-store.ts';

const store = await openStore({ dir: process.argv[2] as string });
for (let index = 0; ; index += 1) {
  const name = `write ${index}`;
  await store.write(async (db) => {
    await db.insertInto('settings').values({ name, value: '' }).execute();
    await db.insertInto('bet_counters').values({ bettor: name, epoch: 1n, next_id: 1n }).execute();
  });
  process.stdout.write(`${name}\n`);
}
