// Makes one build (see ensure-compiled.mjs). Its argument is the target, as JSON.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder, readInput, root, writeCurrent } from './ensure-compiled.mjs';

/** How long old builds are kept, besides the last one: a process that runs one may load more. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What matters besides the sources: packages, what they export, and the build itself. */
function listFixedInputs() {
  const list = (folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return [
    ...['package-lock.json', 'tsconfig.json'],
    ...['service', 'web', ...list('packages')].map((folder) => `${folder}/package.json`),
    ...list('tools/build').filter((path) => path.endsWith('.mjs')),
  ];
}

async function make({ name, entryPoints, isOneFile }) {
  const folder = buildFolder(name);
  const fixed = listFixedInputs().map(readInput);
  const outdir = join(folder, `unfinished-${randomUUID()}`);
  mkdirSync(outdir, { recursive: true });
  let sources;
  try {
    sources = await compile({ entryPoints, outdir, isOneFile });
  } catch (error) {
    rmSync(outdir, { recursive: true });
    throw error;
  }
  const inputs = [...fixed, ...sources].sort((a, b) => (a.path < b.path ? -1 : 1));
  const made = JSON.stringify([entryPoints, inputs.map(({ path, hash }) => [path, hash])]);
  const hash = createHash('sha256').update(made).digest('hex').slice(0, 16);
  if (existsSync(join(folder, hash))) {
    rmSync(outdir, { recursive: true });
  } else {
    rename(outdir, join(folder, hash));
  }
  writeCurrent(name, { hash, entryPoints, inputs });
  removeOld(folder, hash);
  // Node never removes the bytecode of old builds. What is still used is written again.
  rmSync(buildFolder('bytecode'), { recursive: true, force: true });
}

/** Each loads its own compiler. */
async function compile({ entryPoints, outdir, isOneFile }) {
  if (entryPoints.some((path) => path.endsWith('.html'))) {
    const { buildPage } = await import('./build-page.mjs');
    return buildPage(outdir);
  }
  const { bundle } = await import('./bundle.mjs');
  return bundle({ entryPoints, outdir, isOneFile });
}

function rename(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another process has made the same build at the same time.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    rmSync(from, { recursive: true });
  }
}

function removeOld(folder, current) {
  const now = Date.now();
  const others = readdirSync(folder)
    .filter((name) => name !== current && name !== 'current.json')
    .map((name) => {
      const { mtimeMs = now } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {};
      return { path: join(folder, name), mtimeMs };
    })
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { path, mtimeMs } of others.slice(1)) {
    if (now - mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

try {
  await make(JSON.parse(process.argv[2]));
} catch (error) {
  // The compiler has printed what is wrong in a source.
  if (error.errors === undefined) console.error(error.message);
  process.exitCode = 1;
}
