// The PostgreSQL of the replicas, with durable commits, and what it counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { DURABLE, type OwnPostgres, startPostgres } from '../../service/test/support/postgres.ts';
import { parentOf, readTreeMicros } from './process-tree.ts';

/** The server publishes its counts with a delay. */
const STATISTICS_MS = 1_500;

export interface DatabaseCounts {
  readonly micros: number;
  readonly statements: number;
  readonly commits: number;
  readonly rows: number;
  readonly walBytes: number;
  readonly notifications: number;
  /** SQL transactions that wrote events. */
  readonly outboxWrites: number;
}

const COUNTS = `select
  (select xact_commit from pg_stat_database where datname = current_database()) as commits,
  (select tup_inserted + tup_updated + tup_deleted from pg_stat_database
    where datname = current_database()) as rows,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal_bytes,
  (select sum(calls) from pg_stat_statements) as statements,
  (select sum(calls) from pg_stat_statements where query ilike '%pg_notify%') as notifications,
  (select sum(calls) from pg_stat_statements
    where query ilike 'select pg_advisory_xact_lock($1)') as outbox_writes`;

export class ReplicaDatabase {
  readonly url: string;
  readonly #server: OwnPostgres;
  readonly #pid: number;

  private constructor(server: OwnPostgres, url: string, pid: number) {
    this.#server = server;
    this.url = url;
    this.#pid = pid;
  }

  static async start(): Promise<ReplicaDatabase> {
    const counting = { shared_preload_libraries: 'pg_stat_statements' };
    const server = await startPostgres({ ...DURABLE, ...counting });
    const url = await server.createDatabase();
    await server.query('create extension pg_stat_statements', url);
    return new ReplicaDatabase(server, url, await findServerPid(server));
  }

  async read(): Promise<DatabaseCounts> {
    await sleep(STATISTICS_MS);
    const micros = readTreeMicros(this.#pid);
    const [row = {}] = await this.#server.query(COUNTS, this.url);
    const { commits, rows, wal_bytes, statements, notifications, outbox_writes } = row;
    return {
      ...{ micros, commits: Number(commits), rows: Number(rows) },
      ...{ walBytes: Number(wal_bytes), statements: Number(statements) },
      ...{ notifications: Number(notifications ?? 0), outboxWrites: Number(outbox_writes ?? 0) },
    };
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

/** The process that has started all others. */
async function findServerPid(server: OwnPostgres): Promise<number> {
  const background = `select pid from pg_stat_activity where backend_type = 'checkpointer'`;
  const [row] = await server.query(background);
  return parentOf(Number(row?.pid));
}
