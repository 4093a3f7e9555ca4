import type { CompiledQuery } from 'kysely';
import type { Db } from './store.ts';

const later = new WeakSet<CompiledQuery>();

/**
 * For a statement in `store.write` whose result nobody needs. SQLite sends it along with the next
 * one or with the commit, which saves a way to its thread and back. The order stays; if it fails
 * the whole write fails, as always.
 */
export async function executeLater(db: Db, query: { compile(): CompiledQuery } | CompiledQuery) {
  const compiled = 'compile' in query ? query.compile() : query;
  later.add(compiled);
  await db.executeQuery(compiled);
}

export const isForLater = (query: CompiledQuery): boolean => later.has(query);
