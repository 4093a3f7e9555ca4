import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  packRecords,
  readStoredRecords,
  storeRecords,
  unpackRecords,
} from '../../src/ledger/record.ts';

const recordOf = (accounts: Uint8Array) =>
  ({ kind: 'sandbox', slot: 1n, unixTimestamp: 2n, accounts, secondsAdvanced: 0 }) as const;

test.each([
  ['nothing', []],
  ['what was removed', [{ kind: 'pruned' }, { kind: 'pruned' }]],
  ['what repeats itself', [recordOf(Buffer.alloc(1_000, 7))]],
  ['what cannot be compressed', [recordOf(randomBytes(1_000))]],
  ['a program', [recordOf(Buffer.alloc(200_000, 7))]],
] as const)('%s is read as it was stored', (_, records) => {
  const stored = storeRecords(packRecords(records));
  expect([...unpackRecords(readStoredRecords(stored))]).toEqual(records);
});

test('what repeats itself is stored in less space, and nothing in more', () => {
  const sizes = (accounts: Uint8Array) => {
    const packed = packRecords([recordOf(accounts)]);
    return [storeRecords(packed).length, packed.length];
  };
  const [small = 0, large = 0] = sizes(Buffer.alloc(1_000, 7));
  expect(small).toBeLessThan(large / 10);
  const [same, before] = sizes(randomBytes(1_000));
  expect(same).toBe(before);
});

test('records that an older version stored are read', () => {
  const records = [recordOf(Buffer.alloc(10, 7))];
  expect([...unpackRecords(readStoredRecords(packRecords(records)))]).toEqual(records);
});
