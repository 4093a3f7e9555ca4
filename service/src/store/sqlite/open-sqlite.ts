// SQLite: one writer, in a thread of its own when it must be durable; reads in this thread.

import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock } from '@tote/lib/file-lock';
import { Kysely } from 'kysely';
import { Leaders, Listeners, type Warn } from '../in-process.ts';
import type { Tables } from '../schema.ts';
import type { Db, Store } from '../store.ts';
import { SqliteConnection } from './connection.ts';
import { ReaderDriver, sqliteDialect, Turns, WriterDriver } from './dialect.ts';
import { toStoreError } from './failures.ts';
import { openForWriting } from './open-for-writing.ts';
import { startThreadedWriter } from './threaded-writer.ts';
import { directWriter, isOtherChanges, type Writer } from './writer.ts';

const FILE = 'tote.db';

/** The file `tote.db` in this folder. */
export async function openSqliteIn(dir: string, warn: Warn): Promise<Store> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, FILE);
  const lock = FileLock.take(`${file}.lock`, 'database');
  try {
    // Hashes of keys and signed transactions are nobody else's business.
    closeSync(openSync(file, 'a', 0o600));
    const writer = await startThreadedWriter(file);
    return new SqliteStore(file, writer, warn, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Nothing stays, nothing is flushed, no thread: for tests, which open many. */
export async function openVolatileSqlite(warn: Warn): Promise<Store> {
  // A file all the same: two connections to one place in memory would see what is not committed.
  const dir = mkdtempSync(join(tmpdir(), 'tote-store-'));
  const file = join(dir, FILE);
  const writer = directWriter(openForWriting(file, { isVolatile: true }));
  return new SqliteStore(file, writer, warn, () => rmSync(dir, { recursive: true, force: true }));
}

class SqliteStore implements Store {
  readonly engine = 'sqlite';
  readonly db: Db;
  readonly #reader: SqliteConnection;
  readonly #hopeful: Db;
  readonly #certain: Db;
  readonly #turns: Turns;
  readonly #listeners = new Listeners();
  readonly #leaders: Leaders;
  readonly #release: () => void;
  #closed: Promise<void> | undefined;

  constructor(file: string, writer: Writer, warn: Warn, release: () => void) {
    this.#turns = new Turns(writer);
    const openWriter = (isHopeful: boolean) =>
      new Kysely<Tables>({
        dialect: sqliteDialect(new WriterDriver(this.#turns, { isHopeful })),
      });
    this.#hopeful = openWriter(true);
    this.#certain = openWriter(false);
    this.#reader = new SqliteConnection(file, { isReader: true });
    this.db = new Kysely<Tables>({ dialect: sqliteDialect(new ReaderDriver(this.#reader)) });
    this.#leaders = new Leaders(warn);
    this.#release = release;
  }

  async write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await this.#hopeful.transaction().execute(work);
    } catch (error) {
      if (!isOtherChanges(error)) throw toStoreError(error);
    }
    try {
      return await this.#certain.transaction().execute(work);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async notify(...[channel, payload]: Parameters<Store['notify']>): Promise<void> {
    this.#listeners.call(channel, payload);
  }

  onNotify(...[channel, listener]: Parameters<Store['onNotify']>): () => void {
    return this.#listeners.add(channel, listener);
  }

  lead(_role: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
    return this.#leaders.add(work);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#leaders.stop();
    // The reader first: the last connection that closes moves the log into the file.
    this.#reader.close();
    await this.#turns.close();
    this.#release();
  }
}
