// The repository's own rules, so that nobody has to remember them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

const COLUMNS_MAX = 100;
const SOURCE_LINES_MAX = 400;
const TEST_LINES_MAX = 700;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/'));

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isCode = (file: string) => /\.(ts|mjs|rs)$/.test(file);
const isTest = (file: string) => /\.test\.ts$|^program\/tests\//.test(file);
const isText = (file: string) => /\.(ts|mjs|rs|md|json|toml|sh|yml)$|^\.ci\//.test(file);

/** The formatter breaks every other line; the sentence that names a test stays on one. */
const isTooLong = (line: string) =>
  [...line].length > COLUMNS_MAX && !/^\s*(test|describe)\(['"`]/.test(line);

test('no line of code is longer than 100 columns', () => {
  const long = files.filter(isCode).flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (isTooLong(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

test('no file is too long to read in one go', () => {
  const long = files.filter(isCode).filter((file) => {
    const lines = read(file).split('\n').length;
    return lines > (isTest(file) ? TEST_LINES_MAX : SOURCE_LINES_MAX);
  });
  expect(long).toEqual([]);
});

/** Who may import what; anything else is refused. Tests may import everything. */
const IMPORTS: Record<string, RegExp> = {
  'packages/domain/src/': /^\.\.?\//,
  'packages/program-client/src/': /^(\.\.?\/|@solana\/kit$)/,
};

test('packages import only what they may', () => {
  const wrong: string[] = [];
  for (const [folder, allowed] of Object.entries(IMPORTS)) {
    for (const file of files.filter((name) => name.startsWith(folder))) {
      for (const [, source = ''] of read(file).matchAll(/from '([^']+)'/g)) {
        if (!allowed.test(source)) wrong.push(`${file} imports ${source}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

/** Rooms of the service that a room must not look into; `service.ts` puts them together. */
const CLOSED_DOORS: Record<string, RegExp> = {
  'http/': /^(chain|store|indexer|keeper|genesis|oracles)\//,
  'auth/': /^(chain|http|commands|indexer|keeper)\//,
  'commands/': /^(http|keeper)\//,
  'chain/': /^(http|commands|store|indexer|feed|keeper|auth)\//,
  'indexer/': /^(http|commands|keeper|auth)\//,
  'store/': /^(http|commands|chain|indexer|keeper|auth|feed)\//,
  'feed/': /^(http|commands|chain|indexer|keeper|auth)\//,
  'keeper/': /^http\//,
  'queries/': /^(http|commands|keeper)\//,
  'verify/': /^(http|commands|keeper|auth|feed|queries)\//,
  'conditions/': /^(http|commands|store|chain|indexer|feed|keeper|auth)\//,
};

test('the rooms of the service import in one direction', () => {
  const src = 'service/src/';
  const wrong: string[] = [];
  for (const file of files.filter((name) => name.startsWith(src) && isCode(name))) {
    const room = `${file.slice(src.length).split('/')[0]}/`;
    const closed = CLOSED_DOORS[room];
    // Types only: a seam may be named, but nothing behind it is called.
    for (const [, source = ''] of read(file).matchAll(
      /^import (?!type )[^;]*?from '(\.[^']+)'/gms,
    )) {
      const target = posix.join(posix.dirname(file), source).slice(src.length);
      if (closed?.test(target)) wrong.push(`${file} imports ${target}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the service asks for time, chance and settings in one place', () => {
  const impure = files
    .filter((file) => /^service\/src\/.+\//.test(file))
    .filter((file) => /Date\.now|new Date\(\)|Math\.random|process\.env/.test(read(file)));
  expect(impure).toEqual([]);
});

test('the domain asks nobody for the time, for chance or for settings', () => {
  const impure = files
    .filter((file) => file.startsWith('packages/domain/src/'))
    .filter((file) => /Date\.now|new Date\(\)|Math\.random|process\./.test(read(file)));
  expect(impure).toEqual([]);
});

test('dependencies are pinned to exact versions', () => {
  const loose: string[] = [];
  for (const file of files.filter((name) => name.endsWith('package.json'))) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))) loose.push(`${file}: ${name}`);
    }
  }
  expect(loose).toEqual([]);
});

test('the lockfile names no host', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/);
});

test('nothing points outside of the repository or is left unfinished', () => {
  const marks = ['/wo' + 'rk/', '/ro' + 'ot/', 'FIX' + 'ME', 'XX' + 'X', 'TO' + 'DO'];
  const marked = files
    .filter((file) => isText(file) && file !== 'package-lock.json')
    .flatMap((file) =>
      marks.filter((mark) => read(file).includes(mark)).map((m) => `${file}: ${m}`),
    );
  expect(marked).toEqual([]);
});
