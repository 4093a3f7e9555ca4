// What must not get into the lockfile. `npm run sbom` lists what is in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const supported: string = readJson('package.json').engines.node;
const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages;

/**
 * Packages with an install script, which never runs here: packages are installed without scripts.
 * For each the reason why it works without.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  '@photostructure/sqlite': 'contains binaries for every platform',
  esbuild: 'starts the binary of its platform package by itself',
  'bigint-buffer': 'has the same in JavaScript; only tests load it',
  bufferutil: 'is optional; only tests load it',
  'utf-8-validate': 'is optional; only tests load it',
};

const EXACT = /^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|\*)$/;

function findProblems(path: string, one: LockedPackage): string[] {
  const [, name] = /.*node_modules\/(.+)$/.exec(path) ?? [];
  if (one.link) return [];
  if (name === undefined) {
    const asked = Object.entries({ ...one.dependencies, ...one.devDependencies });
    const loose = asked.filter(([, version]) => !EXACT.test(version));
    return loose.map((each) => `${path || 'package.json'} asks for ${each.join(' ')}`);
  }
  const hasReason = Object.hasOwn(SCRIPTS, name);
  return [
    ...(one.integrity ? [] : [`${path} has no integrity hash`]),
    ...(one.hasInstallScript && !hasReason ? [`${path} has an install script`] : []),
  ];
}

test('every package has a hash, a reason for an install script, and exact versions', () => {
  expect(Object.entries(locked).flatMap((each) => findProblems(...each))).toEqual([]);
  const scripts = Object.keys(locked).filter((path) => locked[path]?.hasInstallScript);
  const isGone = (name: string) => !scripts.some((path) => path.endsWith(`node_modules/${name}`));
  expect(Object.keys(SCRIPTS).filter(isGone)).toEqual([]);
});

const whole = { integrity: 'sha512-x' };
const ours = { dependencies: { a: '1.0.0-rc.1', b: '^1.0.0', '@tote/domain': '*' } };

test.each<[string, LockedPackage, string[]]>([
  ['node_modules/a', whole, []],
  ['node_modules/a', {}, ['node_modules/a has no integrity hash']],
  ['node_modules/@tote/domain', { link: true }, []],
  ['node_modules/a/node_modules/esbuild', { ...whole, hasInstallScript: true }, []],
  [
    ...(['node_modules/@c/d', { ...whole, hasInstallScript: true }] as const),
    ['node_modules/@c/d has an install script'],
  ],
  ['', ours, ['package.json asks for b ^1.0.0']],
  ['service', { devDependencies: { d: 'latest' } }, ['service asks for d latest']],
])('the test above would notice what is wrong with %s: %o', (path, one, problems) => {
  expect(findProblems(path, one)).toEqual(problems);
});

/** `22.12` as one number that can be compared. */
const toNumber = (version: string) =>
  version.split('.').reduce((sum, part, index) => sum + Number(part) / 1_000 ** index, 0);

/** Ranges of the kinds that occur: `^20.19.0 || >=22.12`, `18 || 20`, `14 >=14.17`, `12.*`, `*`. */
function isIn(version: string, range: string): boolean {
  const matches = (comparator: string) => {
    const [, operator, text = ''] =
      /^(>=?|\^|)(\d+(?:\.\d+)*|\*)(?:\.[*x])*$/.exec(comparator) ?? [];
    if (operator === undefined) throw new Error(`${comparator}: read this kind of range, too`);
    if (text === '*') return true;
    const [is, limit] = [toNumber(version), toNumber(text)];
    if (operator === '>') return is > limit;
    return is >= limit && (operator === '>=' || Math.floor(is) === Math.floor(limit));
  };
  const anyOf = range.split('||').map((part) => part.trim().replace(/([>=^])\s+/g, '$1'));
  return anyOf.some((allOf) => allOf.split(/\s+/).every(matches));
}

/** `^20.19.0 || >=24.0.0` begins at 20.19.0 and at 24.0.0. */
const lowest = supported.split('||').map((part) => part.trim().replace(/^(>=|\^)/, ''));

test.each(lowest)('every package takes Node %s', (version) => {
  const refusing = Object.entries(locked)
    .filter(([, { engines }]) => engines?.node !== undefined && !isIn(version, engines.node))
    .map(([name, { engines }]) => `${name}: ${engines?.node}`);
  expect(refusing).toEqual([]);
});

test('the tests run with a supported version, and the lockfile names no host', () => {
  expect(isIn(process.versions.node, supported)).toBe(true);
  expect(Object.values(locked).filter(({ resolved }) => resolved?.includes('://'))).toEqual([]);
});
