import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import {
  listPendingSubmissions,
  type SubmissionKind,
  type SubmissionRow,
} from '../store/journal/submissions.ts';
import type { RunnerContext, SubmissionHandler, SubmissionRunner } from './runner.ts';
import type { Submission } from './submission.ts';

const ORPHAN_SECONDS = 5;
const EVERY_MS = 1_000;
/** While nothing is pending. */
const IDLE_EVERY_MS = 5_000;
const LIMIT = 1_000;

type Handlers = {
  // biome-ignore lint/suspicious/noExplicitAny: each gets only what it restored itself
  readonly [Kind in SubmissionKind]?: SubmissionHandler<any>;
};

type RecoveryContext = Pick<RunnerContext, 'chain' | 'store' | 'log'>;

export class Recovery {
  readonly #context: RecoveryContext;
  readonly #runner: SubmissionRunner;
  readonly #handlers: Handlers;
  #isIdle = false;

  constructor(context: RecoveryContext, runner: SubmissionRunner, handlers: Handlers) {
    this.#context = context;
    this.#runner = runner;
    this.#handlers = handlers;
  }

  start(): () => Promise<void> {
    return this.#context.store.lead('recovery', (signal) => this.#loop(signal));
  }

  async run(olderThanSeconds: number): Promise<number> {
    const { store, chain } = this.#context;
    const before = BigInt(chain.clock.now() - olderThanSeconds);
    const pending = await listPendingSubmissions(store.db, { before, limit: LIMIT });
    this.#isIdle = pending.length === 0;
    const orphans = pending.filter(({ signature }) => !this.#runner.isInFlight(signature));
    await Promise.all(orphans.map((row) => this.#finish(row)));
    return orphans.length;
  }

  /** With SQLite there is one process, so at its start everything pending is orphaned. */
  async #loop(signal: AbortSignal): Promise<void> {
    let olderThan = this.#context.store.engine === 'sqlite' ? 0 : ORPHAN_SECONDS;
    while (!signal.aborted) {
      this.run(olderThan).catch((error) => {
        this.#isIdle = false;
        if (!signal.aborted)
          this.#context.log.error({ error }, 'recovery failed; it will run again');
      });
      olderThan = ORPHAN_SECONDS;
      await sleepUnlessAborted(this.#isIdle ? IDLE_EVERY_MS : EVERY_MS, signal);
    }
  }

  async #finish(row: SubmissionRow): Promise<void> {
    const handler = this.#handlers[row.kind as SubmissionKind];
    const submission: Submission | undefined = await handler?.restore(row);
    // Another run may have started it in the meantime.
    if (!handler || !submission || this.#runner.isInFlight(row.signature)) return;
    await this.#runner.run(handler, submission);
  }
}
