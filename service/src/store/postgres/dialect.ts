// Kysely on a pool of `pg`. Kysely's own driver hides three failures: the first one if the rollback
// fails too, a commit that the server turned into a rollback, and a commit whose reply was lost.
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
import { CommitUnknown, isCommitRefused, isUnavailable } from './failures.ts';

interface PoolOptions {
  /** Reads run one by one; transactions go through `store.write`. */
  isReader: boolean;
  /** Maps the error of a failed statement. */
  toError: (error: unknown) => unknown;
}

export const poolDialect = (pool: Pool, options: PoolOptions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PoolDriver(pool, options),
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

class PoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #options: PoolOptions;

  constructor(pool: Pool, options: PoolOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const { toError } = this.#options;
    const client = await this.#pool.connect().catch((error) => {
      throw toError(error);
    });
    return new PoolConnection(client, toError);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#options.isReader) throw new Error('transactions go through store.write');
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PoolConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PoolConnection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PoolConnection).release();
  }

  async destroy(): Promise<void> {
    // The store closes the pool.
  }
}
