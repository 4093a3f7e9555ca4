// Makes the published packages: a folder and a tarball each.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { THREADS } from '../build/ensure-compiled.mjs';
import { root } from '../root.ts';
import { copyDeclarations, type Declarations, emitDeclarations } from './declarations.ts';
import { createManifest, isInternal, type PublishedPackage } from './published.ts';

export interface BuiltPackage extends PublishedPackage {
  readonly folder: string;
  readonly tarball: string;
}

/** What is in `outDir` already is removed. */
export async function buildPackages(
  packages: readonly PublishedPackage[],
  outDir: string,
): Promise<BuiltPackage[]> {
  rmSync(outDir, { recursive: true, force: true });
  const libraries = packages.filter(({ isLibrary }) => isLibrary);
  const declarations = emitDeclarations(libraries, join(outDir, 'declarations'));
  for (const each of packages) await buildPackage(each, join(outDir, each.name), declarations);
  rmSync(declarations.folder, { recursive: true });
  const folders = packages.map(({ name }) => join(outDir, name));
  const tarballs = pack(folders, outDir);
  return packages.map((each, index) => ({
    ...{ ...each, folder: folders[index] as string, tarball: tarballs[index] as string },
  }));
}

async function buildPackage(
  each: PublishedPackage,
  folder: string,
  declarations: Declarations,
): Promise<void> {
  const dist = join(folder, 'dist');
  const imported = await bundlePackage(each, dist);
  if (each.isLibrary) imported.push(...copyDeclarations(each, declarations, dist));
  const manifest = createManifest(each, imported);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const files = {
    LICENSE: 'LICENSE',
    'README.md': `packages/${each.name}/README.md`,
    ...each.files,
  };
  for (const [name, path] of Object.entries(files)) cpSync(join(root, path), join(folder, name));
}

export function pack(folders: readonly string[], outDir: string): string[] {
  const options = ['--json', '--ignore-scripts', '--pack-destination', outDir];
  const text = execFileSync('npm', ['pack', ...options, ...folders], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const packed = JSON.parse(text) as { filename: string }[];
  return packed.map(({ filename }) => join(outDir, filename));
}

/** Returns what the compiled files import by name. */
async function bundlePackage(
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
