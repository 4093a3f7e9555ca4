// Markets of an oracle whose outcome stands in the journal, though the chain may not know it yet:
// what was attested, or the evidence that was recorded before it is sent.
import { CompiledQuery } from 'kysely';
import { isPostgres } from '../engine.ts';
import { giveLeave } from '../execute-later.ts';
import type { Db } from '../store.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Those of these markets that are decided. Not for facts: evidence of a fact is recorded before
 * anybody knows what the program makes of it.
 */
export async function findDecided(
  db: Db,
  marketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (marketIds.length === 0) return NONE;
  const query = isPostgres(db)
    ? CompiledQuery.raw(toPostgres(marketIds.length), [...marketIds])
    : CompiledQuery.raw(toSqlite(marketIds.length), [...marketIds, ...marketIds]);
  // Nearly always there are none, so that a write need not wait for the answer.
  const { rows } = await db.executeQuery<{ market_id: string }>(giveLeave(query, { changes: 0 }));
  return rows.length === 0 ? NONE : new Set(rows.map(({ market_id }) => market_id));
}

const select = (marks: string) =>
  `select market_id from attestations where market_id in (${marks}) ` +
  `union select market_id from evidence where market_id in (${marks})`;

const toSqlite = (count: number) => select(Array(count).fill('?').join(', '));

const toPostgres = (count: number) =>
  select(Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', '));
