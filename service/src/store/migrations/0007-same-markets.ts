import { conditionKey, questionKey } from '@tote/conditions/market-keys';
import { readCondition } from '@tote/conditions/read-condition';
import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { createIndex } from './columns.ts';
import type { Migration } from './migration.ts';

const COLUMNS = ['question_key', 'condition_key'] as const;

/** For finding open markets that ask the same. Without the state, which each end would update. */
export const sameMarkets: Migration = { name: '0007-same-markets', projection: { up: addKeys } };

export async function addKeys(db: Db): Promise<void> {
  const type = isPostgres(db) ? 'text collate "C"' : 'text';
  for (const column of COLUMNS) {
    await sql
      .raw(`alter table markets add column ${column} ${type} not null default ''`)
      .execute(db);
    await createIndex(db, 'markets', [column, 'expires_at']);
  }
  const open = await db
    .selectFrom('markets')
    .select(['id', 'question', 'condition', 'token_address'])
    .where('state', '=', 1n)
    .execute();
  for (const { id, question, condition, token_address } of open) {
    const keys = {
      question_key: questionKey(question, token_address),
      condition_key: conditionKey(readCondition(condition)),
    };
    await db.updateTable('markets').set(keys).where('id', '=', id).execute();
  }
}
