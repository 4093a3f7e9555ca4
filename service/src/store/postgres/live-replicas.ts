// Who runs on this database: replicas have a row, and a connection that holds the row's lock.
import { UsageError } from '@tote/chain/lib/usage-error';
import { sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Db } from '../store.ts';
import { LOCK_SPACE } from './lease-session.ts';

/** Throws if a replica runs. On SQLite a lock on the file keeps others out. */
export async function requireNoReplicas(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  const { rows } = await sql<{ name: string }>`
    select application_name || coalesce(' at ' || host(client_addr), '') as name
      from replicas join pg_locks on locktype = 'advisory' and classid::int8 = ${LOCK_SPACE}
        and objid::int8 = lock and granted
        and database = (select oid from pg_database where datname = current_database())
      join pg_stat_activity using (pid) order by name`.execute(db);
  if (rows.length === 0) return;
  throw new UsageError(
    `Replicas use this database: ${rows.map(({ name }) => name).join(', ')}. Stop them first.`,
  );
}
