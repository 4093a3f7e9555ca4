// Runs before the tests: compiles the modules that tests start as threads and processes (see
// compiled.mjs). Our own code is bundled into one file, packages are imported as usual.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { root } from '../root.ts';
import { COMPILED, COMPILED_DIR } from './compiled.mjs';

const ours: Plugin = {
  name: 'ours',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@tote/') ? undefined : { path, external: true },
    );
    // Modules still find files relative to their sources.
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};

async function compile(): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: COMPILED.map((source) => join(root, source)),
    outdir: COMPILED_DIR,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Keeps function names in stack traces.
    keepNames: true,
    plugins: [ours],
    write: false,
  });
  // Renamed atomically, because another run may be reading.
  await mkdir(COMPILED_DIR, { recursive: true });
  for (const { path, contents } of outputFiles) {
    await writeFile(`${path}.${process.pid}`, contents);
    await rename(`${path}.${process.pid}`, path);
  }
}

export default async function setup(project: TestProject): Promise<void> {
  await compile();
  project.onTestsRerun(compile);
}
