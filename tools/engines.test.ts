import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

interface LockedPackage {
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const supported: string = readJson('package.json').engines.node;
const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages;

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
