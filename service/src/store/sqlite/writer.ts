// The one writer of a SQLite file. A transaction begins with its first statement. After a failed
// statement the transaction refuses all others, as PostgreSQL does. SQLite itself would continue.
// After a full disk it would even write outside of the transaction, which it has rolled back.
import { startWorker } from '@tote/chain/lib/start-worker';
import type { WriteHint } from '../statements.ts';
import type { SqliteConnection, StatementResult } from './connection.ts';

export interface Statement extends Pick<WriteHint, 'rows' | 'shared' | 'expectedChanges'> {
  sql: string;
  parameters: readonly unknown[];
}

export class UnexpectedChanges extends Error {
  readonly isUnexpectedChanges = true;
}

/** By its property, because an error from another thread has lost its class. */
export const isUnexpectedChanges = (error: unknown): boolean =>
  (error as Partial<UnexpectedChanges> | null)?.isUnexpectedChanges === true;

export interface Writer {
  execute(statements: readonly Statement[]): Promise<StatementResult>;
  /** Executes these and commits. When it rejects, the whole transaction is rolled back. */
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

export function directWriter(connection: SqliteConnection): Writer {
  const writer = new SqliteWriter(connection);
  return {
    execute: async (statements) => writer.execute(statements),
    commit: async (statements) => writer.commit(statements),
    rollback: async () => writer.rollback(),
    close: async () => writer.close(),
  };
}

// The writer in its own thread. A flush to disk takes as long as serving twenty requests.

export type WriterRequest =
  | { kind: 'execute' | 'commit'; statements: readonly Statement[] }
  | { kind: 'rollback' | 'close' };

export interface WriterReply {
  result?: StatementResult;
  error?: { message: string };
}

interface PendingReply {
  resolve: (reply: WriterReply) => void;
  reject: (error: Error) => void;
}

const MODULE = new URL('./writer-thread.ts', import.meta.url);

export async function startThreadedWriter(file: string): Promise<Writer> {
  const worker = startWorker(MODULE, { file });
  const pending: PendingReply[] = [];
  let end: Error | undefined;
  const expectReply = () =>
    new Promise<WriterReply>((resolve, reject) => {
      if (end) reject(end);
      else pending.push({ resolve, reject });
    });
  const endWith = (error: Error) => {
    end ??= error;
    for (const { reject } of pending.splice(0)) reject(end);
  };
  worker.on('message', (reply: WriterReply) => {
    const { resolve, reject } = pending.shift() as PendingReply;
    if (reply.error) reject(Object.assign(new Error(), reply.error));
    else resolve(reply);
  });
  worker.on('error', endWith);
  worker.on('exit', () => endWith(new Error('the database thread has ended')));

  const send = (request: WriterRequest) => {
    const reply = expectReply();
    worker.postMessage(request);
    return reply;
  };
  try {
    await expectReply();
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    execute: async (statements) => {
      const { result } = await send({ kind: 'execute', statements });
      return result as StatementResult;
    },
    commit: async (statements) => void (await send({ kind: 'commit', statements })),
    rollback: async () => void (await send({ kind: 'rollback' })),
    close: async () => {
      await send({ kind: 'close' });
      await worker.terminate();
    },
  };
}
