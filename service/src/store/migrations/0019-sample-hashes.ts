import type { Db } from '../store.ts';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** Hashes of samples whose bytes are not kept, for evidence that nothing happened. */
export const sampleHashes: Migration = { name: '0019-sample-hashes', journal: createHashes };

async function createHashes(db: Db): Promise<void> {
  await createTable(db, 'sample_hashes', {
    columns: { market_id: 'text', started_at: 'integer', hashes: 'blob' },
    key: ['market_id', 'started_at'],
  });
  await createTable(db, 'evidence_hashes', {
    columns: { market_id: 'text', evidence_hash: 'text', page: 'integer', hashes: 'blob' },
    key: ['market_id', 'evidence_hash', 'page'],
  });
}
