import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { LaunchFeed } from '../../../../src/keeper/observe/launches/launch-feed.ts';
import {
  createFakeNode,
  type FakeNode,
  type FakeTransaction,
  METEORA,
  MIGRATIONS,
  mintOf,
  signatureOf,
} from './fake-node.ts';

const DAY = { from: unixSeconds(100_000), to: unixSeconds(186_400) };

/** Migrations of a day, with failed ones, repeated ones and other transactions in between. */
function makeDay(events: number): FakeTransaction[] {
  const all: FakeTransaction[] = [];
  const add = (id: number, kind: number, rest: Partial<FakeTransaction>) => {
    const slot = 1_000 + all.length;
    const at = DAY.from + Math.floor((id * 86_400) / events);
    all.push({ signature: signatureOf(id, kind), slot, at, ...rest });
  };
  all.push({ signature: signatureOf(0, 9), slot: 1, at: DAY.from - 1, mint: 900_000 });
  for (let id = 0; id < events; id += 1) {
    if (id % 7 === 0) add(id, 1, { mint: id, isFailed: true });
    add(id, 0, { mint: id });
    if (id % 5 === 0) add(id, 2, {});
    // A transaction that shows the same mint again.
    if (id % 11 === 0) add(id, 3, { mint: id });
  }
  all.push({ signature: signatureOf(0, 8), slot: 900_000, at: DAY.to, mint: 900_001 });
  return all;
}

const openFeed = (nodes: readonly FakeNode[], launches = MIGRATIONS) =>
  new LaunchFeed({ launches, nodes, finality: 'finalized' });

/** Reading a backlog takes several turns. */
async function countFinally(feed: LaunchFeed, turns = 20): Promise<number> {
  try {
    return (await feed.countFinally(DAY)).length;
  } catch (error) {
    if (turns === 0 || !/not all/.test(String(error))) throw error;
    return countFinally(feed, turns - 1);
  }
}

/** With the whole period. */
const createFinalNode = (
  list: readonly FakeTransaction[],
  more: Partial<FakeNode> = {},
  launches = MIGRATIONS,
) => Object.assign(createFakeNode(list, launches), { finalizedAt: DAY.to }, more);

const PADS = [
  ['one account', MIGRATIONS],
  ['13 accounts', METEORA],
] as const;

const MANY = 10_000;

test.each(PADS)(
  'thousands of migrations of %s are counted exactly, though failed, repeated and out of order',
  async (_, launches) => {
    const day = makeDay(MANY);
    // The other node lists some twice, and those of the same second in another order.
    const swapped = [...day].sort((a, b) => a.at - b.at || b.slot - a.slot);
    const twice = swapped.flatMap((each, id) => (id % 13 === 0 ? [each, each] : [each]));
    const nodes = [day, twice].map((list) => createFinalNode(list, {}, launches));
    expect(await countFinally(openFeed(nodes, launches))).toBe(MANY);
  },
);

describe('a thousand migrations', () => {
  const day = makeDay(1_000);

  test('are refunded if one of two nodes leaves some out, or a node reads another mint', async () => {
    const left = day.filter((_, id) => id !== 432);
    const changed = day.map((each) =>
      each.mint === 77 && !each.isFailed ? { ...each, mint: 950_000 } : each,
    );
    const count = (other: typeof day) =>
      countFinally(openFeed([createFinalNode(day), createFinalNode(other)]));
    await expect(count(left)).rejects.toThrow('different transactions');
    await expect(count(changed)).rejects.toThrow('different events');
  });

  test.each(PADS)(
    'of %s are counted while they happen, with late ones, and the final count is exact',
    async (_, launches) => {
      const [one, two] = [createFakeNode([], launches), createFakeNode([], launches)];
      const feed = openFeed([one, two], launches);
      let counted = { leaves: [] as readonly unknown[], seen: 0 };
      for (let end = 0; end <= day.length + 99; end += 100) {
        const known = day.slice(0, end);
        one.transactions = known;
        // The second node is behind, and some it lists only much later.
        two.transactions = known.slice(0, -5).filter((_, id) => id % 97 !== 0 || end - id > 300);
        const newest = known.at(-1)?.at ?? DAY.from;
        for (const node of [one, two]) node.finalizedAt = newest - 13;
        counted = await feed.count({ ...DAY, to: unixSeconds(newest + 1) });
        const truth = new Set(known.filter(({ isFailed }) => !isFailed).map(({ mint }) => mint));
        expect(counted.leaves.length).toBeLessThanOrEqual(counted.seen);
        expect(counted.seen).toBeLessThanOrEqual(truth.size);
      }
      expect(counted.seen).toBeGreaterThan(900);
      for (const node of [one, two])
        Object.assign(node, { transactions: day, finalizedAt: DAY.to });
      expect(await countFinally(feed)).toBe(1_000);
    },
  );
});

describe('a few migrations', () => {
  const day = makeDay(30);

  test('are read once', async () => {
    const node = createFinalNode(day);
    const feed = openFeed([node]);
    const { leaves, isCurrent } = await feed.count(DAY);
    expect({ count: leaves.length, isCurrent }).toEqual({ count: 30, isCurrent: true });
    expect(node.reads).toBe(day.filter(({ isFailed }) => !isFailed).length - 1);
    node.reads = 0;
    expect(await countFinally(feed)).toBe(30);
    expect(node.reads).toBe(0);
    feed.forgetBefore(DAY.to);
    expect(await countFinally(feed)).toBe(30);
  });

  test('that a fork drops, or puts into another slot and time, count as the final chain has them', async () => {
    const late = { signature: signatureOf(500), slot: 5_000, at: DAY.to - 2, mint: 500 };
    const gone = { signature: signatureOf(501), slot: 5_001, at: DAY.to - 2, mint: 501 };
    const node = createFakeNode([...day.slice(0, -1), late, gone, ...day.slice(-1)]);
    node.finalizedAt = DAY.to - 100;
    const feed = openFeed([node]);
    expect((await feed.count({ ...DAY, to: unixSeconds(DAY.to - 1) })).seen).toBe(32);
    // Both were in a fork. One lands again, after the end.
    node.transactions = [...day.slice(0, -1), { ...late, slot: 6_000, at: DAY.to }];
    node.finalizedAt = DAY.to;
    expect((await feed.count(DAY)).seen).toBe(30);
    expect(await countFinally(feed)).toBe(30);
  });

  test.each<[string, Partial<FakeNode>, Partial<FakeNode>]>([
    ['the beginning of the period', { firstAt: DAY.from + 1 }, { firstAt: DAY.from }],
    ['not final yet', { finalizedAt: DAY.to - 1 }, { finalizedAt: DAY.to }],
    ['another account', { withdrawAuthority: mintOf(1) }, {}],
  ])('are refunded if a node answers: %s', async (message, bad, good) => {
    const list = day.slice(1);
    const count = (answers: Partial<FakeNode>) =>
      countFinally(openFeed([createFinalNode(list), createFinalNode(list, answers)]));
    await expect(count(bad)).rejects.toThrow(message);
    expect(await count(good)).toBe(30);
  });
});
