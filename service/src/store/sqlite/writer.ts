// The one writer of a SQLite file. A transaction begins with its first statement; once a statement
// has failed nothing more is done in it, as PostgreSQL has it too. SQLite by itself would go on,
// and after a full disk even outside of the transaction, which it has then ended.
import type { SqliteConnection, StatementResult } from './connection.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  /** The parameters are those of so many rows: executed for each. */
  rows?: number;
  /** Fails unless it changes, or returns, so many rows. */
  expected?: number;
}

/** The sender of a statement took something else for granted. */
export class OtherChanges extends Error {
  readonly isOtherChanges = true;
}

/** Also of one that comes from another thread. */
export function isOtherChanges(error: unknown): boolean {
  return (error as Partial<OtherChanges> | null)?.isOtherChanges === true;
}

/** What the writer is asked for, directly or from another thread. */
export interface Writer {
  /** At least one; gives the result of the last. */
  execute(statements: readonly Statement[]): Promise<StatementResult>;
  /**
   * Executes these and commits. Durable when it resolves; when it rejects nothing of the
   * transaction is there.
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

  #execute({ sql, parameters, rows, expected }: Statement): StatementResult {
    if (this.#state === 'failed') throw new Error(FAILED);
    try {
      if (this.#state === 'idle') this.#connection.execute('BEGIN IMMEDIATE', []);
      this.#state = 'active';
      const result =
        rows === undefined
          ? this.#connection.execute(sql, parameters)
          : this.#connection.executeForEach(sql, parameters, rows);
      const changed = Number(result.changes ?? result.rows.length);
      if (expected !== undefined && changed !== expected) {
        throw new OtherChanges(`${changed} rows instead of ${expected}`);
      }
      return result;
    } catch (error) {
      this.#state = 'failed';
      throw error;
    }
  }
}

const FAILED = 'a statement of this transaction has failed';

/** A writer in this thread: its statements hold up everything else. */
export function directWriter(connection: SqliteConnection): Writer {
  const writer = new SqliteWriter(connection);
  return {
    execute: async (statements) => writer.execute(statements),
    commit: async (statements) => writer.commit(statements),
    rollback: async () => writer.rollback(),
    close: async () => writer.close(),
  };
}
