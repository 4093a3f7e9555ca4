// What the clients of a run were told, and when.
import type { Answer } from '../../service/test/faults/support/api.ts';
import type { Intent } from './check.ts';

/** Why an answer is wrong, for the end of the run. */
const EXAMPLES_MAX = 20;

export class Record {
  readonly intents: Intent[] = [];
  /** Bet ids that were acknowledged. */
  readonly betIds = new Set<string>();
  lastBetId = 'none';
  /** How often each status was answered, with its error code. */
  readonly answers = new Map<string, number>();
  /** Requests without an answer: the connection broke, or there was none. */
  broken = 0;
  /** Requests that were given up after a minute. */
  hung = 0;
  /** Statuses of 500 and above, but not 503. */
  serverErrors = 0;
  /** The same request got another answer. */
  changedAnswers = 0;
  /** Acknowledged bets that a read did not find. */
  unseen = 0;
  /** Events that a stream left out, or sent again. */
  eventGaps = 0;
  readonly examples: string[] = [];
  readonly #startedAt = performance.now();
  readonly #acknowledged = new Gaps();
  #healedAt: number | undefined;
  /** The longest time from the end of a fault to the next bet that was acknowledged, in ms. */
  recoveryMs = 0;

  add(intent: Intent): void {
    this.intents.push(intent);
  }

  addBet(betId: string): void {
    const now = performance.now();
    this.betIds.add(betId);
    this.lastBetId = betId;
    this.#acknowledged.add(now);
    if (this.#healedAt === undefined) return;
    this.recoveryMs = Math.max(this.recoveryMs, now - this.#healedAt);
    this.#healedAt = undefined;
  }

  /** No bet can be expected until the last fault is over. */
  onFaultBegun(): void {
    this.#healedAt = undefined;
  }

  onFaultsOver(): void {
    this.#healedAt = performance.now();
  }

  addAnswer(what: string, { status, code, text }: Answer): void {
    const name = code === null ? String(status) : `${status} ${code}`;
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
    const isServerError = status >= 500 && status !== 503;
    if (isServerError) this.serverErrors += 1;
    // Every wallet has money, an account and a delegate, so a 402 is worth a look.
    if (isServerError || status === 402) this.addExample(`${what}: ${status} ${text}`);
  }

  addExample(text: string): void {
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1);
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(`${seconds} s: ${text}`);
  }

  /** The longest time without an acknowledged bet, in ms. */
  get longestWithoutBetMs(): number {
    return this.#acknowledged.longestMs;
  }
}

/** The longest time between two moments that follow each other. */
export class Gaps {
  longestMs = 0;
  #last: number | undefined;

  add(now: number): void {
    this.longestMs = Math.max(this.longestMs, now - (this.#last ?? now));
    this.#last = now;
  }
}
