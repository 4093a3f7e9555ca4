// The limits of the model, and that the simulation reaches them and not more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderReplicas } from '../../bench/service/render-replicas.ts';
import { root } from '../root.ts';
import { MACHINES, type Measured, NETWORK, readMeasured } from './constants.ts';
import { EventQueue, Station } from './event-queue.ts';
import { findLimits, findSmallest, type Scenario, unitsOf, unitsPerBet } from './limits.ts';
import { readRows } from './read-tables.ts';
import { renderTables } from './render.ts';
import { simulate } from './simulate.ts';

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
const LOAD = { seconds: 4, seed: 7 };
/** Costs that make the chain the limit at a rate which is quick to simulate. */
const DEAR: Measured = { ...PLENTY, groupUnits: { first: 100_000, more: 100_000 } };

test('what a transaction costs a block is its units, signature, locks, bytes and pages', () => {
  const units = 1_000 + 15 * 300 + 720 + 300 * 18 + 1_200 / 4 + 8 * 3;
  expect(unitsOf(PLENTY, 16, 1_200)).toBe(units);
  expect(unitsPerBet(PLENTY, 'v0')).toBe(units / 16);
  expect(unitsPerBet(PLENTY, 'v1')).toBeLessThan(unitsPerBet(PLENTY, 'v0'));
});

test('one market saturates at what a block lets one account take, however many machines', () => {
  const blocksPerSecond = 1_000 / NETWORK.slotMs;
  const perSecond = (NETWORK.accountUnits / unitsPerBet(DEAR, 'v0')) * blocksPerSecond;
  for (const machines of [4, 40]) {
    const scenario = { ...SCENARIO, machines };
    const limits = findLimits(DEAR, scenario);
    expect(limits.market).toBeCloseTo(perSecond);
    const { perSecond: reached } = simulate(DEAR, scenario, {
      ...{ betsPerSecond: 2 * perSecond, ...LOAD },
    });
    expect(reached).toBeLessThanOrEqual(1.02 * perSecond);
    expect(reached).toBeGreaterThan(0.9 * perSecond);
  }
});

test('many markets need several payers: each transaction writes to one', () => {
  const many = { ...SCENARIO, markets: 1_000 };
  expect(findSmallest(findLimits(DEAR, many)).part).toBe('payer');
  const paid = { ...many, payers: 10 };
  expect(findSmallest(findLimits(DEAR, paid)).part).toBe('block');
  const run = (scenario: Scenario) => {
    const { perSecond } = findSmallest(findLimits(DEAR, scenario));
    const { perSecond: reached } = simulate(DEAR, scenario, {
      ...{ betsPerSecond: 1.5 * perSecond, ...LOAD },
    });
    return reached / perSecond;
  };
  expect(run(many)).toBeGreaterThan(0.9);
  expect(run(many)).toBeLessThan(1.05);
  expect(run(paid)).toBeGreaterThan(0.9);
  expect(run(paid)).toBeLessThan(1.05);
});

test('machines add up until the database is full', () => {
  const busy: Measured = {
    ...PLENTY,
    ...{ replicaMicros: 4_000, databaseMicros: 5_000 },
  };
  const scenario = { ...SCENARIO, markets: 1_000, payers: 10 };
  const of = (machines: number) => findSmallest(findLimits(busy, { ...scenario, machines }));
  expect(of(2).perSecond).toBe(2 * of(1).perSecond);
  expect(of(1).part).toBe('replicas');
  expect(of(100)).toEqual({ ...of(50), part: 'database' });
  for (const machines of [1, 100]) {
    const { perSecond } = of(machines);
    const { perSecond: reached } = simulate(
      busy,
      { ...scenario, machines },
      {
        ...{ betsPerSecond: 1.3 * perSecond, ...LOAD, seconds: 16 },
      },
    );
    expect(reached / perSecond).toBeGreaterThan(0.85);
    expect(reached / perSecond).toBeLessThan(1.05);
  }
});

test('replicas without bets take from the database what bets could have', () => {
  const idle = { replicaMicros: 0, databaseMicros: MACHINES.utilization * 1e6 };
  const costly: Measured = { ...PLENTY, databaseMicros: 1_000, idle };
  const of = (machines: number) => findLimits(costly, { ...SCENARIO, machines }).database;
  const all = MACHINES.databaseCores;
  expect(of(all / 2) / of(all / 4)).toBeCloseTo(2 / 3);
  expect(of(all)).toBeLessThan(1);
});

test('the outbox takes one SQL transaction at a time', () => {
  const narrow: Measured = { ...PLENTY, outboxPerSecond: 100, betsPerOutboxWrite: 4 };
  const scenario = { ...SCENARIO, markets: 1_000 };
  expect(findSmallest(findLimits(narrow, scenario))).toEqual({ part: 'outbox', perSecond: 400 });
  const { perSecond } = simulate(narrow, scenario, { betsPerSecond: 800, ...LOAD });
  expect(perSecond).toBeGreaterThan(360);
  expect(perSecond).toBeLessThanOrEqual(410);
});

test('reads take from the replicas what bets could have', () => {
  const read: Measured = { ...PLENTY, replicaMicros: 1_000, readMicros: 50 };
  const without = findLimits({ ...read, readMicros: 0 }, SCENARIO).replicas;
  const ratio = 1_000 / (1_000 + 50 * MACHINES.readsPerBet);
  expect(findLimits(read, SCENARIO).replicas).toBeCloseTo(without * ratio);
});

