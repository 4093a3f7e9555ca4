import { TransactionFailed } from '@tote/chain/landed';
import { DomainError } from '@tote/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job, Task } from '../../src/keeper/task.ts';
import { TaskLoop } from '../../src/keeper/task-loop.ts';
import { shareAlone } from '../../src/store/in-process.ts';
import type { Share } from '../../src/store/store.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

let controller: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  controller = new AbortController();
});
afterEach(async () => {
  await end();
  vi.useRealTimers();
});

let running: Promise<void> | undefined;
/** Until the end of the test, or until `end`. */
function runLoop(loop: TaskLoop, share: Share = shareAlone()): void {
  running = loop.run(controller.signal, share);
}
async function end(): Promise<void> {
  controller.abort();
  await running;
}

/** A task that finds the same subjects at every poll. */
function createLoop(
  subjects: readonly string[],
  run: (subject: string, signal: AbortSignal) => Promise<void>,
  task: Partial<Task> = {},
  isOutranked = () => false,
) {
  const onDone = vi.fn();
  const onIdle = vi.fn();
  const loop = new TaskLoop({
    task: {
      name: 'resolve-due-events',
      atOnce: 2,
      pollMs: 1_000,
      wokenBy: [],
      async find(limit, canTry) {
        const found = subjects.filter(canTry).slice(0, limit);
        return found.map((subject): Job => ({ subject, run: (signal) => run(subject, signal) }));
      },
      ...task,
    },
    log: SILENT_LOG,
    wallMs: () => Date.now(),
    isOutranked,
    onDone,
    onIdle,
  });
  return { loop, onDone, onIdle };
}

