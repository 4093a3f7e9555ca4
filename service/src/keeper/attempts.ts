// Which jobs run and when failed ones may be retried. In memory only: after a restart every job may
// be tried at once.
import { backoff } from '@tote/chain/lib/retry';

const WAIT_MS_MIN = 500;
const WAIT_MS = backoff(WAIT_MS_MIN, 60_000);
/** A failed job that was not retried for this long was done, perhaps by somebody else. */
const FORGET_MS = 600_000;
const FORGET_EVERY = 1_000;

export interface Failure {
  readonly text: string;
  readonly failures: number;
  readonly nextTryMs: number;
}

export class Attempts {
  readonly #running = new Set<string>();
  readonly #failed = new Map<string, Failure>();
  readonly #doneUntilMs = new Map<string, number>();
  readonly #wallMs: () => number;
  #ended = 0;

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  get running(): number {
    return this.#running.size;
  }

  get due(): number {
    const now = this.#wallMs();
    const waiting = [...this.#failed].filter(
      ([subject, { nextTryMs }]) => nextTryMs > now && !this.#running.has(subject),
    );
    return this.#running.size + waiting.length;
  }

  canTry(subject: string): boolean {
    if (this.#running.has(subject)) return false;
    const now = this.#wallMs();
    const nextTryMs = this.#failed.get(subject)?.nextTryMs ?? this.#doneUntilMs.get(subject) ?? 0;
    return now >= nextTryMs;
  }

  nextTryInMs(): number {
    const now = this.#wallMs();
    let soonest = Infinity;
    const consider = (atMs: number) => {
      if (atMs > now) soonest = Math.min(soonest, atMs);
    };
    for (const { nextTryMs } of this.#failed.values()) consider(nextTryMs);
    for (const untilMs of this.#doneUntilMs.values()) consider(untilMs);
    return soonest - now;
  }

  findFailure(subject: string): Failure | undefined {
    return this.#failed.get(subject);
  }

  begin(subject: string): void {
    this.#running.add(subject);
  }

  /** If it is found again at once, the projection is stale, and running it would not help. */
  succeed(subject: string): void {
    this.#end(subject);
    this.#failed.delete(subject);
    this.#doneUntilMs.set(subject, this.#wallMs() + WAIT_MS_MIN);
  }

  fail(subject: string, text: string): Failure {
    this.#end(subject);
    const failures = (this.#failed.get(subject)?.failures ?? 0) + 1;
    const failure = { text, failures, nextTryMs: this.#wallMs() + WAIT_MS(failures) };
    this.#failed.set(subject, failure);
    return failure;
  }

  abandon(subject: string): void {
    this.#end(subject);
  }

  #end(subject: string): void {
    this.#running.delete(subject);
    this.#ended += 1;
    if (this.#ended % FORGET_EVERY === 0) this.#forget();
  }

  #forget(): void {
    const now = this.#wallMs();
    for (const [subject, { nextTryMs }] of this.#failed) {
      if (nextTryMs < now - FORGET_MS) this.#failed.delete(subject);
    }
    for (const [subject, untilMs] of this.#doneUntilMs) {
      if (untilMs < now) this.#doneUntilMs.delete(subject);
    }
  }
}
