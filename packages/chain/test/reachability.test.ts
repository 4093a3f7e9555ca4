import { expect, test } from 'vitest';
import { Reachability } from '../src/reachability.ts';

function start() {
  const time = { ms: 0 };
  const reachability = new Reachability({ timeoutMs: 5_000, nowMs: () => time.ms });
  return { time, reachability, isAway: () => reachability.isAway };
}

test('nothing was asked yet', () => {
  const { time, isAway } = start();
  time.ms = 1e9;
  expect(isAway()).toBe(false);
});

test('a node that fails is unreachable a second after the first failed attempt began', () => {
  const { time, reachability, isAway } = start();
  reachability.ask();
  reachability.fail();
  time.ms = 999;
  reachability.ask();
  expect(isAway()).toBe(false);
  time.ms = 1_000;
  expect(isAway()).toBe(true);
});

test('a node that says nothing is unreachable after three of the five seconds of a timeout', () => {
  const { time, reachability, isAway } = start();
  reachability.ask();
  time.ms = 2_999;
  reachability.ask();
  expect(isAway()).toBe(false);
  time.ms = 3_000;
  expect(isAway()).toBe(true);
});

test('any answer ends it, and what was asked before it no longer counts', () => {
  const { time, reachability, isAway } = start();
  reachability.ask();
  reachability.fail();
  time.ms = 60_000;
  expect(isAway()).toBe(true);
  reachability.answer();
  expect(isAway()).toBe(false);
  // An attempt that began before the answer.
  reachability.fail();
  time.ms = 120_000;
  expect(isAway()).toBe(false);
});

test('failures between answers are not enough', () => {
  const { time, reachability, isAway } = start();
  for (let second = 1; second < 60; second += 1) {
    time.ms = second * 1_000 - 900;
    reachability.ask();
    reachability.fail();
    time.ms = second * 1_000 - 1;
    expect(isAway()).toBe(false);
    reachability.answer();
  }
});
