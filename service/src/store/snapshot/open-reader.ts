// Reads a database as it is at one moment, also while the service writes it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@tote/chain/lib/usage-error';
import { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { readerDriver, sqliteDialect } from '../sqlite/dialect.ts';
import { SQLITE_FILE } from '../sqlite/open-sqlite.ts';

export async function openReader(location: {
  readonly dir: string;
  readonly databaseUrl?: string;
}) {
  if (location.databaseUrl === undefined) return openSqliteReader(location.dir);
  const { openPostgresReader } = await import('../postgres/open-postgres.ts');
  return openPostgresReader(location.databaseUrl);
}

function openSqliteReader(dir: string) {
  const file = join(dir, SQLITE_FILE);
  if (!existsSync(file)) {
    throw new UsageError(`${dir} is not a data folder of Tote. Check TOTE_DATA_DIR.`);
  }
  const connection = new SqliteConnection(file, { isReader: true });
  connection.exec('BEGIN');
  const db = new Kysely<Tables>({ dialect: sqliteDialect(readerDriver(connection)) });
  return { db, close: async () => connection.close() };
}
