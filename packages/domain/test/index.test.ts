import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../src/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

test('the domain imports only itself', () => {
  const imports = files.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import) '([^']+)'/g)].map((match) => match[1]),
  );
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter((specifier) => !/^\.\.?\/[\w./-]+\.ts$/.test(specifier ?? ''))).toEqual([]);
});

test('the domain uses no clock, no randomness and no environment', () => {
  const impure = /Date\.now|new Date\(\)|Math\.random|process\.|globalThis|performance\./;
  expect(files.filter((file) => impure.test(read(file)))).toEqual([]);
});

test('index.ts exports every file beside it', () => {
  const siblings = files.filter((file) => !file.includes('/') && file !== 'index.ts').sort();
  const exported = [...read('index.ts').matchAll(/'\.\/([^']+)'/g)].map((match) => match[1]).sort();
  expect(exported).toEqual(siblings);
});
