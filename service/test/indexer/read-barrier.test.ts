import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReadBarrier } from '../../src/indexer/read-barrier.ts';
import { createGate } from '../support/create-gate.ts';

test('is open while nothing is pending', async () => {
  let flushes = 0;
  const barrier = new ReadBarrier(() => {
    flushes += 1;
  });
  await barrier.wait();
  expect([barrier.isOpen, flushes]).toEqual([true, 0]);
});

test('a read waits for what was answered before, and only for that', async () => {
  let flushes = 0;
  const barrier = new ReadBarrier(() => {
    flushes += 1;
  });
  const before = createGate();
  barrier.track(before.opened);
  let isDone = false;
  const reading = barrier.wait().then(() => {
    isDone = true;
  });
  const after = createGate();
  barrier.track(after.opened);
  await sleep(5);
  expect([isDone, flushes, barrier.isOpen]).toEqual([false, 1, false]);
  before.open();
  await reading;
  expect(barrier.isOpen).toBe(false);
  after.open();
  await barrier.wait();
  expect(barrier.isOpen).toBe(true);
});

test('a failed write is not waited for again', async () => {
  const barrier = new ReadBarrier(() => undefined);
  const failing = Promise.reject(new Error('the disk'));
  barrier.track(failing);
  await barrier.wait();
  expect(barrier.isOpen).toBe(true);
});

test('is full when too much is pending', async () => {
  const barrier = new ReadBarrier(() => undefined);
  const writings = Array.from({ length: 64 }, createGate);
  for (const [index, { opened }] of writings.entries()) {
    expect([index, barrier.isFull]).toEqual([index, false]);
    barrier.track(opened);
  }
  expect(barrier.isFull).toBe(true);
  for (const { open } of writings) open();
  await barrier.wait();
  expect(barrier.isFull).toBe(false);
});
