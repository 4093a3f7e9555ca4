import type { CompiledQuery } from 'kysely';
import type { Db } from './store.ts';

/** How SQLite may execute a statement of `store.write`. PostgreSQL does as always. */
export interface Leave {
  /** Sent along with the next statement or with the commit: a way to the thread and back less. */
  readonly isLater?: boolean;
  /**
   * So many rows are expected to change. They are taken for changed before it is known; if it turns
   * out otherwise nothing is committed, and the whole write is done again, this time asking.
   */
  readonly changes?: number;
  /** The parameters are those of so many rows: the statement is executed for each of them. */
  readonly rows?: number;
}

const leaves = new WeakMap<CompiledQuery, Leave>();

export function giveLeave(query: CompiledQuery, leave: Leave): CompiledQuery {
  leaves.set(query, leave);
  return query;
}

export const leaveOf = (query: CompiledQuery): Leave | undefined => leaves.get(query);

/**
 * For a statement in `store.write` whose result nobody needs. The order stays; if it fails the
 * whole write fails, as always.
 */
export async function executeLater(db: Db, query: { compile(): CompiledQuery } | CompiledQuery) {
  const compiled = 'compile' in query ? query.compile() : query;
  await db.executeQuery(giveLeave(compiled, { isLater: true }));
}
