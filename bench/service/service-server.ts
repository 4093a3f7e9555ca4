// The service as `npm start` runs it, on free ports and without the markets of the demo. If a file
// is named, SIGUSR2 writes there how often each statement of SQLite was executed.
import { renameSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { startService } from '../../service/src/service.ts';
import { readSettings } from '../../service/src/settings/read-settings.ts';
import { SqliteConnection } from '../../service/src/store/sqlite/connection.ts';

const { BENCH_STATEMENTS: file } = process.env;
if (file !== undefined) countStatements(file);

const env = { ...process.env, TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_DEMO: '0' };
const service = await startService(readSettings(env, process.cwd()));
process.on('SIGTERM', async () => {
  await service.close();
  process.exit();
});
console.log(`ready ${service.baseUrl}`);

/** Reads run in this thread, and writes are sent to another one. */
function countStatements(file: string): void {
  const counts = new Map<string, number>();
  const count = (sql: string) => counts.set(sql, (counts.get(sql) ?? 0) + 1);
  const { execute } = SqliteConnection.prototype;
  SqliteConnection.prototype.execute = function (sql, parameters) {
    count(sql);
    return execute.call(this, sql, parameters);
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    for (const { sql } of message?.statements ?? []) count(sql);
    return postMessage.call(this, message, ...rest);
  };
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, JSON.stringify([...counts]));
    renameSync(`${file}.new`, file);
  });
}
