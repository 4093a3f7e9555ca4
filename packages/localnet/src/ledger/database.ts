// A SQLite file with cached statements. Integers are bigints.
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';

type Value = bigint | number | string | Uint8Array | null;
export type Row = Record<string, Value>;

export class Database {
  readonly #db: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  inTransaction(work: () => void): void {
    this.run('BEGIN IMMEDIATE');
    try {
      work();
      this.run('COMMIT');
    } catch (error) {
      // A failed COMMIT may have ended the transaction already.
      if (this.#db.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  run(sql: string, ...values: Value[]) {
    return this.#prepare(sql).run(...values);
  }

  get(sql: string, ...values: Value[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  iterate(sql: string, ...values: Value[]): Iterable<Row> {
    // A statement of its own: a cached one could be reset during the iteration.
    const statement = this.#db.prepare(sql);
    statement.setReadBigInts(true);
    return statement.iterate(...values) as Iterable<Row>;
  }

  #prepare(sql: string): StatementSyncInstance {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      statement.setReadBigInts(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
