// Kysely on a pool of `pg`. Kysely's own driver hides three failures: the first one if the rollback
// fails too, a commit that the server turned into a rollback, and a commit whose reply was lost.
import { DomainError } from '@tote/domain';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';

interface PoolOptions {
  /** Reads run one by one; transactions go through `store.write`. */
  isReader: boolean;
  toError: (error: unknown) => unknown;
}

export const poolDialect = (pool: Pool, options: PoolOptions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => poolDriver(pool, options),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

class PoolConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #toError: PoolOptions['toError'];
  #isBroken = false;

  constructor(client: PoolClient, toError: PoolOptions['toError']) {
    this.#client = client;
    this.#toError = toError;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.#client.query(sql, [...parameters]);
      if (!WRITES.has(command)) return { rows };
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      this.#isBroken ||= isUnavailable(error);
      throw this.#toError(error);
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires the method
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported');
  }

  async commit(): Promise<void> {
    const { command } = await this.#client.query('commit').catch((error) => {
      if (isCommitRefused(error)) throw error;
      this.#isBroken = true;
      throw new CommitUnknown('the reply to a commit was lost', { cause: error });
    });
    if (command !== 'COMMIT') {
      throw new Error('a statement of this transaction has failed; it was rolled back');
    }
  }

  async rollback(): Promise<void> {
    // The server rolls back by itself when the connection ends.
    if (this.#isBroken) return;
    await this.#client.query('rollback').catch(() => {
      this.#isBroken = true;
    });
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

function poolDriver(pool: Pool, { isReader, toError }: PoolOptions): Driver {
  return {
    init: async () => {},
    async acquireConnection() {
      const client = await pool.connect().catch((error) => {
        throw toError(error);
      });
      return new PoolConnection(client, toError);
    },
    async beginTransaction(connection) {
      if (isReader) throw new Error('transactions go through store.write');
      await connection.executeQuery(CompiledQuery.raw('begin'));
    },
    commitTransaction: (connection) => (connection as PoolConnection).commit(),
    rollbackTransaction: (connection) => (connection as PoolConnection).rollback(),
    releaseConnection: async (connection) => (connection as PoolConnection).release(),
    // The store closes the pool.
    destroy: async () => {},
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');

/** A serialization failure or a deadlock: a retry may succeed. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

const NETWORK = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)/;
/** Connection lost, shutdown or startup, no resources left, timeouts. */
const UNAVAILABLE = /^(08...|57P0.|53...|57014|55P03|25P03)$/;
const CLIENT = /Connection terminated|timeout exceeded|timeout expired|read timeout|not queryable/;

export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return NETWORK.test(code) || UNAVAILABLE.test(code);
  return error instanceof Error && CLIENT.test(error.message);
}

/** The server refused the commit. After any other error the result is unknown. */
const isCommitRefused = (error: unknown): boolean => /^(40|23)...$/.test(codeOf(error));

export const toStoreError = (error: unknown): unknown =>
  isUnavailable(error) ? withCause('database_unavailable', error) : error;

/** Not reported as `database_unavailable`, which promises that nothing was changed. */
export class CommitUnknown extends Error {
  readonly failure = withCause('result_unknown', this);
}

const withCause = (code: 'database_unavailable' | 'result_unknown', cause: unknown) =>
  Object.assign(new DomainError(code), { cause });
