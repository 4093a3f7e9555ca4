import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
const BYTES_MAX = 10.5 * 1024;

async function measure(contents: string): Promise<number> {
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: SOURCES, loader: 'ts' },
    ...{ bundle: true, write: false, minify: true, format: 'esm', platform: 'browser' },
    target: 'es2022',
  });
  expect(warnings).toEqual([]);
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

test('everything, with what it takes from the domain, has at most 10.5 KiB', async () => {
  expect(await measure("export * from './index.ts'")).toBeLessThanOrEqual(BYTES_MAX);
});

test('what is not used is not in the bundle', async () => {
  expect(await measure("export { toBaseUnits } from './index.ts'")).toBeLessThan(1_024);
});
