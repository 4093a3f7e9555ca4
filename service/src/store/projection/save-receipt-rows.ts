import { bulkInsert } from '../bulk-insert.ts';
import type { ProjectionTables } from '../schema.ts';
import type { Db } from '../store.ts';

export type MarketRuleRow = ProjectionTables['market_rules'];
export type MarketTransactionRow = ProjectionTables['market_transactions'];

export async function insertMarketRules(db: Db, rows: readonly MarketRuleRow[]): Promise<void> {
  await bulkInsert(db, {
    table: 'market_rules',
    columns: ['market_id', 'question_hash', 'condition_hash', 'clauses', 'clause_count'],
    rows,
    suffix: 'on conflict (market_id) do nothing',
  });
}

export async function insertMarketTransactions(
  db: Db,
  rows: readonly MarketTransactionRow[],
): Promise<void> {
  await bulkInsert(db, {
    table: 'market_transactions',
    columns: ['market_id', 'kind', 'signature', 'slot', 'block_time'],
    rows,
    suffix: 'on conflict (market_id, kind, signature) do nothing',
  });
}
