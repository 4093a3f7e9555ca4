// SQLite: one writer, in its own thread when writes must be durable. Reads run in this thread.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock } from '@tote/chain/lib/file-lock';
import { ensurePrivateDatabase, ensurePrivateFolder } from '@tote/chain/lib/private-files';
import { Kysely } from 'kysely';
import { createLeaders, Listeners, shareAlone, type Warn } from '../in-process.ts';
import type { Tables } from '../schema.ts';
import type { Store } from '../store.ts';
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
    return createStore(file, writer, warn, () => lock.release());
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
  return createStore(file, writer, warn, () => rmSync(dir, { recursive: true, force: true }));
}

function createStore(file: string, writer: Writer, warn: Warn, release: () => void): Store {
  const reader = new SqliteConnection(file, { isReader: true });
  const queue = new WriteQueue(writer, reader);
  const openWriter = (isOptimistic: boolean) =>
    new Kysely<Tables>({ dialect: sqliteDialect(writerDriver(queue, { isOptimistic })) });
  // The one that `write` uses: its first use is slower, and so the first write begins at once.
  const migrationDb = openWriter(true);
  const pessimistic = openWriter(false);
  const listeners = new Listeners();
  const leaders = createLeaders(warn);
  let closed: Promise<void> | undefined;
  const close = async () => {
    await leaders.stop();
    // The reader first: the last connection to close copies the WAL into the file, and must write.
    reader.close();
    await queue.close();
    release();
  };
  return {
    engine: 'sqlite',
    db: new Kysely<Tables>({ dialect: sqliteDialect(readerDriver(reader)) }),
    migrationDb,
    async write(work) {
      try {
        return await migrationDb.transaction().execute(work);
      } catch (error) {
        if (!isUnexpectedChanges(error)) throw toStoreError(error);
      }
      try {
        return await pessimistic.transaction().execute(work);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    notify: async (channel, payload) => listeners.call(channel, payload),
    onNotify: (channel, listener) => listeners.add(channel, listener),
    lead: (_role, work) => leaders.add(work),
    share: shareAlone,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
