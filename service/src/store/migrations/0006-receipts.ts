import { sql } from 'kysely';
import type { Db } from '../store.ts';
import type { Migration } from './migration.ts';

/** What only a market's receipt needs. */
export const receipts: Migration = {
  name: '0006-receipts',
  projection: {
    tables: {
      market_rules: {
        columns: {
          market_id: 'text',
          question_hash: 'text',
          condition_hash: 'text',
          clauses: 'text',
          clause_count: 'integer',
        },
        key: ['market_id'],
      },
      market_transactions: {
        columns: {
          market_id: 'text',
          kind: 'text',
          signature: 'text',
          slot: 'integer',
          block_time: 'integer',
        },
        key: ['market_id', 'kind', 'signature'],
        isSmall: true,
      },
    },
    up: fillFromMarkets,
  },
};

/**
 * For markets that ended before this migration, only the last transaction is known. Their rules and
 * the transactions that closed them are added by the next rebuild.
 */
async function fillFromMarkets(db: Db): Promise<void> {
  await sql`insert into market_transactions (market_id, kind, signature, slot, block_time)
    select markets.id,
      case refund_reason when 3 then 'vetoed' when 2 then 'refunded' else 'resolved' end,
      transactions.signature, transactions.slot, transactions.block_time
    from markets join transactions on transactions.signature = markets.resolved_signature`.execute(
    db,
  );
}
