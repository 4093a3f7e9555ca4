import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** What decided markets by themselves, and what their creators were warned of. */
export const evidence: Migration = {
  name: '0004-evidence',
  journal: createEvidence,
  projection: { up: indexFacts },
};

async function createEvidence(db: Db): Promise<void> {
  await createTable(db, 'evidence', {
    columns: { market_id: 'text', hash: 'text', text: 'text', created_at: 'integer' },
    key: ['market_id', 'hash'],
  });
  await createTable(db, 'market_warnings', {
    columns: { market_id: 'text', warnings: 'text' },
    key: ['market_id'],
  });
}

/** For finding the few markets whose accounts are watched among all the others. */
async function indexFacts(db: Db): Promise<void> {
  await createIndex(db, 'markets', ['source', 'state', 'expires_at', 'id']);
}
