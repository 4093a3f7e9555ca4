// `npm run release:database`: stores what a service of this version leaves behind, for the tests of
// later versions: its data folder, the same database as a dump of PostgreSQL, what it answered, and
// hashes of the migrations. Needs PostgreSQL with pg_dump.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { openStore } from '../../service/src/store/open-store.ts';
import { startPostgres } from '../../service/test/support/postgres.ts';
import { root } from '../root.ts';
import { playRelease } from './play-release.ts';

const USAGE = `Usage: npm run release:database [-- --replace]
Writes service/test/releases/<version>/. A version that was published is never replaced.`;

const MIGRATIONS = join(root, 'service/src/store/migrations');
const ROWS_PER_INSERT = 100;

async function run(args: readonly string[]): Promise<void> {
  const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'));
  const target = join(root, 'service/test/releases', version);
  if (args.some((arg) => arg !== '--replace')) throw new Error(USAGE);
  if (fs.existsSync(target) && !args.includes('--replace')) throw new Error(`${target} exists.`);
  const folder = fs.mkdtempSync(join(tmpdir(), 'tote-release-'));
  try {
    const dir = join(folder, 'data');
    fs.mkdirSync(dir);
    const answers = await playRelease(dir);
    fs.writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
    const dump = await dumpAsPostgres(dir);
    prune(dir);
    fs.mkdirSync(target, { recursive: true });
    fs.writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(dump, BEST));
    const archive = execFileSync('tar', ['-c', '-C', folder, 'data', 'answers.json'], {
      maxBuffer: 2 ** 30,
    });
    fs.writeFileSync(join(target, 'data.tar.gz'), gzipSync(archive, BEST));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  fs.writeFileSync(
    join(target, 'migrations.json'),
    `${JSON.stringify(hashMigrations(), null, 2)}\n`,
  );
  console.log(`Wrote ${target}`);
}

const BEST = { level: 9 };

async function dumpAsPostgres(dir: string): Promise<string> {
  const postgres = await startPostgres();
  try {
    const databaseUrl = await postgres.createDatabase();
    await copyRows(dir, databaseUrl);
    const options = ['--inserts', '--rows-per-insert=1000', '--no-owner', '--no-comments'];
    const text = execFileSync('pg_dump', [...options, databaseUrl], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    // Lines for psql and settings that older servers do not have.
    return text.replace(/^(\\|SET transaction_timeout|--).*\n/gm, '');
  } finally {
    await postgres.stop();
  }
}

async function copyRows(dir: string, databaseUrl: string): Promise<void> {
  const from = await openStore({ dir });
  const to = await openStore({ databaseUrl });
  await to.write(async (db) => {
    for (const { name } of await from.db.introspection.getTables()) {
      const table = name as never;
      const rows = await from.db.selectFrom(table).selectAll().execute();
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
        const some = rows.slice(at, at + ROWS_PER_INSERT) as never;
        await db.insertInto(table).values(some).execute();
      }
    }
  });
  await Promise.all([from.close(), to.close()]);
}

/** Leaves out what a start makes anew. */
function prune(dir: string): void {
  for (const file of ['tote.db', 'chain/ledger.db']) {
    const db = new DatabaseSync(join(dir, file));
    db.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    for (const end of ['-wal', '-shm', '.lock']) fs.rmSync(join(dir, file + end), { force: true });
  }
}

function hashMigrations(): Record<string, string> {
  const files = fs.readdirSync(MIGRATIONS).sort();
  const hashOf = (file: string) => hash('sha256', fs.readFileSync(join(MIGRATIONS, file)));
  return Object.fromEntries(files.map((file) => [file, hashOf(file)]));
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// The server for the dump keeps connections open.
process.exit();
