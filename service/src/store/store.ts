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
   * for it, so `work` has no effect besides its SQL.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Tells every replica, this one included, that something was committed. */
  notify(channel: Channel, payload: string): Promise<void>;
  onNotify(channel: Channel, listener: (payload: string) => void): () => void;
  /**
   * Runs `work` on one replica at a time; the signal aborts when the lock is lost. Returns at once,
   * keeps trying until the stop function is called.
   */
  lead(role: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void>;
  close(): Promise<void>;
}

/** `feed`: new outbox rows. `market`: a market's rows changed, payload is its id. */
export type Channel = 'feed' | 'market' | 'api-key';
