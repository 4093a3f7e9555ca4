// The database, whichever engine it is. SQL lives only in this folder.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** A connection or a transaction: every function in journal/ and projection/ takes one. */
export type Db = Kysely<Tables>;

export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** For reads. They see every write that has returned. */
  readonly db: Db;
  /**
   * One transaction, durable when the promise resolves. Repeated by itself when the engine asks
   * for it, so `work` has no effect besides its SQL. Once a statement has failed, all of it fails.
   *
   * SQLite runs one at a time: keep `work` short. PostgreSQL runs them side by side and each
   * statement sees what was committed before it (read committed): a row that is read to be changed
   * is read with `.forUpdate()`, which SQLite ignores, or changed by a statement that reads it.
   *
   * Rejects with `database_unavailable` when nothing was changed, and on PostgreSQL with
   * `internal_error` when the answer to the commit was lost, so that nobody knows.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Tells every replica, this one included, that something was committed. Never rejects. */
  notify(channel: Channel, payload: string): Promise<void>;
  /** An empty payload also says: you may have missed something. Listeners do not throw. */
  onNotify(channel: Channel, listener: (payload: string) => void): () => void;
  /**
   * Runs `work` on one replica at a time; the signal aborts when the lock is lost. Returns at once,
   * keeps trying until the stop function is called, also when `work` ends or fails by itself.
   */
  lead(role: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void>;
  close(): Promise<void>;
}

/** `feed`: new outbox rows. `market`: a market's rows changed, payload is its id. */
export type Channel = 'feed' | 'market' | 'api-key';
