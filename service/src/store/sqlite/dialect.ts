// Kysely on our SQLite connections: one dialect for the reader, one for the writer.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PrimitiveValueListNode,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { leaveOf } from '../execute-later.ts';
import type { SqliteConnection, StatementResult } from './connection.ts';
import { toStoreError } from './failures.ts';
import { OtherChanges, type Statement, type Writer } from './writer.ts';

/** There is one writer at a time, whose rows need no lock: `for update` means nothing here. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier?.startsWith('For')) super.visitSelectModifier(node);
  }

  /** One row of an insert. Appending its question marks one by one was half of the whole cost. */
  protected override visitPrimitiveValueList({ values }: PrimitiveValueListNode): void {
    for (const value of values) this.addParameter(value);
    this.append(rowOf(values.length));
  }
}

const ROWS: string[] = [];

function rowOf(length: number): string {
  ROWS[length] ??= `(${Array(length).fill('?').join(', ')})`;
  return ROWS[length];
}

export const sqliteDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new QueryCompiler(),
});

const toQueryResult = <R>({ rows, changes }: StatementResult): QueryResult<R> => ({
  rows: rows as R[],
  numAffectedRows: changes,
});

// biome-ignore lint/correctness/useYield: an interface asks for it
async function* refuseToStream(): AsyncIterableIterator<never> {
  throw new Error('streaming is not supported');
}

export class ReaderDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(sqlite: SqliteConnection) {
    this.#connection = {
      executeQuery: async ({ sql, parameters }) => {
        try {
          return toQueryResult(sqlite.execute(sql, parameters));
        } catch (error) {
          throw toStoreError(error);
        }
      },
      streamQuery: refuseToStream,
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('transactions go through store.write');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/**
 * One transaction. It holds the writer from its first question until it has said how it ends: what
 * needs no answer before the end holds up nobody while it is put together.
 */
class Turn implements DatabaseConnection {
  readonly #turns: Turns;
  readonly #isHopeful: boolean;
  /** Sent along with whatever is sent next. */
  readonly #waiting: Statement[] = [];
  /** Gives what passes the writer on. */
  #turn: Promise<() => void> | undefined;
  #isUnchecked = false;
  #isOver = false;

  constructor(turns: Turns, isHopeful: boolean) {
    this.#turns = turns;
    this.#isHopeful = isHopeful;
  }

  /** Something was taken for granted and the writer has not said yet that it was so. */
  get isUnchecked(): boolean {
    return this.#isUnchecked;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw new Error('this transaction is over');
    const { sql, parameters } = query;
    const { isLater = false, changes, rows } = leaveOf(query) ?? {};
    const isExpected = this.#isHopeful && changes !== undefined;
    this.#waiting.push({ sql, parameters, rows, ...(isExpected && { expected: changes }) });
    if (isExpected) {
      this.#isUnchecked = true;
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    if (isLater) return { rows: [] };
    await this.#take();
    const result = await this.#turns.writer.execute(this.#waiting.splice(0));
    this.#isUnchecked = false;
    return toQueryResult(result);
  }

  streamQuery = refuseToStream;

  async commit(): Promise<void> {
    this.#isUnchecked = false;
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.#turn && this.#waiting.length === 0) return;
    const passOn = await this.#take();
    await this.#end(passOn, () => this.#turns.writer.commit(this.#waiting));
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#turn) await this.#end(await this.#turn, () => this.#turns.writer.rollback());
  }

  #take(): Promise<() => void> {
    this.#turn ??= this.#turns.take();
    return this.#turn;
  }

  /**
   * The next transaction may send its statements as soon as ours is told to end: the writer takes
   * them afterwards, whatever becomes of this one, and need not wait for our thread.
   */
  async #end(passOn: () => void, ask: () => Promise<void>): Promise<void> {
    const ended = ask();
    passOn();
    await ended;
  }
}

/** Transactions take turns. The writer begins one by itself, with its first statement. */
export class Turns {
  readonly writer: Writer;
  #last = Promise.resolve();
  /** Transactions that have begun, whether they have had their turn or not. */
  #begun = 0;
  #onIdle: (() => void) | undefined;
  #isClosed = false;

  constructor(writer: Writer) {
    this.writer = writer;
  }

  begin(isHopeful: boolean): DatabaseConnection {
    if (this.#isClosed) throw new Error('the store is closed');
    this.#begun += 1;
    return new Turn(this, isHopeful);
  }

  release(): void {
    this.#begun -= 1;
    if (this.#begun === 0) this.#onIdle?.();
  }

  /** Gives what passes the writer on. */
  async take(): Promise<() => void> {
    const previous = this.#last;
    let passOn = () => {};
    this.#last = new Promise<void>((resolve) => {
      passOn = resolve;
    });
    await previous;
    return passOn;
  }

  /** Lets those that have begun have their turn. */
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

/** A hopeful one takes statements for what they are expected to do (`Leave.changes`). */
export class WriterDriver implements Driver {
  readonly #turns: Turns;
  readonly #isHopeful: boolean;

  constructor(turns: Turns, { isHopeful }: { isHopeful: boolean }) {
    this.#turns = turns;
    this.#isHopeful = isHopeful;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#turns.begin(this.#isHopeful);
  }

  async beginTransaction(): Promise<void> {}

  async commitTransaction(turn: DatabaseConnection): Promise<void> {
    await (turn as Turn).commit();
  }

  async rollbackTransaction(turn: DatabaseConnection): Promise<void> {
    const { isUnchecked } = turn as Turn;
    await (turn as Turn).rollback();
    // Perhaps the work failed only because what it took for granted was not so.
    if (isUnchecked) throw new OtherChanges('unchecked');
  }

  async releaseConnection(turn: DatabaseConnection): Promise<void> {
    await (turn as Turn).rollback();
    this.#turns.release();
  }

  async destroy(): Promise<void> {}
}