test('a commit costs its time, however few bets are in it', () => {
  const slow: Measured = { ...PLENTY, commitMs: 40 };
  const load = { betsPerSecond: 300, ...LOAD };
  const later = simulate(slow, SCENARIO, load).p50Ms - simulate(PLENTY, SCENARIO, load).p50Ms;
  expect(later).toBeGreaterThan(0);
  // Each of 40 replicas writes events in each slot, with room for a hundred bets in a commit.
  const narrow: Measured = { ...PLENTY, outboxPerSecond: 100, betsPerOutboxWrite: 100 };
  const of = (machines: number) =>
    simulate(narrow, { ...SCENARIO, machines }, { betsPerSecond: 2_000, ...LOAD }).perSecond;
  expect(of(4)).toBeGreaterThan(1_800);
  expect(of(40)).toBeLessThan(1_500);
});

test('below its limits every bet is answered soon: one group, up to one slot, two for votes', () => {
  const { perSecond, p50Ms, p99Ms } = simulate(PLENTY, SCENARIO, { betsPerSecond: 500, ...LOAD });
  expect(perSecond).toBeGreaterThan(450);
  expect(p50Ms).toBeGreaterThan(2 * NETWORK.slotMs);
  expect(p99Ms).toBeLessThan(3 * NETWORK.slotMs + 30);
});

test('the same seed gives the same numbers, another one others', () => {
  const run = (seed: number) =>
    simulate(PLENTY, SCENARIO, { betsPerSecond: 300, seconds: 2, seed });
  expect(run(1)).toEqual(run(1));
  expect(run(1)).not.toEqual(run(2));
});

test('events run in order, and a station has as many jobs at a time as servers', () => {
  const queue = new EventQueue();
  const order: string[] = [];
  for (const at of [5, 1, 3, 1]) queue.add(at, () => order.push(`${at} ${queue.now}`));
  queue.runUntil(4);
  expect(order).toEqual(['1 1', '1 1', '3 3']);
  expect(queue.now).toBe(4);
  const station = new Station(queue, 2);
  const ended: number[] = [];
  for (let job = 0; job < 4; job += 1) station.serve(10, () => ended.push(queue.now));
  queue.runUntil(100);
  expect(ended).toEqual([14, 14, 24, 24]);
});

test('numbers are read from the pages; a missing one is an error', () => {
  const page = '# P\n\n## A\n\n| what | x µs |\n|---|---:|\n| a, b | 1,234 |\n\n## B\n';
  expect(readRows(page, 'A').map((row) => [...row])).toEqual([
    [
      ['what', 'a, b'],
      ['x µs', '1,234'],
    ],
  ]);
  expect(() => readRows(page, 'C')).toThrow('no section');
  expect(() => readMeasured(() => page)).toThrow('no section');
});

test('the costs are those of the benchmark on the validator, on average', () => {
  const counts = { statements: 2.5, commits: 1, rows: 3, walBytes: 1_500, notifications: 2 };
  const bets = { perSecond: 1, p50Ms: 1, p99Ms: 2, failed: 0, total: 1, mainMicros: 1 };
  const runs = [1, 2, 4].flatMap((replicas) =>
    [1, 16].map((markets) => ({
      ...{ chain: 'validator' as const, replicas, markets, chainMicros: 10 },
      bets: { ...bets, serverMicros: markets === 16 ? 400 + 100 * replicas : 1, loadMicros: 1 },
      database: { ...counts, outboxWrites: 0.125, micros: 300 + 20 * (replicas - 1) },
      idle: { replicas: 9_000 * replicas, database: 4_000 * replicas },
    })),
  );
  const rpc = [{ chain: 'validator' as const, requests: 0.25, sent: 0.06, idlePerSecond: 3 }];
  const outbox = [
    { writers: 1, perSecond: 700 },
    { writers: 8, perSecond: 900 },
  ];
  const loadAverage = { before: 1, after: 2 };
  const reads = [
    ...[
      '## Reads, 64 connections',
      '',
      '| what | markets | processor time µs |',
      '|---|---:|---:|',
    ],
    ...['| a | 1,000 | 1 |', '| a | 100,000 | 30 |', '| b | 100,000 | 40 |', ''],
  ];
  const page = [...reads, ...renderReplicas({ runs, rpc, outbox, loadAverage })].join('\n');
  const units = readFileSync(join(root, 'docs', 'compute-units.md'), 'utf8');
  const measured = readMeasured((name) => (name === 'benchmarks.md' ? page : units));
  expect(measured).toMatchObject({
    ...{ outboxPerSecond: 900, betsPerOutboxWrite: 8, readMicros: 35, commitMs: 1_000 / 700 },
    ...{ walBytesPerBet: 1_500, statementsPerBet: 2.5, rpcRequestsPerBet: 0.25 },
  });
  expect(measured.replicaMicros).toBeCloseTo(400 + (100 * 7) / 3);
  expect(measured.databaseMicros).toBeCloseTo(300 + (20 * 4) / 3);
  expect(measured.idle).toEqual({ replicaMicros: 9_000, databaseMicros: 4_000 });
});

test('docs/scale.md has what the command prints', () => {
  const page = readFileSync(join(root, 'docs', 'scale.md'), 'utf8');
  expect(page).toContain(renderTables(readMeasured()));
});
