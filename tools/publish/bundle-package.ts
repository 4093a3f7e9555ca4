// Compiles a package to JavaScript that people can read: not minified, so it needs no source maps.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { THREADS } from '../build/ensure-compiled.mjs';
import { root } from '../root.ts';
import { isInternal, type PublishedPackage } from './published.ts';

/** Returns what the compiled files import by name. */
export async function bundlePackage(
  { name, isLibrary, command, contains }: PublishedPackage,
  outdir: string,
): Promise<string[]> {
  const folder = `packages/${name}`;
  const entryPoints = [
    ...(isLibrary ? [{ in: `${folder}/src/index.ts`, out: 'index' }] : []),
    ...(command ? [{ in: `${folder}/bin/published.ts`, out: command }] : []),
    ...THREADS.filter((path) => path.startsWith(`${folder}/`)).map((path) => ({
      in: path,
      out: basename(path, '.ts'),
    })),
  ];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    // What one entry point imports later is in its file, too.
    splitting: entryPoints.length > 1,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    charset: 'utf8',
    metafile: true,
    plugins: [onlyInternal(contains), compiledThreads],
    logLevel: 'warning',
  });
  return Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, external }) => (external ? path : [])),
  );
}

const onlyInternal = (contained: readonly string[] = []): Plugin => ({
  name: 'only internal packages are compiled in',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isCompiled = kind === 'entry-point' || isInternal(path) || contained.includes(path);
      return isCompiled ? undefined : { path, external: true };
    });
  },
});

const THREAD_URL = /new URL\(\s*'\.[^']*?([\w-]+)\.ts',\s*import\.meta\.url/g;

/** All compiled files are in one folder. */
const compiledThreads: Plugin = {
  name: 'compiled threads',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll(THREAD_URL, "new URL('./$1.js', import.meta.url");
      return { contents, loader: 'ts' };
    });
  },
};
