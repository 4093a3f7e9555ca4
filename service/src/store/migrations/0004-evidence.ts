import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** Evidence of what decided markets, and the warnings that their creators got. */
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

/** For finding the few open markets that a fact decides. */
async function indexFacts(db: Db): Promise<void> {
  await createIndex(db, 'markets', ['source', 'state', 'expires_at', 'id']);
}
