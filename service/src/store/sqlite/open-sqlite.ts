// SQLite: one writer, in its own thread when writes must be durable. Reads run in this thread.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock } from '@tote/chain/lib/file-lock';
import { ensurePrivateDatabase, ensurePrivateFolder } from '@tote/chain/lib/private-files';
import { Kysely } from 'kysely';
import { Leaders, Listeners, shareAlone, type Warn } from '../in-process.ts';
import type { Tables } from '../schema.ts';
import type { Db, Share, Store } from '../store.ts';
import { openForWriting, SqliteConnection, toStoreError } from './connection.ts';
import { readerDriver, sqliteDialect } from './dialect.ts';
import { WriteQueue, writerDriver } from './write-queue.ts';
import { directWriter, isUnexpectedChanges, startThreadedWriter, type Writer } from './writer.ts';

export const SQLITE_FILE = 'tote.db';

export async function openSqliteIn(dir: string, warn: Warn): Promise<Store> {
  ensurePrivateFolder(dir);
  const file = join(dir, SQLITE_FILE);
  const lock = FileLock.take(`${file}.lock`, 'database');
  try {
    ensurePrivateDatabase(file);
    const writer = await startThreadedWriter(file);
    return new SqliteStore(file, writer, warn, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** For tests, which open many: deleted at the end, never flushed, without a thread. */
export async function openVolatileSqlite(warn: Warn): Promise<Store> {
  // Still a file: connections that share a database in memory see each other's uncommitted rows.
  const dir = mkdtempSync(join(tmpdir(), 'tote-store-'));
  const file = join(dir, SQLITE_FILE);
  const writer = directWriter(openForWriting(file, { isVolatile: true }));
  return new SqliteStore(file, writer, warn, () => rmSync(dir, { recursive: true, force: true }));
}

class SqliteStore implements Store {
  readonly engine = 'sqlite';
  readonly db: Db;
  readonly migrationDb: Db;
  readonly #reader: SqliteConnection;
  readonly #pessimistic: Db;
  readonly #queue: WriteQueue;
  readonly #listeners = new Listeners();
  readonly #leaders: Leaders;
  readonly #release: () => void;
  #closed: Promise<void> | undefined;

  constructor(file: string, writer: Writer, warn: Warn, release: () => void) {
    this.#reader = new SqliteConnection(file, { isReader: true });
    this.#queue = new WriteQueue(writer, this.#reader);
    const openWriter = (isOptimistic: boolean) =>
      new Kysely<Tables>({ dialect: sqliteDialect(writerDriver(this.#queue, { isOptimistic })) });
    // The one that `write` uses: its first use is slower, and so the first write begins at once.
    this.migrationDb = openWriter(true);
    this.#pessimistic = openWriter(false);
    this.db = new Kysely<Tables>({ dialect: sqliteDialect(readerDriver(this.#reader)) });
    this.#leaders = new Leaders(warn);
    this.#release = release;
  }

  async write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await this.migrationDb.transaction().execute(work);
    } catch (error) {
      if (!isUnexpectedChanges(error)) throw toStoreError(error);
    }
    try {
      return await this.#pessimistic.transaction().execute(work);
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

  share(): Share {
    return shareAlone();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#leaders.stop();
    // The reader first: the last connection to close copies the WAL into the file, and must write.
    this.#reader.close();
    await this.#queue.close();
    this.#release();
  }
}
