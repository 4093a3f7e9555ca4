import type { Db } from '../store.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

/** For removing old submissions and failed bets. */
export const retention: Migration = { name: '0015-retention', journal: indexDecided };

async function indexDecided(db: Db): Promise<void> {
  await createIndex(db, 'submissions', ['decided_at'], { where: 'decided_at is not null' });
  await createIndex(db, 'submitted_bets', ['decided_at'], { where: 'decided_at is not null' });
}
