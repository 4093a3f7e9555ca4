import * as fs from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../../service/test/support/new-folder.ts';
import { root } from '../root.ts';
import { type Run, runNode } from '../test-setup/run-command.ts';
import { COMMANDS, findCompiled } from './ensure-compiled.mjs';

const FORBID_LOADERS = join(root, 'tools/test-setup/forbid-loaders.mjs');
const ENSURE_COMPILED = join(root, 'tools/build/ensure-compiled.mjs');

test('the service and its threads run without a loader and without the compiler', async () => {
  const bin = join(root, 'packages/cli/bin/tote.mjs');
  // Compiled first, in a process that may.
  expect(await runNode([bin, 'start', '--help']).ended).toBe(0);
  const dir = newFolder();
  const env = { TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_DATA_DIR: dir };
  // Not from the repository's folder: it finds its own files.
  const service = runNode(['--import', FORBID_LOADERS, bin, 'start'], { cwd: dir, env });
  await expect.poll(service.text).toContain('Tote runs at');
  const [, url] = /(http:\S+\/v1)/.exec(service.text()) ?? [];
  expect((await fetch(`${url}/config`)).status).toBe(200);
  expect((await fetch(`${url?.replace(/v1$/, 'docs')}`)).status).toBe(200);
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.text()).not.toContain('forbidden');
});

/** One other character, and V8 keeps the whole file with two bytes for each. */
test('what the service loads is in Latin-1', () => {
  const [file = ''] = findCompiled(COMMANDS)?.values() ?? [];
  const folder = dirname(file);
  const modules = fs.readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  const wide = modules.filter((file) =>
    [...fs.readFileSync(join(folder, file), 'utf8')].some((character) => character > '\u00ff'),
  );
  expect(modules.length).toBeGreaterThan(0);
  expect(wide).toEqual([]);
});

const SOURCE_WORKER = join(root, 'packages/chain/src/lib/source-worker.mjs');

test.each([
  ["import('tsx/esm/api')", 'tsx/esm/api'],
  ["require('esbuild')", 'esbuild'],
  [`new (require('worker_threads').Worker)('${SOURCE_WORKER}')`, 'tsx/esm/api'],
])('the test above would notice %s', async (code, name) => {
  const loading = runNode(['--import', FORBID_LOADERS, '--eval', code], { cwd: root });
  expect(await loading.ended).not.toBe(0);
  expect(loading.text()).toContain(`${name} is forbidden here`);
});

/** A program of two files in the ignored folder, because it is compiled like ours. */
const sources = join(root, 'build', `sources-${process.pid}`);
const name = `test-${process.pid}`;
const target = { name, entryPoints: [relative(root, join(sources, 'entry.ts'))] };
const write = (file: string, text: string) => fs.writeFileSync(join(sources, file), text);

beforeAll(() => {
  fs.mkdirSync(sources, { recursive: true });
  const entry = "import { value } from './part.ts';\n\nconst fail = (what: string) => {\n";
  write('entry.ts', `${entry}  throw new TypeError(what);\n};\nfail(value);\n`);
  write('part.ts', "export const value = 'first';\n");
});
afterAll(() => {
  for (const path of [sources, join(root, 'build', name)]) fs.rmSync(path, { recursive: true });
});

/** Compiles the program if need be and runs it, in one process. */
function compileAndRun(): Run {
  const code = `import { ensureCompiled } from ${JSON.stringify(ENSURE_COMPILED)};
    const files = ensureCompiled(${JSON.stringify(target)});
    await import([...files.values()][0]);`;
  return runNode(['--input-type=module', '--eval', code]);
}

const builds = () =>
  fs.readdirSync(join(root, 'build', name)).filter((file) => file !== 'current.json');

test('two processes may build at once, and a stack names the lines of the sources', async () => {
  const both = [compileAndRun(), compileAndRun()];
  for (const { ended, text } of both) {
    expect(await ended).toBe(1);
    expect(text()).toContain('Compiling the sources');
    expect(text()).toContain('TypeError: first');
    expect(text()).toContain(`${join(sources, 'entry.ts')}:4:9`);
    expect(text()).toContain(`${join(sources, 'entry.ts')}:6:1`);
  }
  expect(builds()).toHaveLength(1);
});

test('a file that was only touched is not compiled again, a changed one is', async () => {
  await compileAndRun().ended;
  fs.utimesSync(join(sources, 'part.ts'), new Date(), new Date());
  const touched = compileAndRun();
  await touched.ended;
  expect(touched.text()).not.toContain('Compiling');
  expect(findCompiled(target)).toBeDefined();

  // The text has the same length.
  write('part.ts', "export const value = 'other';\n");
  expect(findCompiled(target)).toBeUndefined();
  const changed = compileAndRun();
  await changed.ended;
  expect(changed.text()).toContain('Compiling the sources');
  expect(changed.text()).toContain('TypeError: other');
});

test('a source with a mistake says where, leaves nothing behind, and works when mended', async () => {
  await compileAndRun().ended;
  const before = builds();
  write('part.ts', "export const value = 'unfinished\n");
  const broken = compileAndRun();
  expect(await broken.ended).not.toBe(0);
  expect(broken.text()).toContain(`${relative(root, join(sources, 'part.ts'))}:1:`);
  expect(broken.text()).toContain('Fix what is said above.');
  expect(builds()).toEqual(before);
  write('part.ts', "export const value = 'mended';\n");
  const mended = compileAndRun();
  await mended.ended;
  expect(mended.text()).toContain('TypeError: mended');
});

test('a build that was interrupted is not used, nor is the bytecode of an old one kept', async () => {
  fs.rmSync(join(root, 'build', name), { recursive: true, force: true });
  // As a crash leaves it: a folder without the file that says that it is complete.
  fs.mkdirSync(join(root, 'build', name, 'unfinished-1'), { recursive: true });
  const bytecode = join(root, 'build', 'bytecode', 'of-an-old-build');
  fs.mkdirSync(bytecode, { recursive: true });
  const next = compileAndRun();
  await next.ended;
  expect(next.text()).toContain('TypeError: ');
  expect(fs.existsSync(bytecode)).toBe(false);
});
