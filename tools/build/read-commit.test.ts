import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCommit } from './read-commit.mjs';

function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tote-commit-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('is the commit of the checkout, and says whether files were changed', () => {
  const dir = makeDir();
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
  const dir = makeDir();
  expect(readCommit(dir, undefined)).toBe('unknown');
  expect(readCommit(dir, '')).toBe('unknown');
  expect(readCommit(dir, '0123abc')).toBe('0123abc');
});
