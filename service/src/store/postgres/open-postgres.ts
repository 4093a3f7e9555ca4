// PostgreSQL: many connections, many replicas. Reads and writes have separate pools. In one pool,
// transactions that also read through `store.db` could wait for each other's connections forever.
import { randomInt } from 'node:crypto';
import { retry } from '@tote/chain/lib/retry';
import { DomainError } from '@tote/domain';
import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Pool } from 'pg';
import { Leaders, type Warn } from '../in-process.ts';
import type { Tables } from '../schema.ts';
import type { Db, Share, Store } from '../store.ts';
import { makePool } from './connections.ts';
import { CommitUnknown, isConflict, isUnavailable, poolDialect, toStoreError } from './dialect.ts';
import { Leases, leadOnce } from './leases.ts';
import { Notifications } from './notifications.ts';
import { PartShare } from './part-share.ts';

const CONFLICT_ATTEMPTS = 8;
/** After a restart of the server the pool has dead connections: each costs one attempt. */
const CONNECTION_ATTEMPTS = 3;
/** No retry after a slower failure: the next attempt would probably take as long. */
const RETRY_WITHIN_MS = 2_000;
const PAUSE_MS = 20;

export async function openPostgres(url: string, warn: Warn): Promise<Store> {
  const store = new PostgresStore(url, warn);
  try {
    await store.start();
    return store;
  } catch (error) {
    await store.close();
    const reason = (error as Error).message || String((error as { code?: string }).code);
    throw new Error(`the database of TOTE_DATABASE_URL does not answer: ${reason}`);
  }
}

class PostgresStore implements Store {
  readonly engine = 'postgres';
  readonly db: Db;
  readonly migrationDb: Db;
  readonly #writePool: pg.Pool;
  readonly #readPool: pg.Pool;
  readonly #notifications: Notifications;
  readonly #leaders: Leaders;
  readonly #leases: Leases;
  #closed: Promise<void> | undefined;

  constructor(url: string, warn: Warn) {
    this.#leaders = new Leaders(warn);
    this.#leases = new Leases(url, warn);
    this.#writePool = makePool(url, { isReader: false });
    this.#readPool = makePool(url, { isReader: true });
    const toError = (error: unknown) => error;
    this.migrationDb = new Kysely<Tables>({
      dialect: poolDialect(this.#writePool, { isReader: false, toError }),
    });
    this.db = new Kysely<Tables>({
      dialect: poolDialect(this.#readPool, { isReader: true, toError: toStoreError }),
    });
    this.#notifications = new Notifications(url, this.#writePool, warn);
  }

  start(): Promise<void> {
    return this.#notifications.start();
  }

  write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    return retry(() => this.migrationDb.transaction().execute(work), {
      pauseMs: (failures) => randomInt(PAUSE_MS * failures) + 1,
      isRetried(error, failures) {
        const failure = failureOf(error, failures, performance.now() - startedAt);
        if (failure !== undefined) throw failure;
        return true;
      },
    });
  }

  notify(...[channel, payload]: Parameters<Store['notify']>): Promise<void> {
    return this.#notifications.notify(channel, payload);
  }

  onNotify(...[channel, listener]: Parameters<Store['onNotify']>): () => void {
    return this.#notifications.listeners.add(channel, listener);
  }

  lead(role: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
    return this.#leaders.add(leadOnce(this.#leases, role, work));
  }

  share(role: string): Share {
    return new PartShare(this.#leases, role);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#leaders.stop();
    await this.#leases.stop();
    await this.#notifications.stop();
    await Promise.all([this.#readPool.end(), this.#writePool.end()]);
  }
}

function failureOf(error: unknown, attempt: number, elapsedMs: number): unknown {
  if (error instanceof CommitUnknown) return error.failure;
  if (isConflict(error)) {
    if (attempt < CONFLICT_ATTEMPTS) return undefined;
    return new DomainError('service_overloaded', { seconds: 1 });
  }
  const mayRetry = attempt < CONNECTION_ATTEMPTS && elapsedMs < RETRY_WITHIN_MS;
  return isUnavailable(error) && mayRetry ? undefined : toStoreError(error);
}

// One read-only transaction of PostgreSQL, in which everything is of one moment.

const BEGIN = 'begin isolation level repeatable read read only';
/** Whoever takes the rows may be slow. */
const WITHOUT_TIMEOUT = 'set local idle_in_transaction_session_timeout = 0';

export async function openPostgresReader(url: string) {
  const pool = makePool(url, { isReader: true });
  const client = await pool.connect();
  await client.query(`${BEGIN}; ${WITHOUT_TIMEOUT}`);
  // Every statement gets the one connection that has the transaction.
  const query = client.query.bind(client);
  const held = { connect: async () => ({ query, release: () => undefined }) };
  const dialect = poolDialect(held as unknown as Pool, { isReader: true, toError: toStoreError });
  return {
    db: new Kysely<Tables>({ dialect }),
    async close() {
      client.release(true);
      await pool.end();
    },
  };
}
