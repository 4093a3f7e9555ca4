// The interface of the database, the same for both engines. SQL is only in this folder.
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** A connection or a transaction: every function in journal/ and projection/ takes one. */
export type Db = Kysely<Tables>;

export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Db;
  /** For Kysely's Migrator: it begins its own transactions, and other statements commit at once. */
  readonly migrationDb: Db;
  /**
   * Runs one transaction, durable when the promise resolves. It may be retried, so `work` must have
   * no effect besides its SQL. Once a statement has failed, the whole transaction fails.
   *
   * SQLite runs one at a time: keep `work` short. PostgreSQL runs them concurrently at read
   * committed: each statement sees what was committed before it. To change a row that you read,
   * read it with `.forUpdate()`, which SQLite ignores, or read and change it in one statement.
   *
   * Rejects with `database_unavailable` when nothing was changed. On PostgreSQL it rejects with
   * `result_unknown` when the reply to the commit was lost: then the result is unknown.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Notifies this replica of a commit at once, and then every other. Never rejects. */
  notify(channel: Channel, payload: string): Promise<void>;
  /** An empty payload may also mean that notifications were missed. Listeners must not throw. */
  onNotify(channel: Channel, listener: (payload: string) => void): () => void;
  /** On one replica at a time, until the stop function is called. Aborts when the lock is lost. */
  lead(role: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void>;
  /** Takes part in a role whose work is shared by all replicas that take part in it. */
  share(role: string): Share;
  close(): Promise<void>;
}

/**
 * This replica's share of a role. The role has a fixed number of parts, and each key belongs to one
 * of them. One replica at a time has a part; all have about equally many.
 */
export interface Share {
  readonly held: number;
  /** Whether this replica has the part of the key, so that it may begin work there. */
  holds(key: string): boolean;
  /** The signal aborts when the part is lost. It is given away when no work runs in it. */
  run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  onChange(listener: () => void): () => void;
  stop(): Promise<void>;
}

/**
 * The payload of `keeper` is a task, and that of `feed` and `due` empty; of the others it is the id
 * of what changed. `due`: markets were created or have ended.
 */
export type Channel =
  | 'feed'
  | 'market'
  | 'due'
  | 'api-key'
  | 'webhook'
  | 'keeper'
  | 'series'
  | 'halted'
  | 'hidden';
