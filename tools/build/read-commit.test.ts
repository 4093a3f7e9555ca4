import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../service/test/support/new-folder.ts';
import { readCommit } from './bundle.mjs';

test('is the commit of the checkout, and says whether files were changed', () => {
  const dir = newFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: dir,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  writeFileSync(join(dir, 'file'), '1');
  git('add', '.');
  git('commit', '--quiet', '--message=first');
  git('tag', 'v0.1.0');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  expect(readCommit(dir, undefined)).toBe(commit);
  writeFileSync(join(dir, 'file'), '2');
  expect(readCommit(dir, undefined)).toBe(`${commit}-dirty`);
});

test('is unknown outside of a checkout, unless it is given', () => {
  const dir = newFolder();
  expect(readCommit(dir, undefined)).toBe('unknown');
  expect(readCommit(dir, '')).toBe('unknown');
  expect(readCommit(dir, '0123abc')).toBe('0123abc');
});
