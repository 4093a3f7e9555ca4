// Records the results of our submissions. Where possible this happens in the SQL transaction in
// which the indexer applies them, so that both need one commit.
import type { LandedTransaction } from '@tote/chain/landed';
import { LRUCache } from 'lru-cache';
import { appendFeed } from '../feed/event-group.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import {
  decideSubmission,
  isSubmissionDecided,
  type SubmissionDecision,
} from '../store/journal/submissions.ts';
import { insertFailedBets, type SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import { insertBettors } from '../store/projection/bettors.ts';
import type { Db, Store } from '../store/store.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import { type Submission, storeSubmissions } from './submission.ts';

interface Recording {
  readonly decision: SubmissionDecision;
  readonly rows: readonly SubmittedBetRow[];
  readonly events: readonly NewFeedEvent[];
}

const KNOWN_BETTORS_MAX = 10_000;

export class SubmissionRecorder {
  readonly #crash: CrashPoints;
  readonly #ready = new Map<string, Recording>();
  /** Written by the indexer's transaction, which has probably been committed. */
  readonly #written = new Set<string>();
  readonly #knownBettors = new LRUCache<string, true>({ max: KNOWN_BETTORS_MAX });

  constructor(crash: CrashPoints) {
    this.#crash = crash;
  }

  readonly record = async (
    db: Db,
    applied: readonly { readonly landed: LandedTransaction }[],
    group: readonly LandedTransaction[],
  ): Promise<readonly NewFeedEvent[]> => {
    const events: NewFeedEvent[] = [];
    // The SQL transaction may be rolled back and run again: only its last run counts.
    for (const { signature } of group) this.#written.delete(signature);
    for (const { landed } of applied) {
      const recording = this.#ready.get(landed.signature);
      const written = recording && (await this.#write(db, recording));
      if (!written) continue;
      events.push(...written);
      this.#written.add(landed.signature);
    }
    return events;
  };

  /** `apply` lets the indexer apply the transaction; it may call `record` on the way. */
  async recordWith(
    store: Store,
    recording: Recording,
    atMs: number,
    apply: () => Promise<unknown>,
  ): Promise<boolean> {
    const { signature } = recording.decision;
    this.#ready.set(signature, recording);
    try {
      await apply();
      const wasWritten = this.#written.has(signature);
      // With replicas, another one may have applied it while our SQL transaction failed.
      const isOnly = store.engine === 'sqlite';
      if (wasWritten && (isOnly || (await isSubmissionDecided(store.db, signature)))) return true;
      // Whoever applied it has announced its bets.
      const events = recording.events.filter(({ type }) => type !== 'bet.confirmed');
      return await this.recordAlone(store, { ...recording, events }, atMs);
    } finally {
      this.#ready.delete(signature);
      this.#written.delete(signature);
    }
  }

  /** With what replaces it, if anything. False: another replica has decided it. */
  async recordAlone(
    store: Store,
    recording: Recording,
    atMs: number,
    by: readonly Submission[] = [],
  ): Promise<boolean> {
    const events = await store.write(async (db) => {
      const written = await this.#write(db, recording);
      if (!written) return undefined;
      await storeSubmissions(db, by);
      if (written.length > 0) await appendFeed(db, written, atMs);
      return written;
    });
    if (events?.length) await store.notify('feed', '');
    return events !== undefined;
  }

  async #write(db: Db, { decision, rows, events }: Recording) {
    if (!(await decideSubmission(db, decision))) return undefined;
    this.#crash.reach('while recording');
    await this.#writeRows(db, rows);
    return events;
  }

  async #writeRows(db: Db, rows: readonly SubmittedBetRow[]): Promise<void> {
    await insertFailedBets(db, rows);
    const unknown = new Map<string, string>();
    for (const { bettor, wallet } of rows) {
      if (!this.#knownBettors.get(bettor)) unknown.set(bettor, wallet);
    }
    if (unknown.size === 0) return;
    const bettors = [...unknown].map(([address, wallet]) => ({ address, wallet }));
    await insertBettors(db, bettors);
    // If this transaction fails, the indexer adds the Bettor a moment later.
    for (const bettor of unknown.keys()) this.#knownBettors.set(bettor, true);
  }
}
