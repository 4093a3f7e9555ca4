// Compiles entry points with esbuild into one file each, with shared code in files beside them. A
// start reads a few files instead of a thousand, and needs no TypeScript loader.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from './ensure-compiled.mjs';

/**
 * They stay in node_modules: native code, packages that read their own files, tools, and what only
 * `tote mcp` loads.
 */
const EXTERNAL = [
  ...['litesvm', '@photostructure/sqlite', 'pg', 'pg-native'],
  ...['esbuild', 'tsx', '@resvg/resvg-js', '@modelcontextprotocol/sdk', 'zod'],
];

/** Packages in CommonJS call `require` for the modules of Node. */
const BANNER = `import { createRequire as $createRequire } from 'node:module';
const require = $createRequire(import.meta.url);`;

/**
 * @typedef {{ path: string, size: number, mtimeMs: number, hash: string }} Input
 *
 * @param {{ entryPoints: readonly string[], outdir: string, isOneFile?: boolean }} options
 *   Sources, from the root.
 * @returns {Promise<Input[]>} Our own sources, as they were read.
 */
export async function bundle({ entryPoints, outdir, isOneFile = false }) {
  const inputs = [];
  await build({
    absWorkingDir: root,
    entryPoints: entryPoints.map((path) => ({ in: path, out: basename(path, '.ts') })),
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: !isOneFile,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifyWhitespace: true,
    // Node prints the line of an error that nobody caught.
    lineLimit: 160,
    minifySyntax: true,
    sourcemap: 'linked',
    sourcesContent: false,
    // Runs first in each process and thread.
    inject: [join(root, 'tools/build/source-positions.mjs')],
    banner: { js: BANNER },
    external: EXTERNAL,
    define: { TOTE_COMMIT: JSON.stringify(readCommit(root)) },
    plugins: [onePackageOnce(), ourSources({ entryPoints, outdir, inputs })],
    logLevel: 'warning',
  });
  return inputs;
}

/** npm puts the same version of a package into many folders. One copy of it is enough. */
export function onePackageOnce() {
  const known = new Map();
  const plugin = {
    name: 'one package once',
    setup({ onResolve, resolve: resolveAsUsual }) {
      onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === plugin || from.kind === 'entry-point') return undefined;
        const { importer, kind, namespace, resolveDir } = from;
        const options = { importer, kind, namespace, resolveDir, pluginData: plugin };
        const found = await resolveAsUsual(path, options);
        const [, folder, name, file] =
          /^(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)(\/.*)$/.exec(found.path) ?? [];
        if (found.errors.length > 0 || found.external || name === undefined) return found;
        const { version } = JSON.parse(await readFile(`${folder}${name}/package.json`, 'utf8'));
        const key = `${name}@${version}${file}`;
        if (!known.has(key)) known.set(key, found);
        return known.get(key);
      });
    },
  };
  return plugin;
}

const FILE_URL = /new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g;

/** Notes which sources are read, and makes their URLs of other files right for the output. */
function ourSources({ entryPoints, outdir, inputs }) {
  const compiled = new Set(entryPoints.map((path) => resolve(root, path)));
  const urlFrom = (source) => (_, specifier) => {
    const file = resolve(dirname(source), specifier);
    const isThread = file.endsWith('.ts');
    if (isThread && !compiled.has(file)) {
      throw new Error(`${relative(root, file)} runs in a thread: make it an entry point, too`);
    }
    const url = isThread ? `./${basename(file, '.ts')}.mjs` : relative(outdir, file);
    return `new URL('${url}', import.meta.url`;
  };
  return {
    name: 'our sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        // Before it is read: if it changes in between, its time will have changed, too.
        const { size, mtimeMs } = await stat(path);
        const source = await readFile(path, 'utf8');
        const hash = createHash('sha256').update(source).digest('hex');
        inputs.push({ path: relative(root, path), size, mtimeMs, hash });
        try {
          return { contents: source.replaceAll(FILE_URL, urlFrom(path)), loader: 'ts' };
        } catch ({ message }) {
          return { errors: [{ text: message }] };
        }
      });
    },
  };
}

const DESCRIBE = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];

/** Where there is no checkout, as in an image, whoever builds it sets TOTE_COMMIT. */
export function readCommit(dir, given = process.env.TOTE_COMMIT) {
  if (given) return given;
  if (!existsSync(join(dir, '.git'))) return 'unknown';
  const { status, stdout } = spawnSync('git', DESCRIBE, { cwd: dir, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}
