// Keys, settings and data that lie in a clone get neither into an image nor into a commit.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../tools/root.ts';
import { runNode } from '../../../tools/test-setup/run-command.ts';
import { newFolder, useFolder } from '../support/new-folder.ts';

/** Where people put them, or where commands do that were called in the wrong folder. */
const PLANTED = [
  ...['relayer', 'oracle', 'keeper', 'admin', 'guardian', 'treasury'].map((key) => `${key}.json`),
  ...['program.json', 'program.buffer.json', 'program.sent.json', 'payer.json', 'id.json'],
  ...['.env', '.env.production', 'tote.env', 'server.key', 'server.pem'],
  ...['keys/relayer.json', 'keys/id.json', 'secrets/database-url', 'wallets/payer.json'],
  ...['data/tote.db', 'data/tote.db-wal', 'data/chain/ledger.db', 'data/keys/relayer.json'],
  ...['data/demo.json', 'data-2026-11-17/keys/oracle.json', 'data-2026-11-17/tote.db'],
  ...['tote.backup', 'tote.snapshot', 'tote.dump', 'copy.sqlite'],
  ...['ops/.env', 'ops/relayer.json', 'service/relayer.json', 'service/.env', 'service/tote.db'],
  ...['service/src/oracle.json', 'service/src/.env', 'packages/cli/keeper.json'],
  ...['packages/cli/src/admin.json', 'packages/cli/bin/relayer.json', 'packages/cli/.env.local'],
  ...['tools/build/relayer.json', 'web/.env', 'web/.env.local', 'web/public/relayer.json'],
  ...['web/src/guardian.json', 'web/src/tote.dump', 'program/program.json'],
  ...['node_modules/some/relayer.json', 'packages/cli/node_modules/some/index.js'],
];

const clone = useFolder();
let files: string[];

beforeAll(() => {
  files = listFiles(root, '--cached', '--others');
  for (const file of files) cpSync(join(root, file), join(clone, file));
  for (const file of PLANTED) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), 'a secret');
  }
});

/** What git knows or would add. */
function listFiles(cwd: string, ...kinds: readonly string[]): string[] {
  const args = ['ls-files', '-z', ...kinds, '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd, encoding: 'utf8' });
  return listed.split('\0').slice(0, -1).sort();
}

test('git sees nothing of it', () => {
  execFileSync('git', ['init', '--quiet'], { cwd: clone });
  onTestFinished(() => rmSync(join(clone, '.git'), { recursive: true }));
  expect(listFiles(clone, '--others')).toEqual(files);
});

test('the context of an image has nothing of it, and no test', () => {
  const context = listContext(clone);
  expect(context.filter((file) => !files.includes(file))).toEqual([]);
  expect(context.filter((file) => /(^|\/)test\/|\.test\./.test(file))).toEqual([]);
  expect(context).toContain('program/tote.so');
});

test('the context is all that the image is built from', async () => {
  const image = newFolder();
  for (const file of listContext(clone)) cpSync(join(clone, file), join(image, file));
  linkPackages(join(image, 'node_modules'));
  // As the Dockerfile does.
  const build = runNode(['tools/build/prepare.mjs'], { cwd: image });
  expect(await build.ended, build.text()).toBe(0);
  const start = runNode(['packages/cli/bin/tote.mjs', 'start'], {
    cwd: image,
    env: { TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_DATA_DIR: join(image, 'data') },
  });
  await expect.poll(start.text).toContain('Tote runs at');
  const [, url] = /(http:\S+)\/v1/.exec(start.text()) ?? [];
  for (const path of ['/', '/v1/config', '/docs']) {
    expect((await fetch(`${url}${path}`)).status, path).toBe(200);
  }
  expect(start.text()).not.toContain('Compiling');
  start.signal('SIGTERM');
  expect(await start.ended).toBe(0);
});

test('the documents and the unit of systemd name keys outside of the clone', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const keyFiles = read('docs/deploy.md').match(/ --[a-z-]+ \S+\.json\b/g) ?? [];
  expect(keyFiles.length).toBeGreaterThan(5);
  const outside = /^ --[a-z-]+ (~\/\.config\/tote|\$KEYS|\$PAYER)\//;
  expect(keyFiles.filter((text) => !outside.test(text))).toEqual([]);
  const unit = read('ops/systemd/tote.service');
  expect(unit).toContain('EnvironmentFile=-/etc/tote/tote.env');
  expect(unit).toContain('TOTE_KEYS_DIR=/etc/tote/keys');
  expect(read('compose.yaml')).not.toMatch(/\.\/(keys|secrets)/);
});

/** In place of an installation; our own packages are those of the context. */
function linkPackages(folder: string): void {
  // If they were out of date, npm would install into the links.
  execFileSync(process.execPath, ['tools/ensure-installed.mjs'], { cwd: root });
  mkdirSync(folder);
  for (const { name } of readdirSync(join(root, 'node_modules'), { withFileTypes: true })) {
    const installed = join(root, 'node_modules', name);
    if (name === '@tote' || name.startsWith('.tote')) {
      cpSync(installed, join(folder, name), { recursive: true, verbatimSymlinks: true });
    } else if (!name.startsWith('.')) {
      symlinkSync(installed, join(folder, name));
    }
  }
}

/** The files that `docker build` sends to the builder. There is no Docker here. */
function listContext(folder: string): string[] {
  const rules = readFileSync(join(folder, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toRule);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !isIgnored(path, rules))
    .sort();
}

interface Rule {
  readonly isException: boolean;
  readonly pattern: RegExp;
}

/** As Docker's patternmatcher: `*` stays in a folder, `**` does not; a first `/` is ignored. */
function toRule(line: string): Rule {
  const isException = line.startsWith('!');
  const parts = line
    .replace(/^!/, '')
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split(/(\*\*\/?|\*|\?)/);
  const translated: Record<string, string> = {
    ...{ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' },
  };
  const source = parts.map((part) => translated[part] ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'));
  return { isException, pattern: new RegExp(`^${source.join('')}$`) };
}

/** The last rule that matches the file or a folder that it is in decides. */
function isIgnored(path: string, rules: readonly Rule[]): boolean {
  const names = path.split('/');
  const paths = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const last = rules.findLast(({ pattern }) => paths.some((each) => pattern.test(each)));
  return last !== undefined && !last.isException;
}
