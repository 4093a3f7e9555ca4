// No package that is installed warns about a version of Node that the repository supports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const supported: string = readJson('package.json').engines.node;
const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages;

type Version = readonly [major: number, minor: number, patch: number];

const toVersion = (text: string) => text.split('.').map(Number) as unknown as Version;

const compare = (a: Version, b: Version) =>
  a[0] - b[0] || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0);

/** `>=22.12`, `^20.19.0`, `18`, `12.*`, `*`. */
const COMPARATOR = /^(>=?|\^|)(\d+(?:\.\d+)*|\*)(?:\.[*x])*$/;

/** Ranges as npm reads them, of the kinds that occur. */
function isIn(version: string, range: string): boolean {
  const anyOf = range.split('||').map((part) => part.trim().replace(/([>=^])\s+/g, '$1'));
  return anyOf.some((allOf) => allOf.split(/\s+/).every((one) => matches(version, one)));
}

function matches(version: string, comparator: string): boolean {
  const [, operator, text = ''] = COMPARATOR.exec(comparator) ?? [];
  if (operator === undefined) throw new Error(`${comparator}: read this kind of range, too`);
  if (text === '*') return true;
  const [is, limit] = [toVersion(version), toVersion(text)];
  if (operator === '>') return compare(is, limit) > 0;
  return compare(is, limit) >= 0 && (operator === '>=' || is[0] === limit[0]);
}

/** `^20.19.0 || >=24.0.0` begins at 20.19.0 and at 24.0.0. */
const lowestVersions = supported.split('||').map((part) => part.trim().replace(/^(>=|\^)/, ''));

test('ranges are read as npm reads them', () => {
  const range = '^20.19.0 || >=22.12';
  const inside = ['20.19.0', '20.20.2', '22.12.0', '24.0.0'];
  expect(inside.filter((version) => isIn(version, range))).toEqual(inside);
  for (const version of ['18.20.0', '20.18.3', '21.7.0', '22.11.9']) {
    expect(isIn(version, range), version).toBe(false);
  }
  expect(isIn('20.19.0', '18 || 20')).toBe(true);
  expect(isIn('22.0.0', '18 || 20')).toBe(false);
  expect(isIn('20.19.0', '*')).toBe(true);
  expect(isIn('14.16.0', '>=16 || 14 >=14.17')).toBe(false);
  expect(isIn('14.17.0', '>= 16 || 14 >=14.17')).toBe(true);
});

test.each(lowestVersions)('every package takes Node %s', (version) => {
  const refusing = Object.entries(locked)
    .filter(([, { engines }]) => engines?.node !== undefined && !isIn(version, engines.node))
    .map(([name, { engines }]) => `${name}: ${engines?.node}`);
  expect(refusing).toEqual([]);
});

test('the tests run with a supported version', () => {
  expect(isIn(process.versions.node, supported)).toBe(true);
});

test('the lockfile names no host', () => {
  const hosts = Object.values(locked).filter(({ resolved }) => resolved?.includes('://'));
  expect(hosts).toEqual([]);
});
