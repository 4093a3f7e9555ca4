// Finds compiled entry points, and compiles them first if their sources have changed. Plain
// JavaScript without packages: the commands run it before anything else.
//
// build/<name>/<hash>/ is one build and is never changed; build/<name>/current.json says which one
// is current and what it was made from. Both appear by a rename, so that a crash leaves nothing
// half-built and several processes may build at once.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Loaded when it is needed: most starts find everything as it was. */
const load = (name) => process.getBuiltinModule(name);

export const THREADS = [
  'packages/localnet/src/chain-thread.ts',
  'packages/localnet/src/ledger/signature-thread.ts',
  'packages/localnet/src/ledger/store-thread.ts',
  'service/src/http/share/card-thread.ts',
  'service/src/store/sqlite/writer-thread.ts',
  'service/src/feed/webhooks/poster-thread.ts',
];

/**
 * The command `tote` in one file. Service and verifier are not in it: the fewer sources a start
 * looks at, the faster it is.
 */
export const CLI = { name: 'cli', entryPoints: ['packages/cli/src/tote.ts'], isOneFile: true };

export const COMMANDS = {
  name: 'commands',
  entryPoints: [
    'service/src/main.ts',
    'packages/localnet/src/cli.ts',
    'packages/cli/src/demo/demo-command.ts',
    ...THREADS,
  ],
};

/** The page that the service serves, built with Vite. */
export const PAGE = { name: 'page', entryPoints: ['web/index.html'] };

/** Those that a command loads; the CLI loads some of them later. */
export const TARGETS = [
  CLI,
  COMMANDS,
  { name: 'verifier', entryPoints: ['packages/verify/src/index.ts'] },
  { name: 'deployer', entryPoints: ['packages/cli/src/deploy/index.ts'] },
  { name: 'resolver', entryPoints: ['packages/cli/src/resolver/resolve-market.ts'] },
];

/** The file beside it that works without the service. */
export const EXIT_PAGE = 'tote-exit.html';

export const buildFolder = (name) => join(root, 'build', name);

/** Where each entry point was compiled to, by its source; undefined if it must be compiled. */
export function findCompiled({ name, entryPoints }) {
  const file = join(buildFolder(name), 'current.json');
  if (!existsSync(file)) return undefined;
  const current = JSON.parse(readFileSync(file, 'utf8'));
  const dir = join(buildFolder(name), current.hash);
  const isSame = JSON.stringify(current.entryPoints) === JSON.stringify(entryPoints);
  if (!isSame || !existsSync(dir)) return undefined;
  const touched = current.inputs.filter((input) => !hasSameTime(input));
  if (touched.some(({ path, hash }) => hashFile(path) !== hash)) return undefined;
  if (touched.length > 0) {
    for (const input of touched) Object.assign(input, readTime(input.path));
    saveTimes(name, current);
  }
  return outputs(dir, entryPoints);
}

/** So that the next start need not read the files. In a read-only folder each start does. */
function saveTimes(name, current) {
  try {
    writeCurrent(name, current);
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  }
}

/** The same, compiled if need be; that takes seconds, and happens in a process of its own. */
export function ensureCompiled(target) {
  const found = findCompiled(target);
  if (found) return found;
  announce();
  const builder = join(root, 'tools', 'build', 'build.mjs');
  const { spawnSync } = load('node:child_process');
  const { status } = spawnSync(process.execPath, [builder, JSON.stringify(target)], {
    stdio: ['ignore', 2, 2],
    // The options of this process are for what it runs, not for the compiler.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status === 0) return findLastCompiled(target);
  throw new Error(
    'The sources could not be compiled. Fix what is said above. If it names a missing package, ' +
      'delete the folder node_modules and run the command again.',
  );
}

const announced = Symbol.for('tote: compiling is announced');

/** Once, however many targets are compiled. Vitest may load this module more than once. */
function announce() {
  if (!process[announced]) console.error('Compiling the sources, once after each change …');
  process[announced] = true;
}

export const ensurePage = () => dirname(ensureCompiled(PAGE).get(PAGE.entryPoints[0]));

/** Without a check: sources that were saved since are for the next start. */
export function findLastCompiled({ name, entryPoints }) {
  const { hash } = JSON.parse(readFileSync(join(buildFolder(name), 'current.json'), 'utf8'));
  return outputs(join(buildFolder(name), hash), entryPoints);
}

const outputs = (dir, entryPoints) =>
  new Map(entryPoints.map((path) => [path, join(dir, basename(path).replace(/\.ts$/, '.mjs'))]));

export function writeCurrent(name, current) {
  mkdirSync(buildFolder(name), { recursive: true });
  const file = join(buildFolder(name), 'current.json');
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(current));
  renameSync(`${file}.${process.pid}`, file);
}

/** Reads the times first: if the file changes in between, its time will have changed, too. */
export function readInput(path) {
  return { path, ...readTime(path), hash: hashFile(path) };
}

/** `join` would be slow: every start does this for each source. */
const findStat = (path) => statSync(`${root}/${path}`, { throwIfNoEntry: false });

function readTime(path) {
  const { size, mtimeMs } = findStat(path) ?? {};
  return { size, mtimeMs };
}

function hasSameTime(input) {
  const found = findStat(input.path);
  return found?.size === input.size && found?.mtimeMs === input.mtimeMs;
}

function hashFile(path) {
  const file = join(root, path);
  if (!existsSync(file)) return undefined;
  return load('node:crypto').createHash('sha256').update(readFileSync(file)).digest('hex');
}
