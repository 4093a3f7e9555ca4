// Many markets in the database of a running service.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { wordsOf } from '@tote/conditions/market-keys';

/**
 * Copies the row of a real market until there are so many, because a hundred thousand transactions
 * would take a day. For reads, and for bets in real markets, there is no difference.
 */
export function copyMarkets(dir: string, id: string, wanted: number): void {
  const db = new DatabaseSync(join(dir, 'tote.db'));
  db.exec('pragma busy_timeout = 10000');
  const statement = db.prepare('select count(*) as count from markets');
  const { count } = statement.get() as { count: number };
  const one = db.prepare('select * from markets where id = ?');
  one.setReadBigInts(true);
  const row = one.get(id) as Record<string, unknown>;
  const names = Object.keys(row);
  const marks = names.map(() => '?').join(', ');
  const insert = db.prepare(`insert into markets (${names.join(', ')}) values (${marks})`);
  const insertWord = db.prepare('insert into market_words values (?, ?, ?, ?)');
  const words = wordsOf(String(row.question));
  db.exec('begin');
  for (let made = count; made < wanted; made += 1) {
    const address = encodeBase58(randomBytes(32));
    const copy = { ...row, id: `market_${address}`, address };
    insert.run(...(Object.values(copy) as never[]));
    for (const word of words) insertWord.run(word, row.created_slot, row.nonce, copy.id);
  }
  db.exec('commit');
  db.close();
}
