import { wordsOf } from '@tote/conditions/market-keys';
import { bulkInsert } from '../bulk-insert.ts';
import type { Db } from '../store.ts';
import type { MarketRow } from './market-row.ts';

type AskedMarket = Pick<MarketRow, 'id' | 'question' | 'created_slot' | 'nonce' | 'mismatch'>;

/** Of those that are listed. */
export async function insertMarketWords(db: Db, markets: readonly AskedMarket[]): Promise<void> {
  await bulkInsert(db, {
    table: 'market_words',
    columns: ['word', 'slot', 'number', 'market_id'],
    rows: markets
      .filter(({ mismatch }) => mismatch === null)
      .flatMap(({ id, question, created_slot: slot, nonce: number }) =>
        wordsOf(question).map((word) => ({ word, slot, number, market_id: id })),
      ),
    suffix: 'on conflict (word, slot, number, market_id) do nothing',
  });
}

export async function deleteMarketWords(db: Db, marketId: string): Promise<void> {
  const market = await db
    .selectFrom('markets')
    .select(['question', 'created_slot', 'nonce'])
    .where('id', '=', marketId)
    .executeTakeFirst();
  const words = market ? wordsOf(market.question) : [];
  if (!market || words.length === 0) return;
  // By the whole key, because the table is large and has no other index.
  await db
    .deleteFrom('market_words')
    .where('word', 'in', words)
    .where('slot', '=', market.created_slot)
    .where('number', '=', market.nonce)
    .where('market_id', '=', marketId)
    .execute();
}
