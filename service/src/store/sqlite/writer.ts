// The one writer of a SQLite file. A transaction begins with its first statement. After a failed
// statement the transaction refuses all others, as PostgreSQL does. SQLite itself would continue.
// After a full disk it would even write outside of the transaction, which it has rolled back.
import type { SqliteConnection, StatementResult } from './connection.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** The parameters are those of so many rows: executed once for each. */
  rows?: number;
  /** The first parameters, the same for each of the rows. */
  shared?: readonly unknown[];
  /** Fails unless it changes, or returns, so many rows. */
  expectedChanges?: number;
}

/** A statement did not change as many rows as its sender assumed. */
export class UnexpectedChanges extends Error {
  readonly isUnexpectedChanges = true;
}

/** By its property, because an error from another thread has lost its class. */
export function isUnexpectedChanges(error: unknown): boolean {
  return (error as Partial<UnexpectedChanges> | null)?.isUnexpectedChanges === true;
}

/** The writer's interface, the same in this thread and in another. */
export interface Writer {
  /** Takes at least one statement; gives the result of the last. */
  execute(statements: readonly Statement[]): Promise<StatementResult>;
  /**
   * Executes these and commits. Durable when it resolves. When it rejects, the whole transaction
   * is rolled back.
   */
  commit(statements: readonly Statement[]): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

export class SqliteWriter {
  readonly #connection: SqliteConnection;
  #state: 'idle' | 'active' | 'failed' = 'idle';

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  execute(statements: readonly Statement[]): StatementResult {
    let result: StatementResult = { rows: [] };
    for (const statement of statements) result = this.#execute(statement);
    return result;
  }

  commit(statements: readonly Statement[]): void {
    try {
      if (this.#state === 'failed') throw new Error(FAILED);
      this.execute(statements);
      if (this.#state === 'active') this.#connection.execute('COMMIT', []);
      this.#state = 'idle';
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  rollback(): void {
    this.#state = 'idle';
    if (this.#connection.isInTransaction) this.#connection.execute('ROLLBACK', []);
  }

  close(): void {
    this.rollback();
    this.#connection.close();
  }

  #execute({ sql, parameters, rows, shared, expectedChanges }: Statement): StatementResult {
    if (this.#state === 'failed') throw new Error(FAILED);
    try {
      if (this.#state === 'idle') this.#connection.execute('BEGIN IMMEDIATE', []);
      this.#state = 'active';
      const result =
        rows === undefined
          ? this.#connection.execute(sql, parameters)
          : this.#connection.executeForEach(sql, parameters, rows, shared);
      const changed = Number(result.changes ?? result.rows.length);
      if (expectedChanges !== undefined && changed !== expectedChanges) {
        throw new UnexpectedChanges(`${changed} rows instead of ${expectedChanges}`);
      }
      return result;
    } catch (error) {
      this.#state = 'failed';
      throw error;
    }
  }
}

const FAILED = 'a statement of this transaction has failed';

/** A writer in this thread: its statements block everything else. */
export function directWriter(connection: SqliteConnection): Writer {
  const writer = new SqliteWriter(connection);
  return {
    execute: async (statements) => writer.execute(statements),
    commit: async (statements) => writer.commit(statements),
    rollback: async () => writer.rollback(),
    close: async () => writer.close(),
  };
}
