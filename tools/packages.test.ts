import { expect, test } from 'vitest';
import { findProblems, findUnused } from './packages.ts';

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
