import type { Db } from '../store.ts';
import { createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** What thresholds relative to the value at creation were computed from. */
export const baselines: Migration = { name: '0020-baselines', journal: createBaselines };

async function createBaselines(db: Db): Promise<void> {
  await createTable(db, 'baselines', {
    columns: { market_id: 'text', text: 'text' },
    key: ['market_id'],
  });
}
