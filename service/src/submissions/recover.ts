// Finishes what a process left behind when it died: the same runner sends the same bytes again, and
// records what became of them.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  listPendingSubmissions,
  type SubmissionKind,
  type SubmissionRow,
} from '../store/journal/submissions.ts';
import type { SubmissionContext } from './context.ts';
import type { SubmissionHandler, SubmissionRunner } from './runner.ts';
import type { Submission } from './submission.ts';

/**
 * Whoever made it would have finished by now, if it still lived. Should it live, both send the same
 * bytes and one of them records what became of them. Shorter than an answer may take, so that who
 * asks again after a replica died hears of the bet and not that it is pending.
 */
const ORPHAN_SECONDS = 5;
const EVERY_MS = 1_000;
const LIMIT = 1_000;

/** One for each kind that this process can finish. */
export type Handlers = {
  // biome-ignore lint/suspicious/noExplicitAny: each takes what it restored itself
  readonly [Kind in SubmissionKind]?: SubmissionHandler<any>;
};

type RecoveryContext = Pick<SubmissionContext, 'chain' | 'store' | 'log'>;

export class Recovery {
  readonly #context: RecoveryContext;
  readonly #runner: SubmissionRunner;
  readonly #handlers: Handlers;

  constructor(context: RecoveryContext, runner: SubmissionRunner, handlers: Handlers) {
    this.#context = context;
    this.#runner = runner;
    this.#handlers = handlers;
  }

  /** Runs now and then, on one replica at a time. */
  start(): () => Promise<void> {
    return this.#context.store.lead('recovery', (signal) => this.#loop(signal));
  }

  /** Finishes everything that was made so long ago and is nobody's. Says how many there were. */
  async run(olderThanSeconds: number): Promise<number> {
    const { store, chain } = this.#context;
    const before = BigInt(chain.clock.now() - olderThanSeconds);
    const pending = await listPendingSubmissions(store.db, { before, limit: LIMIT });
    const orphans = pending.filter(({ signature }) => !this.#runner.isUnderWay(signature));
    await Promise.all(orphans.map((row) => this.#finish(row)));
    return orphans.length;
  }

  /** The one process of a SQLite file finds only what its predecessor left. */
  async #loop(signal: AbortSignal): Promise<void> {
    let olderThan = this.#context.store.engine === 'sqlite' ? 0 : ORPHAN_SECONDS;
    while (!signal.aborted) {
      this.run(olderThan).catch((error) => {
        if (!signal.aborted) this.#context.log.error({ error }, 'recovery failed; it goes on');
      });
      olderThan = ORPHAN_SECONDS;
      await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #finish(row: SubmissionRow): Promise<void> {
    const handler = this.#handlers[row.kind as SubmissionKind];
    const submission: Submission | undefined = await handler?.restore(row);
    // Another look may have begun with it in the meantime.
    if (!handler || !submission || this.#runner.isUnderWay(row.signature)) return;
    await this.#runner.run(handler, submission);
  }
}
