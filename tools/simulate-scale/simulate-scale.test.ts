// The limits of the model, and that the simulation reaches them and not more. That docs/scale.md
// has what the command prints, generate-docs.test.ts says.
import { expect, test } from 'vitest';
import { findLimits, findSmallest, type Scenario, unitsOf, unitsPerBet } from './limits.ts';
import { MACHINES, type Measured, NETWORK, readMeasured, readRows } from './measured.ts';
import { createStation, EventQueue, simulate } from './simulate.ts';

/** Round numbers, with everything but the chain plentiful. */
const PLENTY: Measured = {
  ...{ replicaMicros: 1, databaseMicros: 1, outboxPerSecond: 1e9, readMicros: 0, commitMs: 0 },
  idle: { replicaMicros: 0, databaseMicros: 0 },
  ...{ betsPerOutboxWrite: 1, walBytesPerBet: 1_000, statementsPerBet: 1, rpcRequestsPerBet: 1 },
  groupUnits: { first: 1_000, more: 300 },
  groups: { v0: { bets: 16, bytes: 1_200 }, v1: { bets: 56, bytes: 3_400 } },
  programBytes: 65_536,
};
const SCENARIO: Scenario = {
  ...{ machines: 4, markets: 1, version: 'v0', payers: 1, blockShare: 1 },
};
const MANY = { ...SCENARIO, markets: 1_000 };
const LOAD = { seconds: 4, seed: 7 };
/** Costs that make the chain the limit at a rate which is quick to simulate. */
const DEAR: Measured = { ...PLENTY, groupUnits: { first: 100_000, more: 100_000 } };

test('what a transaction costs a block is its units, signature, locks, bytes and pages', () => {
  const units = 1_000 + 15 * 300 + 720 + 300 * 18 + 1_200 / 4 + 8 * 3;
  expect(unitsOf(PLENTY, 16, 1_200)).toBe(units);
  expect(unitsPerBet(PLENTY, 'v0')).toBe(units / 16);
  expect(unitsPerBet(PLENTY, 'v1')).toBeLessThan(unitsPerBet(PLENTY, 'v0'));
});

const BUSY: Measured = { ...PLENTY, replicaMicros: 4_000, databaseMicros: 5_000 };
const NARROW: Measured = { ...PLENTY, outboxPerSecond: 100, betsPerOutboxWrite: 4 };

test.each([
  ['market', DEAR, { ...SCENARIO, payers: 10 }],
  ['payer', DEAR, MANY],
  ['block', DEAR, { ...MANY, payers: 10 }],
  ['replicas', BUSY, { ...MANY, machines: 1, payers: 10 }],
  ['database', BUSY, { ...MANY, machines: 100, payers: 10 }],
  ['outbox', NARROW, MANY],
] as const)(
  'the %s limits what is answered, however much is asked for',
  (part, costs, scenario) => {
    const smallest = findSmallest(findLimits(costs, scenario));
    expect(smallest.part).toBe(part);
    const load = { ...LOAD, betsPerSecond: 1.4 * smallest.perSecond, seconds: 16 };
    const reached = simulate(costs, scenario, load).perSecond / smallest.perSecond;
    expect(reached).toBeGreaterThan(0.85);
    expect(reached).toBeLessThan(1.05);
  },
);

test('an account takes what a block lets it take, and machines add up', () => {
  const blocksPerSecond = 1_000 / NETWORK.slotMs;
  const perSecond = (NETWORK.accountUnits / unitsPerBet(DEAR, 'v0')) * blocksPerSecond;
  expect(findLimits(DEAR, SCENARIO).market).toBeCloseTo(perSecond);
  const of = (machines: number) => findLimits(BUSY, { ...MANY, machines });
  expect(of(2).replicas).toBe(2 * of(1).replicas);
  expect(of(2).database).toBe(of(1).database);
});

test('replicas without bets take from the database what bets could have', () => {
  const idle = { replicaMicros: 0, databaseMicros: MACHINES.utilization * 1e6 };
  const costly: Measured = { ...PLENTY, databaseMicros: 1_000, idle };
  const of = (machines: number) => findLimits(costly, { ...SCENARIO, machines }).database;
  const all = MACHINES.databaseCores;
  expect(of(all / 2) / of(all / 4)).toBeCloseTo(2 / 3);
  expect(of(all)).toBeLessThan(1);
});

test('reads take from the replicas what bets could have', () => {
  const read: Measured = { ...PLENTY, replicaMicros: 1_000, readMicros: 50 };
  const without = findLimits({ ...read, readMicros: 0 }, SCENARIO).replicas;
  const ratio = 1_000 / (1_000 + 50 * MACHINES.readsPerBet);
  expect(findLimits(read, SCENARIO).replicas).toBeCloseTo(without * ratio);
});

test('a commit costs its time, however few bets are in it', () => {
  const load = { betsPerSecond: 300, ...LOAD };
  const p50 = (commitMs: number) => simulate({ ...PLENTY, commitMs }, SCENARIO, load).p50Ms;
  expect(p50(40)).toBeGreaterThan(p50(0));
  // Each of 40 replicas writes events in each slot, with room for a hundred bets in a commit.
  const narrow: Measured = { ...PLENTY, outboxPerSecond: 100, betsPerOutboxWrite: 100 };
  const of = (machines: number) =>
    simulate(narrow, { ...SCENARIO, machines }, { betsPerSecond: 2_000, ...LOAD }).perSecond;
  expect(of(4)).toBeGreaterThan(1_800);
  expect(of(40)).toBeLessThan(1_500);
});

test('below its limits every bet is answered soon: one group, up to one slot, two for votes', () => {
  const run = (seed: number) => simulate(PLENTY, SCENARIO, { ...LOAD, betsPerSecond: 500, seed });
  const { perSecond, p50Ms, p99Ms } = run(7);
  expect(perSecond).toBeGreaterThan(450);
  expect(p50Ms).toBeGreaterThan(2 * NETWORK.slotMs);
  expect(p99Ms).toBeLessThan(3 * NETWORK.slotMs + 30);
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

test('events run in order, and a station has as many jobs at a time as servers', () => {
  const queue = new EventQueue();
  const order: string[] = [];
  const times = { a: 5, b: 1, c: 3, d: 1 };
  for (const [name, at] of Object.entries(times)) {
    queue.add(at, () => order.push(`${name} ${queue.now}`));
  }
  queue.runUntil(4);
  expect(order).toEqual(['b 1', 'd 1', 'c 3']);
  expect(queue.now).toBe(4);
  const serve = createStation(queue, 2);
  const ended: number[] = [];
  for (let job = 0; job < 4; job += 1) serve(10, () => ended.push(queue.now));
  queue.runUntil(100);
  expect(ended).toEqual([14, 14, 24, 24]);
});

test('numbers are read from the pages; a missing one is an error', () => {
  const page = '# P\n\n## A\n\n| what | x µs |\n|---|---:|\n| a, b | 1,234 |\n\n## B\n';
  expect(readRows(page, 'A')).toEqual([{ what: 'a, b', 'x µs': '1,234' }]);
  expect(() => readRows(page, 'C')).toThrow('no section');
  expect(() => readMeasured(() => page)).toThrow('no section');
});
