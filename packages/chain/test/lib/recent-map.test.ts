import { expect, test } from 'vitest';
import { RecentMap } from '../../src/lib/recent-map.ts';

test('keeps what was used last, and never more than its size', () => {
  const map = new RecentMap<number, string>(10);
  for (let key = 0; key < 1_000; key += 1) {
    map.set(key, `v${key}`);
    // Used again and again, so it stays.
    expect(map.get(0)).toBe('v0');
    expect(map.get(key)).toBe(`v${key}`);
    if (key >= 5) expect(map.get(key - 2)).toBe(`v${key - 2}`);
  }
  const kept = Array.from({ length: 1_000 }, (_, key) => key).filter((key) => map.get(key));
  expect(kept.length).toBeLessThanOrEqual(10);
});

test('the last value counts, also if an older one was not dropped yet', () => {
  const map = new RecentMap<string, number>(4);
  map.set('a', 1);
  map.set('b', 1);
  map.set('a', 2);
  expect([map.get('a'), map.get('b')]).toEqual([2, 1]);
  map.delete('a');
  expect(map.get('a')).toBeUndefined();
  map.clear();
  expect(map.get('b')).toBeUndefined();
});
