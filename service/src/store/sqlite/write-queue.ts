// Write transactions of SQLite. One writer serves them all, so that they queue for it.
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { hintOf } from '../statements.ts';
import type { SqliteConnection } from './connection.ts';
import { NO_STEPS, refuseToStream, toQueryResult } from './dialect.ts';
import { type Statement, UnexpectedChanges, type Writer } from './writer.ts';

/**
 * One transaction. It locks the writer from the first statement whose result is needed until the
 * commit or rollback is sent. Until then it only collects statements and blocks no other
 * transaction.
 */
class WriteConnection implements DatabaseConnection {
  readonly #queue: WriteQueue;
  readonly #isOptimistic: boolean;
  readonly #deferred: Statement[] = [];
  #lock: Promise<() => void> | undefined;
  #isUnverified = false;
  #hasReadCommitted = false;
  #hasFailed = false;
  #isOver = false;

  constructor(queue: WriteQueue, isOptimistic: boolean) {
    this.#queue = queue;
    this.#isOptimistic = isOptimistic;
  }

  /** A result was assumed or may be outdated, and the writer has not confirmed it yet. */
  get isUnverified(): boolean {
    return this.#isUnverified || this.#hasReadCommitted;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw new Error('this transaction is over');
    const { parameters } = query;
    const hint = hintOf(query) ?? {};
    const { isDeferred = false, expectedChanges, rows, shared } = hint;
    if (hint.isCommittedRead && this.#isOptimistic) {
      this.#hasReadCommitted = true;
      return toQueryResult(this.#queue.reader.execute(query.sql, parameters));
    }
    const isAssumed = this.#isOptimistic && expectedChanges !== undefined;
    const sql = isAssumed ? (hint.assumedSql ?? query.sql) : query.sql;
    this.#deferred.push({ sql, parameters, rows, shared, ...(isAssumed && { expectedChanges }) });
    if (isAssumed) {
      this.#isUnverified = true;
      return { rows: [], numAffectedRows: BigInt(expectedChanges) };
    }
    if (isDeferred) return { rows: [] };
    await this.#acquire();
    this.#hasFailed = true;
    const result = await this.#queue.writer.execute(this.#deferred.splice(0));
    this.#hasFailed = false;
    this.#isUnverified = false;
    return toQueryResult(result);
  }

  streamQuery = refuseToStream;

  async commit(): Promise<void> {
    this.#isUnverified = false;
    this.#hasReadCommitted = false;
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#lock && this.#deferred.length === 0) return;
    const release = await this.#acquire();
    await this.#end(release, () => this.#queue.writer.commit(this.#deferred));
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#lock) await this.#end(await this.#lock, () => this.#queue.writer.rollback());
  }

  release(): Promise<void> {
    return this.#hasFailed ? this.rollback() : this.commit();
  }

  #acquire(): Promise<() => void> {
    this.#lock ??= this.#queue.acquire();
    return this.#lock;
  }

  /** The writer executes requests in order: the next transaction need not wait for the reply. */
  async #end(release: () => void, send: () => Promise<void>): Promise<void> {
    const ended = send();
    release();
    await ended;
  }
}

/** First come, first served. The writer begins a transaction by itself, at its first statement. */
export class WriteQueue {
  readonly writer: Writer;
  readonly reader: SqliteConnection;
  #last = Promise.resolve();
  #begun = 0;
  #onIdle: (() => void) | undefined;
  #isClosed = false;

  constructor(writer: Writer, reader: SqliteConnection) {
    this.writer = writer;
    this.reader = reader;
  }

  begin(isOptimistic: boolean): DatabaseConnection {
    if (this.#isClosed) throw new Error('the store is closed');
    this.#begun += 1;
    return new WriteConnection(this, isOptimistic);
  }

  end(): void {
    this.#begun -= 1;
    if (this.#begun === 0) this.#onIdle?.();
  }

  async acquire(): Promise<() => void> {
    const previous = this.#last;
    let release = () => {};
    this.#last = new Promise<void>((resolve) => {
      release = resolve;
    });
    await previous;
    return release;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#begun > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await this.writer.close();
  }
}

/** An optimistic one assumes the results that hints expect (`WriteHint.expectedChanges`). */
export function writerDriver(queue: WriteQueue, { isOptimistic }: { isOptimistic: boolean }) {
  return {
    ...NO_STEPS,
    acquireConnection: async () => queue.begin(isOptimistic),
    commitTransaction: (connection) => (connection as WriteConnection).commit(),
    async rollbackTransaction(connection) {
      const { isUnverified } = connection as WriteConnection;
      await (connection as WriteConnection).rollback();
      // The work may have failed only because of a wrong assumption.
      if (isUnverified) throw new UnexpectedChanges('unverified');
    },
    async releaseConnection(connection) {
      try {
        await (connection as WriteConnection).release();
      } finally {
        queue.end();
      }
    },
  } satisfies Driver;
}
