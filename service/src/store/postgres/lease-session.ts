// The SQL of leases. A session is a connection with a row in `replicas`. The row ends when it is
// not renewed in time, as of a process that is paused, and at once when the connection has ended.
// With the row all leases of the session end, and another session can take them.
import { randomInt, randomUUID } from 'node:crypto';
import { Serial } from '@tote/chain/lib/serial';
import { UsageError } from '@tote/chain/lib/usage-error';
import { isPostgres, listValues } from '../statements.ts';
import type { Db } from '../store.ts';
import { connectWatched, type WatchedClient } from './connections.ts';

/** "leas": a namespace, apart from other locks in the same database. */
const LOCK_SPACE = 0x6c65_6173;
const LOCKS = 2 ** 31;
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::int8';

/** The lock is free when the connection that holds it has ended. */
const IS_OVER = `(expires_at < ${NOW_MS} or pg_try_advisory_xact_lock(${LOCK_SPACE}, lock::int4))`;

interface SeenReplicas {
  readonly replicas: readonly { readonly id: string; readonly roles: string }[];
  readonly leases: readonly { readonly name: string; readonly holder: string }[];
}

interface RenewedRow extends Pick<SeenReplicas, 'replicas'> {
  readonly leases: SeenReplicas['leases'] | null;
  readonly is_outdated: boolean;
}

export class LeaseSession {
  readonly id = randomUUID();
  readonly #connection: WatchedClient;
  readonly #leaseMs: number;
  readonly #serial = new Serial();

  private constructor(connection: WatchedClient, leaseMs: number) {
    this.#connection = connection;
    this.#leaseMs = leaseMs;
  }

  static async open(url: string, leaseMs: number): Promise<LeaseSession> {
    const connection = await connectWatched(url, { hasHeartbeat: false });
    const session = new LeaseSession(connection, leaseMs);
    try {
      await session.#join();
      return session;
    } catch (error) {
      await connection.end();
      throw error;
    }
  }

  get lost(): AbortSignal {
    return this.#connection.lost;
  }

  /** Undefined if this session was taken for dead: others may have its leases. */
  async renew(roles: readonly string[]): Promise<SeenReplicas | undefined> {
    const seen = await this.#renew(roles);
    if (!seen?.isOutdated) return seen;
    await this.#query(`delete from replicas where id <> $1 and ${IS_OVER}`, [this.id]);
    await this.#query('delete from leases where holder not in (select id from replicas)');
    return this.#renew(roles);
  }

  /** All in one statement, which is what an idle replica costs the database each second. */
  async #renew(roles: readonly string[]) {
    const [row] = await this.#query(
      `with renewed as (
        update replicas set roles = $2, expires_at = ${NOW_MS} + $3 where id = $1 returning id
      ), seen as (
        select id, case id when $1 then $2 else roles end as roles,
          id <> $1 and ${IS_OVER} as is_over
        from replicas
      ) select
        (select json_agg(json_build_object('id', id, 'roles', roles) order by id) from seen)
          as replicas,
        (select json_agg(leases) from leases) as leases,
        (select bool_or(is_over) from seen) or exists (
          select from leases where holder not in (select id from seen)) as is_outdated
      from renewed`,
      [this.id, roles.join(' '), this.#leaseMs],
    );
    if (!row) return undefined;
    const { replicas, leases, is_outdated } = row as unknown as RenewedRow;
    return { replicas, leases: leases ?? [], isOutdated: is_outdated };
  }

  async take(names: readonly string[]): Promise<readonly string[]> {
    const rows = await this.#query(
      `insert into leases (name, holder) select name, $2 from unnest($1::text[]) as name
        order by name on conflict (name) do nothing returning name`,
      [names, this.id],
    );
    return rows.map(({ name }) => String(name));
  }

  async release(names: readonly string[]): Promise<void> {
    const text = 'delete from leases where holder = $1 and name = any($2::text[])';
    await this.#query(text, [this.id, names]);
  }

  async close(): Promise<void> {
    if (!this.lost.aborted) {
      await this.#query('delete from replicas where id = $1', [this.id]).catch(() => []);
      await this.#query('delete from leases where holder = $1', [this.id]).catch(() => []);
    }
    await this.#connection.end();
  }

  async #join(): Promise<void> {
    const lock = randomInt(LOCKS);
    await this.#query('select pg_advisory_lock($1, $2)', [LOCK_SPACE, lock]);
    await this.#query(
      `insert into replicas (id, roles, lock, expires_at) values ($1, '', $2, ${NOW_MS} + $3)`,
      [this.id, lock, this.#leaseMs],
    );
  }

  /** One after the other: leases are also released while they are renewed. */
  #query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const { client } = this.#connection;
    return this.#serial.run(async () => (await client.query(text, values)).rows);
  }
}

/** Throws if a replica runs. On SQLite a lock on the file keeps others out. */
export async function requireNoReplicas(db: Db): Promise<void> {
  if (!isPostgres(db)) return;
  const names = await listValues<string>(db)`
    select application_name || coalesce(' at ' || host(client_addr), '') as name
      from replicas join pg_locks on locktype = 'advisory' and classid::int8 = ${LOCK_SPACE}
        and objid::int8 = lock and granted
        and database = (select oid from pg_database where datname = current_database())
      join pg_stat_activity using (pid) order by name`;
  if (names.length === 0) return;
  throw new UsageError(`Replicas use this database: ${names.join(', ')}. Stop them first.`);
}
