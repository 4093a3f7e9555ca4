// PostgreSQL: many connections, many replicas. Reads and writes have separate pools. In one pool,
// transactions that also read through `store.db` could wait for each other's connections forever.
import { randomInt } from 'node:crypto';
import { retry } from '@tote/chain/lib/retry';
import { DomainError } from '@tote/domain';
import { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { createLeaders, type Warn } from '../in-process.ts';
import type { Tables } from '../schema.ts';
import type { Store } from '../store.ts';
import { makePool } from './connections.ts';
import { CommitUnknown, isConflict, isUnavailable, poolDialect, toStoreError } from './dialect.ts';
import { Leases, leadOnce } from './leases.ts';
import { Notifications } from './notifications.ts';
import { shareParts } from './part-share.ts';

const CONFLICT_ATTEMPTS = 8;
/** After a restart of the server the pool has dead connections: each costs one attempt. */
const CONNECTION_ATTEMPTS = 3;
/** No retry after a slower failure: the next attempt would probably take as long. */
const RETRY_WITHIN_MS = 2_000;
const PAUSE_MS = 20;

export async function openPostgres(url: string, warn: Warn): Promise<Store> {
  const writePool = makePool(url, { isReader: false });
  const notifications = new Notifications(url, writePool, warn);
  const store = createStore(url, writePool, notifications, warn);
  try {
    await notifications.start();
    return store;
  } catch (error) {
    await store.close();
    const reason = (error as Error).message || String((error as { code?: string }).code);
    throw new Error(`the database of TOTE_DATABASE_URL does not answer: ${reason}`);
  }
}

function createStore(
  url: string,
  writePool: Pool,
  notifications: Notifications,
  warn: Warn,
): Store {
  const leaders = createLeaders(warn);
  const leases = new Leases(url, warn);
  const readPool = makePool(url, { isReader: true });
  const toError = (error: unknown) => error;
  const migrationDb = new Kysely<Tables>({
    dialect: poolDialect(writePool, { isReader: false, toError }),
  });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await leaders.stop();
    await leases.stop();
    await notifications.stop();
    await Promise.all([readPool.end(), writePool.end()]);
  };
  return {
    engine: 'postgres',
    db: new Kysely<Tables>({
      dialect: poolDialect(readPool, { isReader: true, toError: toStoreError }),
    }),
    migrationDb,
    write(work) {
      const startedAt = performance.now();
      return retry(() => migrationDb.transaction().execute(work), {
        pauseMs: (failures) => randomInt(PAUSE_MS * failures) + 1,
        isRetried(error, failures) {
          const failure = failureOf(error, failures, performance.now() - startedAt);
          if (failure !== undefined) throw failure;
          return true;
        },
      });
    },
    notify: (channel, payload) => notifications.notify(channel, payload),
    onNotify: (channel, listener) => notifications.listeners.add(channel, listener),
    lead: (role, work) => leaders.add(leadOnce(leases, role, work)),
    share: (role) => shareParts(leases, role),
    close() {
      closed ??= close();
      return closed;
    },
  };
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
