// Runs submissions: sends the bytes until the chain has decided, then records what the handler of
// its kind concludes from the outcome, or sends replacements. Everything is in the journal before
// it is sent, so another process can continue at any point.
import { setMaxListeners } from 'node:events';
import type { Chain } from '@tote/chain/chain';
import type { EventChange } from '@tote/chain/history/program-change';
import { backoff, retry } from '@tote/chain/lib/retry';
import { DomainError, type UnixSeconds } from '@tote/domain';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import type { Indexer } from '../indexer/indexer.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import { formatReplacements, type SubmissionRow } from '../store/journal/submissions.ts';
import type { SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import type { Store } from '../store/store.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import type { Log } from '../telemetry/log.ts';
import { Durations, type MetricValue } from '../telemetry/metrics.ts';
import type { SubmissionRecorder } from './recorder.ts';
import type { RecordedError } from './records.ts';
import { failureOf, type Outcome, type Submission, toOutcome } from './submission.ts';

export interface RunnerContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly indexer: Pick<Indexer, 'ingest' | 'ingestSoon'>;
  /** Undefined with replicas: then every reply waits until its rows are written. */
  readonly readBarrier: Pick<ReadBarrier, 'track' | 'isFull'> | undefined;
  readonly recorder: SubmissionRecorder;
  readonly wallMs: () => number;
  readonly crash: CrashPoints;
  readonly log: Pick<Log, 'error'>;
}

export interface SubmissionHandler<S extends Submission> {
  /** Decides what to record. Called again if the database or a node was unavailable. */
  conclude(submission: S, outcome: Outcome, attempt: Attempt): Promise<Conclusion<S>>;
  /** From the journal, after a crash. Undefined: not possible yet; recovery tries again. */
  restore(row: SubmissionRow): Promise<S | undefined>;
  /** Called before it is sent. The returned function is called once the chain has decided. */
  onSending?(submission: S): () => void;
  onReplaced?(by: readonly S[]): void;
  /** Another replica has recorded the outcome: only the database has it. */
  onDecidedElsewhere?(submission: S): Promise<void>;
  /** It is pending and no longer sent here: recovery will finish it. */
  onAbandoned?(submission: S): void;
}

export interface Attempt {
  /** How often it was signed, including this time. */
  readonly tries: number;
  readonly now: UnixSeconds;
}

export type Conclusion<S extends Submission> = ToRecord | Replacement<S>;

interface Replacement<S extends Submission> {
  readonly kind: 'replace';
  readonly by: readonly S[];
  readonly record?: ToRecord;
}

export interface ToRecord {
  readonly kind: 'record';
  readonly rows?: readonly SubmittedBetRow[];
  readonly events?: readonly NewFeedEvent[];
  readonly error?: RecordedError;
  readonly changes?: readonly EventChange[];
  /** The reply may go out before the rows are written (ADR 8). */
  readonly mayReplyFirst?: boolean;
  reply?(): void;
}

interface SubmissionResult<S extends Submission> {
  readonly submission: S;
  readonly outcome: Outcome;
  readonly error?: RecordedError;
}

/** Well below the age at which recovery treats a submission as orphaned. */
const LATE_SECONDS = 3n;

/** From the embedded chain, which answers in a millisecond, to a blockhash that expires. */
const LANDING_BOUNDS_MS = [
  ...[1, 2.5, 5, 10, 25, 50, 100, 250, 500],
  ...[1_000, 2_500, 5_000, 10_000, 20_000, 40_000, 80_000],
];

