// Opens the service's database file, and refuses one that is damaged or of another program.
import { SqliteConnection } from './connection.ts';

/** "Tote", in the file's header: tells our files from those of other programs. */
const APPLICATION_ID = 0x546f_7465n;
/**
 * A larger file is not read through at the start, which would take longer with every bet. SQLite
 * still refuses each page that is damaged when it reads it.
 */
const CHECKED_BYTES_MAX = 64n * 1024n * 1024n;

export function openForWriting(file: string, options: { isVolatile?: boolean } = {}) {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(file);
    check(connection);
    connection.startWriting(options);
    return connection;
  } catch (error) {
    connection?.close();
    const reason = (error as Error).message;
    throw new Error(
      `the database file ${file} cannot be used: ${reason}. ` +
        'Restore it from a copy, or move it away: a new one is filled from the chain, ' +
        'but API keys and unfinished requests are lost.',
    );
  }
}

function check(connection: SqliteConnection): void {
  const read = (sql: string) => Object.values(connection.execute(sql, []).rows[0] ?? {})[0];
  const readSize = () =>
    (read('PRAGMA page_count') as bigint) * (read('PRAGMA page_size') as bigint);
  const isEmpty = read('SELECT count(*) FROM sqlite_schema') === 0n;
  const id = read('PRAGMA application_id');
  if (isEmpty && id === 0n) {
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    return;
  }
  if (id !== APPLICATION_ID) throw new Error('it is not a database of this service');
  if (readSize() > CHECKED_BYTES_MAX) return;
  const damage = read('PRAGMA quick_check(1)');
  if (damage !== 'ok') throw new Error(`it is damaged (${String(damage)})`);
}
