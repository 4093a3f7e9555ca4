import { expect, test } from 'vitest';
import type { Group } from '../../src/ledger/archive.ts';
import { GroupCommit } from '../../src/ledger/group-commit.ts';
import type { SandboxRecord } from '../../src/ledger/record.ts';
import { MemoryStore } from '../../src/ledger/store.ts';

const RECORDS_MAX = 32;
const RECORD: SandboxRecord = {
  ...{ kind: 'sandbox', slot: 1n, unixTimestamp: 1n, secondsAdvanced: 0 },
  accounts: new Uint8Array(),
};

/** Records the sizes of the groups it writes. */
class CountingStore extends MemoryStore {
  readonly sizes: number[] = [];

  override commit(group: Group): Promise<void> {
    this.sizes.push(group.records.length);
    return super.commit(group);
  }
}

function open() {
  const store = new CountingStore();
  const confirmed: number[] = [];
  const groups = new GroupCommit<number>(store, {
    clock: () => ({ slot: 1n, unixTimestampMs: 1_000, offsetMs: 0 }),
    before: () => null,
    confirmed: (items) => confirmed.push(...items),
    failed: () => expect.unreachable('no group fails'),
  });
  return { store, groups, confirmed };
}

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('under any load, groups stay small and in order', async () => {
  const { store, groups, confirmed } = open();
  const submit = (number: number) =>
    groups.store(() => {
      const group = groups.openId;
      groups.add(RECORD, new Map(), number);
      return { group };
    });
  for (const count of [1, RECORDS_MAX, RECORDS_MAX + 1, 3_000]) {
    confirmed.length = 0;
    store.sizes.length = 0;
    await Promise.all(numbers(count).map(submit));
    expect(confirmed).toEqual(numbers(count));
    expect(Math.max(...store.sizes)).toBeLessThanOrEqual(RECORDS_MAX);
    expect(store.sizes.reduce((sum, size) => sum + size)).toBe(count);
  }
});

test('work waits while the group is full, and runs after the one before it is written', async () => {
  const { store, groups } = open();
  for (const number of numbers(2 * RECORDS_MAX)) groups.add(RECORD, new Map(), number);
  expect(groups.isFull).toBe(true);
  // The last group is written, and a queue as long as this one starts from an empty group.
  const waiting = numbers(2_000).map((number) =>
    groups.whenNotFull(() => groups.add(RECORD, new Map(), number)),
  );
  await Promise.all(waiting);
  await groups.drained();
  expect(Math.max(...store.sizes)).toBe(RECORDS_MAX);
});
