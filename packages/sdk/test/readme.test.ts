// The first program of the README, as somebody with a strict compiler copies it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const OPTIONS = [
  ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck'],
  ...['--target', 'es2023', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ...['--allowImportingTsExtensions', '--types', 'node', '--ignoreConfig'],
];

function compile(program: string): string {
  mkdirSync(join(root, 'build'), { recursive: true });
  const dir = mkdtempSync(join(root, 'build', 'readme-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'program.ts');
  writeFileSync(file, program);
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return execFileSync(process.execPath, [tsc, ...OPTIONS, file], { cwd: root, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('the first program compiles under noUncheckedIndexedAccess', () => {
  const readme = readFileSync(join(root, 'packages/sdk/README.md'), 'utf8');
  const [, program = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  expect(program).toContain('placeBet');
  expect(compile(program)).toBe('');
  expect(compile(program.replace(/^if .*\n/m, ''))).toContain("'market' is possibly 'undefined'");
});
