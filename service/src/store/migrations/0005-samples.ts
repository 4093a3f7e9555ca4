import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';

/** Markets with an oracle whose condition is measured and not attested. */
export const MEASURED = `source <= 1 and condition not like '%"type":"attested"%'`;

/** What is sampled for markets that an oracle decides. */
export async function samples(db: Db): Promise<void> {
  await createTable(db, 'samples', {
    columns: { source: 'text', slot: 'integer', observed_at: 'integer', sample: 'text' },
    key: ['source', 'slot'],
  });
  await createTable(db, 'sample_marks', {
    columns: { market_id: 'text', sampled_at: 'integer' },
    key: ['market_id', 'sampled_at'],
    isSmall: true,
  });
  await indexMeasured(db);
}

/** For finding the few markets that are sampled among all that somebody attests. */
export async function indexMeasured(db: Db): Promise<void> {
  await createIndex(db, 'markets', ['state', 'expires_at', 'id', 'source'], { where: MEASURED });
}