const forever = (_subject: string, signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** Has the parts of the keys that it was given last. */
class FakeShare implements Share {
  #keys = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();

  constructor(keys: readonly string[]) {
    this.give(keys);
  }

  give(keys: readonly string[]): void {
    const before = this.#keys;
    this.#keys = new Map(keys.map((key) => [key, before.get(key) ?? new AbortController()]));
    for (const [key, part] of before) if (!this.#keys.has(key)) part.abort();
    for (const listener of this.#listeners) listener();
  }

  get held(): number {
    return this.#keys.size;
  }

  holds(key: string): boolean {
    return this.#keys.has(key);
  }

  run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return work((this.#keys.get(key) as AbortController).signal);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {}
}

test.each([
  [2, 'ab'],
  [4, 'abc'],
])('runs at most %i jobs concurrently, and each subject once', async (atOnce, expected) => {
  let begun = '';
  const run = async (subject: string, signal: AbortSignal) => {
    begun += subject;
    await forever(subject, signal);
  };
  const { loop } = createLoop(['a', 'b', 'c'], run, { atOnce });
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toBe(expected);
  expect(loop.counts).toMatchObject({ due: expected.length, done: 0, failed: 0 });
  await end();
  expect(loop.counts).toMatchObject({ due: 0, done: 0, failed: 0 });
});

test('yields to more urgent tasks, for at most five seconds', async () => {
  let isOutranked = true;
  const begun: number[] = [];
  const run = async () => {
    begun.push(Date.now());
  };
  const start = Date.now();
  const { loop, onIdle } = createLoop(['a'], run, {}, () => isOutranked);
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(4_900);
  expect([begun, onIdle.mock.calls.length]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(begun.map((at) => at - start)).toEqual([5_000]);
  expect(onIdle).toHaveBeenCalledTimes(1);
  isOutranked = false;
  loop.wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(begun.length).toBeGreaterThan(1);
});

test('subscribes while it runs, and polls as soon as it is woken', async () => {
  const listen = vi.fn((wake: () => void) => {
    setTimeout(wake, 300);
    return ended;
  });
  const ended = vi.fn();
  const find = vi.fn(async () => []);
  const { loop } = createLoop([], forever, { listen, find });
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(299);
  expect(find).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(find).toHaveBeenCalledTimes(2);
  expect(ended).not.toHaveBeenCalled();
  await end();
  expect([listen.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1]);
});

test('begins only the jobs that are in the share of this replica', async () => {
  const share = new FakeShare(['a']);
  const begun: string[] = [];
  const run = async (subject: string) => {
    begun.push(subject);
  };
  const { loop } = createLoop(['a', 'b'], run);
  runLoop(loop, share);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toEqual(['a']);
  share.give(['b']);
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toEqual(['a', 'b']);
});

test('a job ends when its part is lost, which is not a failure', async () => {
  const share = new FakeShare(['a', 'b']);
  const { loop } = createLoop(['a', 'b'], forever);
  runLoop(loop, share);
  await vi.advanceTimersByTimeAsync(100);
  expect(loop.counts).toMatchObject({ due: 2 });
  share.give(['b']);
  await vi.advanceTimersByTimeAsync(100);
  expect(loop.counts).toMatchObject({ due: 1, done: 0, failed: 0 });
});

test('a task of one replica polls only there, and begins anew when it comes back', async () => {
  const share = new FakeShare([]);
  const find = vi.fn(async () => []);
  const begin = vi.fn();
  const unsubscribe = vi.fn();
  const listen = vi.fn(() => unsubscribe);
  const { loop } = createLoop([], forever, { part: 'single', find, begin, listen });
  runLoop(loop, share);
  await vi.advanceTimersByTimeAsync(5_000);
  const calls = () =>
    [find, begin, listen, unsubscribe].map(({ mock }) => Math.min(1, mock.calls.length));
  expect(calls()).toEqual([0, 0, 0, 0]);
  share.give(['single']);
  await vi.advanceTimersByTimeAsync(10);
  expect(calls()).toEqual([1, 1, 1, 0]);
  share.give(['other']);
  await vi.advanceTimersByTimeAsync(10);
  const polls = find.mock.calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([find.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([polls, 1]);
  share.give(['single']);
  await vi.advanceTimersByTimeAsync(10);
  expect([begin.mock.calls.length, listen.mock.calls.length]).toEqual([2, 2]);
  await end();
  expect(unsubscribe).toHaveBeenCalledTimes(2);
});

test('a job that fails waits longer each time and does not block the others', async () => {
  const tries: string[] = [];
  const { loop } = createLoop(['bad', 'good'], async (subject) => {
    tries.push(`${subject} ${Date.now() - start}`);
    if (subject === 'bad') throw new Error('no');
  });
  const start = Date.now();
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(4_000);
  const bad = tries.filter((text) => text.startsWith('bad'));
  expect(bad).toEqual(['bad 0', 'bad 500', 'bad 1500', 'bad 3500']);
  expect(tries.filter((text) => text.startsWith('good')).length).toBeGreaterThan(3);
  expect(loop.attempts.findFailure('bad')).toMatchObject({ failures: 4 });
  const done = tries.length - 4;
  expect(loop.counts).toEqual({ task: 'resolve-due-events', due: 1, done, failed: 4 });
  // But never longer than a minute.
  await vi.advanceTimersByTimeAsync(3_600_000);
  const failure = loop.attempts.findFailure('bad');
  expect(failure?.failures).toBeGreaterThan(60);
  expect((failure?.nextTryMs ?? 0) - Date.now()).toBeLessThanOrEqual(60_000);
});

test('a job that was done and is still found is not repeated at once', async () => {
  let done = 0;
  const { loop, onDone } = createLoop(['a'], async () => {
    done += 1;
  });
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(done).toBeLessThanOrEqual(21);
  expect(onDone).toHaveBeenCalledTimes(done);
});

test('a poll that fails is repeated', async () => {
  let polls = 0;
  const find = async () => {
    polls += 1;
    throw new Error('the database is down');
  };
  const { loop } = createLoop([], async () => {}, { find });
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(polls).toBe(4);
});

test('polls at once when it is woken, also during a poll', async () => {
  let polls = 0;
  const find = async () => {
    polls += 1;
    if (polls === 1) loop.wake();
    return [];
  };
  const { loop } = createLoop([], async () => {}, { find });
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(10);
  expect(polls).toBe(2);
  loop.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect(polls).toBe(3);
});

test('hears of changes while it polls or rests, not if it polls within a second', async () => {
  let [polls, pollMs] = [0, 1_000];
  const task = {
    get pollMs() {
      return pollMs;
    },
    async find() {
      polls += 1;
      if (polls === 1) loop.wakeFromRest();
      return [];
    },
  };
  const { loop } = createLoop([], async () => {}, {});
  Object.defineProperties(loop.task, Object.getOwnPropertyDescriptors(task));
  const pollsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return polls;
  };
  runLoop(loop);
  expect(await pollsAfter(10)).toBe(2);
  loop.wakeFromRest();
  expect(await pollsAfter(900)).toBe(2);
  pollMs = 1_001;
  expect(await pollsAfter(100)).toBe(3);
  // What counts is how long it sleeps, not what it would do now.
  pollMs = 500;
  loop.wakeFromRest();
  expect(await pollsAfter(10)).toBe(4);
});

test('stopping ends running jobs, which is not a failure', async () => {
  const { loop, onDone } = createLoop(['a'], forever);
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(10);
  await end();
  expect(onDone).not.toHaveBeenCalled();
  expect(loop.attempts.findFailure('a')).toBeUndefined();
  expect(loop.attempts.canTry('a')).toBe(true);
});

test.each([
  [new DomainError('chain_unavailable'), /^The chain does not answer/],
  [new TransactionFailed({ text: 'x', customError: 53 }), /refused it: ResolveTooEarly\.$/],
  [new TransactionFailed({ text: 'BlockhashNotFound' }), /refused it: BlockhashNotFound\.$/],
  [new Error('password=secret'), /^Something went wrong here\.$/],
])('%s has a public text without internals', async (error, text) => {
  const { loop } = createLoop(['a'], () => Promise.reject(error));
  runLoop(loop);
  await vi.advanceTimersByTimeAsync(10);
  expect(loop.attempts.findFailure('a')?.text).toMatch(text);
});
