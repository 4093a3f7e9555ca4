import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

export const webhooks: Migration = { name: '0024-webhooks', journal: createWebhooks };

async function createWebhooks(db: Db): Promise<void> {
  await createTable(db, 'webhooks', {
    columns: {
      id: 'text',
      wallet: 'text',
      url: 'text',
      types: 'text?',
      markets: 'text?',
      is_own_wallet: 'integer',
      generation: 'integer',
      secret_hash: 'text',
      previous_until: 'integer?',
      created_at: 'integer',
      ended_at: 'integer?',
      end_reason: 'text?',
      last_event_id: 'integer',
      failures: 'integer',
      failing_since_ms: 'integer?',
      next_try_ms: 'integer?',
      deliveries: 'text',
    },
    key: ['id'],
  });
  await createIndex(db, 'webhooks', ['wallet']);
  await createIndex(db, 'webhooks', ['id'], { where: 'ended_at is null' });
  await createIndex(db, 'webhooks', ['ended_at'], { where: 'ended_at is not null' });
}
