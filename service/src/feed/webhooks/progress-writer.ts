// Stores how far webhooks are. Many deliveries share a write: bets use the same database. What a
// crash loses is delivered again.
import { type UnixSeconds, unixSecondsAt } from '@tote/domain';
import { saveProgress } from '../../store/journal/webhooks.ts';
import type { Store } from '../../store/store.ts';
import type { RunnerProgress } from './webhook-runner.ts';

const WAIT_MS = 500;
const RETRY_MS = 1_000;

interface WriterContext {
  readonly store: Store;
  readonly wallMs: () => number;
  onFailure(error: unknown): void;
}

export class ProgressWriter {
  readonly #context: WriterContext;
  readonly #unsaved = new Map<string, RunnerProgress>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(context: WriterContext) {
    this.#context = context;
  }

  /** With `isUrgent` it resolves when this is stored, or could not be. */
  async save(progress: RunnerProgress, isUrgent: boolean): Promise<void> {
    this.#unsaved.set(progress.id, progress);
    if (isUrgent) await this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), WAIT_MS);
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    if (this.#unsaved.size === 0) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { store, wallMs, onFailure } = this.#context;
    const saved = [...this.#unsaved.values()];
    this.#unsaved.clear();
    const endedAt = unixSecondsAt(wallMs());
    try {
      await store.write(async (db) => {
        for (const progress of saved) await saveProgress(db, withEnd(progress, endedAt));
      });
    } catch (error) {
      onFailure(error);
      // Unless there is something newer.
      for (const one of saved) if (!this.#unsaved.has(one.id)) this.#unsaved.set(one.id, one);
      this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS);
    }
  }
}

const withEnd = (progress: RunnerProgress, now: UnixSeconds) => ({
  ...progress,
  endedAt: progress.endReason === null ? null : now,
});