export class SubmissionRunner {
  readonly #context: RunnerContext;
  readonly #stopping = new AbortController();
  readonly #inFlight = new Set<string>();
  readonly #replied = new Set<string>();
  readonly #work = new Set<Promise<unknown>>();
  readonly #landings: Readonly<Record<Outcome['kind'], Durations>> = {
    landed: new Durations(LANDING_BOUNDS_MS),
    failed: new Durations(LANDING_BOUNDS_MS),
    refused: new Durations(LANDING_BOUNDS_MS),
    expired: new Durations(LANDING_BOUNDS_MS),
  };

  constructor(context: RunnerContext) {
    this.#context = context;
    // Every submission in flight adds a listener.
    setMaxListeners(0, this.#stopping.signal);
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  isInFlight(signature: string): boolean {
    return this.#inFlight.has(signature);
  }

  isReplied(signature: string): boolean {
    return this.#replied.has(signature);
  }

  landingTimes(name: string): MetricValue[] {
    return Object.entries(this.#landings).flatMap(([outcome, times]) =>
      times.values(name, { outcome }),
    );
  }

  /** Undefined: this process does not know the result. Never rejects. */
  run<S extends Submission>(
    handler: SubmissionHandler<S>,
    submission: S,
    onDecided: () => void = () => undefined,
  ): Promise<SubmissionResult<S> | undefined> {
    const work = this.#run(handler, submission, onDecided).finally(() => this.#work.delete(work));
    this.#work.add(work);
    return work;
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new DomainError('service_stopping'));
    await Promise.allSettled(this.#work);
  }

  async #run<S extends Submission>(
    handler: SubmissionHandler<S>,
    first: S,
    onDecided: () => void,
  ): Promise<SubmissionResult<S> | undefined> {
    const { chain, log } = this.#context;
    const onLanded = handler.onSending?.(first);
    // Another replica's recovery may have sent what has been in the journal for a while. Then a
    // node's refusal does not prove that it never landed.
    const isLate = BigInt(chain.clock.now()) - first.createdAt >= LATE_SECONDS;
    let current = isLate ? { ...first, signed: { ...first.signed, mayHaveBeenSent: true } } : first;
    const signatures = [current.signed.signature];
    const decided = () => {
      onLanded?.();
      onDecided();
    };
    try {
      for (let tries = 1; ; tries += 1) {
        this.#inFlight.add(current.signed.signature);
        const next = await this.#step(handler, current, tries, decided);
        if (!('replacedBy' in next)) return next;
        const { replacedBy } = next;
        if (!replacedBy) {
          await handler.onDecidedElsewhere?.(current);
          return undefined;
        }
        handler.onReplaced?.(replacedBy);
        const [only, ...others] = replacedBy;
        if (!only || others.length > 0) {
          await Promise.all(replacedBy.map((one) => this.run(handler, one)));
          return undefined;
        }
        current = only;
        signatures.push(only.signed.signature);
      }
    } catch (error) {
      const { signature } = current.signed;
      if (!this.signal.aborted) log.error({ error, signature }, 'a submission is left to recovery');
      handler.onAbandoned?.(current);
      return undefined;
    } finally {
      for (const signature of signatures) this.#inFlight.delete(signature);
      decided();
    }
  }

  async #step<S extends Submission>(
    handler: SubmissionHandler<S>,
    submission: S,
    tries: number,
    onDecided: () => void,
  ): Promise<SubmissionResult<S> | { readonly replacedBy: readonly S[] | undefined }> {
    const { chain, crash } = this.#context;
    const { signed } = submission;
    const sentAtMs = performance.now();
    const landing = chain.lander.land(signed, this.signal);
    crash.reachSoon('after sending');
    let outcome = toOutcome(await landing);
    this.#landings[outcome.kind].add(performance.now() - sentAtMs);
    crash.reach('after landing');
    onDecided();
    const conclusion = await this.#retry(async (failures) => {
      // The node's first answer may have been incomplete, so it is read again.
      if (failures > 0 && 'landed' in outcome) {
        const landed = (await chain.fetchLanded(signed.signature)) ?? outcome.landed;
        outcome = toOutcome({ kind: 'landed', landed });
      }
      return handler.conclude(submission, outcome, { tries, now: chain.clock.now() });
    });
    this.#logUnexplained(submission, outcome, conclusion);
    if (conclusion.kind === 'replace') {
      const isOurs = await this.#retry(() => this.#replace(submission, outcome, conclusion));
      await this.#retry(() => this.#ingest(outcome));
      if (isOurs) conclusion.record?.reply?.();
      return { replacedBy: isOurs ? conclusion.by : undefined };
    }
    if ('landed' in outcome) crash.reach('before indexing');
    if (!(await this.#record(submission, outcome, conclusion))) return { replacedBy: undefined };
    return { submission, outcome, ...(conclusion.error && { error: conclusion.error }) };
  }

  #logUnexplained(
    { signed: { signature } }: Submission,
    outcome: Outcome,
    conclusion: Conclusion<Submission>,
  ): void {
    const { error } = conclusion.kind === 'replace' ? (conclusion.record ?? {}) : conclusion;
    if (error?.code !== 'internal_error') return;
    const reason = failureOf(outcome)?.text ?? outcome.kind;
    this.#context.log.error({ signature, reason }, 'a transaction failed for an unknown reason');
  }

  /** In one SQL transaction, so that a crash leaves no half. False: another replica was first. */
  #replace(submission: Submission, outcome: Outcome, { by, record }: Replacement<Submission>) {
    const { chain, store, recorder, wallMs } = this.#context;
    const replacedBy = formatReplacements(by.map(({ signed }) => signed.signature));
    const { signature } = submission.signed;
    const { kind } = submission;
    const decidedAt = BigInt(chain.clock.now());
    const decision = { signature, kind, state: outcome.kind, decidedAt, replacedBy };
    const recording = { decision, rows: record?.rows ?? [], events: record?.events ?? [] };
    return recorder.recordAlone(store, recording, wallMs(), by);
  }

  /** False: another replica was first, and may have decided otherwise. */
  async #record(submission: Submission, outcome: Outcome, conclusion: ToRecord): Promise<boolean> {
    const { crash, readBarrier } = this.#context;
    const { signature } = submission.signed;
    if (conclusion.mayReplyFirst && readBarrier && !readBarrier.isFull) {
      const written = this.#write(submission, outcome, conclusion, true);
      readBarrier.track(written);
      this.#replied.add(signature);
      conclusion.reply?.();
      await written.finally(() => this.#replied.delete(signature));
    } else {
      const isOurs = await this.#write(submission, outcome, conclusion, false);
      if (!isOurs) return false;
      conclusion.reply?.();
    }
    crash.reachSoon('after replying');
    return true;
  }

  async #write(
    { kind, signed: { signature } }: Submission,
    outcome: Outcome,
    { rows = [], events = [], error, changes }: ToRecord,
    mayGather: boolean,
  ): Promise<boolean> {
    const { store, recorder, wallMs, chain, crash } = this.#context;
    const decidedAt = 'landed' in outcome ? outcome.landed.blockTime : BigInt(chain.clock.now());
    const text = error && JSON.stringify(error);
    const state = outcome.kind;
    const decision = { signature, kind, state, decidedAt, ...(text && { error: text }) };
    const recording = { decision, rows, events };
    const isOurs = await this.#retry(async () => {
      if (!('landed' in outcome)) return recorder.recordAlone(store, recording, wallMs());
      const apply = () => this.#ingest(outcome, mayGather, changes);
      const isDone = await recorder.recordWith(store, recording, wallMs(), apply);
      // All decide alike what landed without an error.
      return isDone || outcome.kind === 'landed';
    });
    crash.reach('before replying');
    return isOurs;
  }

  async #ingest(outcome: Outcome, mayGather = false, changes?: readonly EventChange[]) {
    const { indexer } = this.#context;
    if (!('landed' in outcome)) return;
    // With changes it is a group of bets. Those of one slot land together and share a write.
    if (mayGather || changes) await indexer.ingestSoon(outcome.landed, changes);
    else await indexer.ingest([outcome.landed]);
  }

  #retry<T>(work: (failures: number) => Promise<T>): Promise<T> {
    return retryWhileUnavailable(work, this.signal);
  }
}

const pauseMs = backoff(100, 5_000);

/** Repeats what must succeed because the chain has decided, while a server is unavailable. */
export function retryWhileUnavailable<T>(
  work: (failures: number) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const isRetried = (error: unknown) => error instanceof DomainError && error.status >= 500;
  return retry(work, { pauseMs, signal, isRetried });
}
