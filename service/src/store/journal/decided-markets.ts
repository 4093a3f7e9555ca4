// Markets of an oracle whose outcome is in the journal and perhaps not on chain yet. It is there as
// attestation, or as evidence, which is recorded before the resolution is sent.
import { CompiledQuery } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { withHint } from '../write-hints.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Gives those of these markets that are decided. Not for facts: their evidence is recorded before
 * the program has decided.
 */
export async function findDecidedMarkets(
  db: Db,
  marketIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (marketIds.length === 0) return NONE;
  const query = isPostgres(db)
    ? CompiledQuery.raw(toPostgres(marketIds.length), [...marketIds])
    : CompiledQuery.raw(toSqlite(marketIds.length), [...marketIds, ...marketIds]);
  // Nearly always there are none, so a write need not wait for the result.
  const hinted = withHint(query, { expectedChanges: 0 });
  const { rows } = await db.executeQuery<{ market_id: string }>(hinted);
  return rows.length === 0 ? NONE : new Set(rows.map(({ market_id }) => market_id));
}

const select = (placeholders: string) =>
  `select market_id from attestations where market_id in (${placeholders}) ` +
  `union select market_id from evidence where market_id in (${placeholders})`;

const toSqlite = (count: number) => select(Array(count).fill('?').join(', '));

const toPostgres = (count: number) =>
  select(Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', '));
