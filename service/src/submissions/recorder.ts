// Writes what became of our transactions, best in the SQL transaction in which the indexer applies
// them: one commit for both.

import type { LandedTransaction } from '@tote/chain/landed';
import { LRUCache } from 'lru-cache';
import { appendFeed } from '../feed/append.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import {
  decideSubmission,
  isSubmissionDecided,
  type SubmissionDecision,
} from '../store/journal/submissions.ts';
import { insertFailedBets, type SubmittedBetRow } from '../store/journal/submitted-bets.ts';
import { insertBettors } from '../store/projection/save-bettors.ts';
import type { Db, Store } from '../store/store.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';

interface Recording {
  readonly decision: SubmissionDecision;
  /** The bets as they are afterwards. */
  readonly rows: readonly SubmittedBetRow[];
  readonly events: readonly NewFeedEvent[];
}

const INTRODUCED_MAX = 10_000;

export class SubmissionRecorder {
  readonly #crash: CrashPoints;
  readonly #ready = new Map<string, Recording>();
  /** Written in a transaction that has probably been committed. */
  readonly #written = new Set<string>();
  readonly #introduced = new LRUCache<string, true>({ max: INTRODUCED_MAX });

  constructor(crash: CrashPoints) {
    this.#crash = crash;
  }

  /** For the indexer: what it is to write beside the projection. Gives events for the feed. */
  readonly record = async (
    db: Db,
    applied: readonly { readonly landed: LandedTransaction }[],
  ): Promise<readonly NewFeedEvent[]> => {
    const events: NewFeedEvent[] = [];
    for (const { landed } of applied) {
      const recording = this.#ready.get(landed.signature);
      if (!recording) continue;
      events.push(...(await this.#write(db, recording)));
      this.#written.add(landed.signature);
    }
    return events;
  };

  /** `apply` brings the transaction into the projection, and may do our writing on the way. */
  async recordWith(
    store: Store,
    recording: Recording,
    atMs: number,
    apply: () => Promise<unknown>,
  ): Promise<void> {
    const { signature } = recording.decision;
    this.#ready.set(signature, recording);
    try {
      await apply();
      const wasWritten = this.#written.has(signature);
      // The loop of another replica may have applied it, or our transaction may not have held.
      if (wasWritten && (await isSubmissionDecided(store.db, signature))) return;
      await this.recordAlone(store, recording, atMs);
    } finally {
      this.#ready.delete(signature);
      this.#written.delete(signature);
    }
  }

  /** For what never reached the chain. */
  async recordAlone(store: Store, recording: Recording, atMs: number): Promise<void> {
    const hasEvents = await store.write(async (db) => {
      const events = await this.#write(db, recording);
      if (events.length > 0) await appendFeed(db, events, atMs);
      return events.length > 0;
    });
    if (hasEvents) await store.notify('feed', '');
  }

  /** Once: who comes second finds it decided and changes nothing. */
  async #write(db: Db, { decision, rows, events }: Recording): Promise<readonly NewFeedEvent[]> {
    if (!(await decideSubmission(db, decision))) return [];
    this.#crash.reach('while recording');
    await insertFailedBets(db, rows);
    await this.#introduce(db, rows);
    return events;
  }

  /**
   * A Bettor is opened before it bets, but our own bets are read before what others sent: whoever
   * reads a bet must not have to wait for the opening to learn whose it is.
   */
  async #introduce(db: Db, rows: readonly SubmittedBetRow[]): Promise<void> {
    const unknown = new Map<string, string>();
    for (const { bettor, wallet } of rows) {
      if (!this.#introduced.get(bettor)) unknown.set(bettor, wallet);
    }
    if (unknown.size === 0) return;
    await insertBettors(
      db,
      [...unknown].map(([address, wallet]) => ({ address, wallet })),
    );
    // Should the transaction not hold, the opening is read a moment later all the same.
    for (const bettor of unknown.keys()) this.#introduced.set(bettor, true);
  }
}
