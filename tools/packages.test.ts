import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProblems, findUnused } from './packages.ts';
import { root } from './root.ts';

const whole = { version: '1.0.0', integrity: 'sha512-x' };

test('a package needs a hash, and a reason for an install script', () => {
  const packages = {
    '': { dependencies: { a: '1.0.0' } },
    'node_modules/a': whole,
    'node_modules/a/node_modules/esbuild': { ...whole, hasInstallScript: true },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/@c/d': { ...whole, hasInstallScript: true },
    'node_modules/@tote/domain': { link: true },
  };
  expect(findProblems(packages)).toEqual([
    'node_modules/b has no integrity hash',
    'node_modules/@c/d has an install script',
  ]);
  expect(findUnused(packages)).not.toContain('esbuild');
  expect(findUnused(packages)).toContain('bufferutil');
});

test('our own dependencies have exact versions', () => {
  const packages = {
    '': { devDependencies: { a: '1.0.0', b: '^1.0.0' } },
    service: { dependencies: { c: '1.0.0-rc.1', d: 'latest', '@tote/domain': '*' } },
  };
  expect(findProblems(packages)).toEqual([
    'package.json asks for b ^1.0.0',
    'service asks for d latest',
  ]);
});

test('all packages have one version, which is the first of the changelog', () => {
  const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  const versions = ['.', 'service', 'web', ...folders].map(
    (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version,
  );
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const newest = /^## (\d+\.\d+\.\d+), \d{4}-\d{2}-\d{2}$/m.exec(changelog)?.[1];
  expect(new Set(versions)).toEqual(new Set([newest]));
});
