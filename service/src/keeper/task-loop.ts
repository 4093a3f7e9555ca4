// Runs one task: polls for due jobs, runs a limited number concurrently, then sleeps until the next
// poll. With several replicas it runs what is in this one's share.
import type { Share } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { Attempts } from './attempts.ts';
import { describeFailure } from './resolution-status.ts';
import type { Job, Task, TaskName } from './task.ts';

/** Thousands of jobs may be due for a retry at nearly the same time: one poll finds them all. */
const TRY_MS_MIN = 50;
/** From this many concurrent jobs on, a task polls only when a quarter of them is free. */
const MANY = 32;
const FREE_SHARE = 4;
/** A less urgent task waits at most this long for the more urgent ones. */
const YIELD_MS_MAX = 5_000;
/** How often it looks meanwhile whether it still must. */
const YIELD_LOOK_MS = 1_000;

/** A task that polls as often as this need not hear of changes. */
const OFTEN_MS = 1_000;

interface TaskLoopOptions {
  readonly task: Task;
  readonly log: Log;
  readonly wallMs: () => number;
  isOutranked(): boolean;
  onDone(): void;
  onIdle(): void;
}

export class TaskLoop {
  readonly task: Task;
  readonly attempts: Attempts;
  readonly #options: TaskLoopOptions;
  readonly #jobs = new Set<Promise<void>>();
  #done = 0;
  #failed = 0;
  #isWoken = false;
  #isHere = false;
  #stopListening: (() => void) | undefined;
  #yieldingSince: number | undefined;
  #wake: () => void = () => {};
  /** While it sleeps. */
  #waitMs: number | undefined;

  constructor(options: TaskLoopOptions) {
    this.#options = options;
    this.task = options.task;
    this.attempts = new Attempts(options.wallMs);
  }

  get counts(): { task: TaskName; due: number; done: number; failed: number } {
    const { task, attempts } = this;
    return { task: task.name, due: attempts.due, done: this.#done, failed: this.#failed };
  }

  get hasJobs(): boolean {
    return this.#jobs.size > 0;
  }

  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** Unless it polls soon anyway. */
  wakeFromRest(): void {
    if (this.#waitMs === undefined || this.#waitMs > OFTEN_MS) this.wake();
  }

  async run(signal: AbortSignal, share: Share): Promise<void> {
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop);
    const stopWatching = share.onChange(() => this.wake());
    while (!signal.aborted) {
      this.#isWoken = false;
      if (this.#hasWork(share)) await this.#poll(signal, share);
      if (!this.#isWoken) await this.#sleep(signal);
    }
    signal.removeEventListener('abort', stop);
    stopWatching();
    this.#leave();
    await Promise.all(this.#jobs);
  }

  #hasWork(share: Share): boolean {
    const { part } = this.task;
    const has = part === undefined ? share.held > 0 : share.holds(part);
    if (has && !this.#isHere) {
      this.#isHere = true;
      this.task.begin?.();
      this.#stopListening = this.task.listen?.(() => this.wake());
    } else if (!has) this.#leave();
    return has;
  }

  #leave(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#isHere = false;
  }

  async #poll(signal: AbortSignal, share: Share): Promise<void> {
    const { name, part, atOnce, find } = this.task;
    const canTry = (subject: string) =>
      this.attempts.canTry(subject) && (part !== undefined || share.holds(subject));
    const free = atOnce - this.attempts.running;
    // A task with many concurrent jobs does not poll for each one that finishes.
    const isWorthwhile = free * FREE_SHARE >= atOnce || atOnce < MANY;
    if (free <= 0 || !isWorthwhile || this.#mustYield()) return;
    try {
      const jobs = await find.call(this.task, free, canTry);
      if (signal.aborted) return;
      for (const job of jobs.slice(0, free)) {
        if (canTry(job.subject)) this.#start(job, signal, share);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#options.log.warn({ task: name, error }, 'The keeper could not list due work');
    }
  }

  #mustYield(): boolean {
    if (this.#options.isOutranked()) {
      this.#yieldingSince ??= this.#options.wallMs();
      if (this.#options.wallMs() - this.#yieldingSince < YIELD_MS_MAX) return true;
    }
    this.#yieldingSince = undefined;
    return false;
  }

  #start(job: Job, signal: AbortSignal, share: Share): void {
    this.attempts.begin(job.subject);
    const running = this.#runJob(job, signal, share).finally(() => {
      this.#jobs.delete(running);
      this.wake();
      if (!this.hasJobs) this.#options.onIdle();
    });
    this.#jobs.add(running);
  }

  async #runJob(job: Job, stop: AbortSignal, share: Share): Promise<void> {
    const { name: task, part } = this.task;
    const { subject } = job;
    let signal = stop;
    try {
      await share.run(part ?? subject, (lost) => {
        signal = AbortSignal.any([stop, lost]);
        return job.run(signal);
      });
      this.attempts.succeed(subject);
      this.#done += 1;
      this.#options.log.info({ task, subject }, 'The keeper has done a job');
      this.#options.onDone();
    } catch (error) {
      if (signal.aborted) return this.attempts.abandon(subject);
      this.#failed += 1;
      const { failures } = this.attempts.fail(subject, describeFailure(error));
      const fields = { task, subject, failures, error };
      this.#options.log.warn(fields, 'A job of the keeper failed and will be retried');
    }
  }

  #sleep(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const nextTryMs = Math.max(this.attempts.nextTryInMs(), TRY_MS_MIN);
      const pollMs = this.#yieldingSince === undefined ? this.task.pollMs : YIELD_LOOK_MS;
      const waitMs = Math.min(pollMs, nextTryMs);
      const end = () => {
        clearTimeout(timer);
        this.#waitMs = undefined;
        resolve();
      };
      const timer = setTimeout(end, waitMs);
      this.#waitMs = waitMs;
      this.#wake = end;
    });
  }
}
