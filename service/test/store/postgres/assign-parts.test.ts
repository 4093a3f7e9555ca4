import { expect, test } from 'vitest';
import { assignParts } from '../../../src/store/postgres/part-share.ts';

const PARTS = 32;
const members = (count: number) => Array.from({ length: count }, (_, index) => `replica ${index}`);

function countOf(owners: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts.values()];
}

test.each([1, 2, 3, 5, 8, 31, 32])('%i members have equally many parts, up to one', (count) => {
  const counts = countOf(assignParts(members(count), PARTS));
  expect(Math.max(...counts)).toBe(Math.ceil(PARTS / count));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(PARTS);
});

test('more members than parts have one part or none', () => {
  const counts = countOf(assignParts(members(100), PARTS));
  expect(counts).toEqual(Array(PARTS).fill(1));
});

test('the same members give the same, and nobody has parts without members', () => {
  expect(assignParts(members(5), PARTS)).toEqual(assignParts(members(5), PARTS));
  expect(new Set(assignParts([], PARTS))).toEqual(new Set(['']));
});

test('when a member comes, most parts that it does not get stay where they are', () => {
  const before = assignParts(members(4), PARTS);
  const after = assignParts(members(5), PARTS);
  const others = after.flatMap((owner, part) => (owner === 'replica 4' ? [] : [part]));
  const moved = others.filter((part) => after[part] !== before[part]);
  expect(moved.length).toBeLessThan(others.length / 3);
});
