// Posts the feed to webhooks. One replica at a time does it; another goes on from what is stored.
import { setMaxListeners } from 'node:events';
import { FetchFailure } from '@tote/chain/lib/checked-address';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import { type UnixSeconds, unixSecondsAt } from '@tote/domain';
import { listActiveWebhooks, saveProgress, type Webhook } from '../../store/journal/webhooks.ts';
import type { Store } from '../../store/store.ts';
import type { CrashPoints } from '../../telemetry/crash-points.ts';
import type { Log } from '../../telemetry/log.ts';
import type { FeedEvent } from '../feed-event.ts';
import type { FeedHub } from '../feed-hub.ts';
import { Backlog } from './backlog.ts';
import { deriveSecret, hashSecret } from './signature.ts';
import type { Poster } from './threaded-poster.ts';
import { type RunnerContext, type RunnerProgress, WebhookRunner } from './webhook-runner.ts';

/** In case a runner failed. Changes come with a notification. */
const RELOAD_MS = 60_000;
const SECRET_LOST = 'its secret is lost, because the key of the service has changed: rotate it';

interface DispatcherOptions {
  readonly store: Store;
  readonly feed: FeedHub;
  readonly poster: Pick<Poster, 'postAll'>;
  /** 32 bytes, the same on every replica: secrets of webhooks are derived from it. */
  readonly secret: Uint8Array;
  readonly render: (event: FeedEvent) => string;
  readonly wallMs: () => number;
  readonly random: () => number;
  readonly log: Log;
  readonly crash: CrashPoints;
}

export class WebhookDispatcher {
  readonly #options: DispatcherOptions;
  readonly #writer: ProgressWriter;
  readonly #runners = new Map<string, { runner: WebhookRunner; ended: Promise<void> }>();
  readonly #counts = { delivered: 0, failed: 0 };
  readonly #secrets = new WeakMap<Webhook, readonly [Uint8Array, Uint8Array]>();
  #stopLeading: (() => Promise<void>) | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#writer = new ProgressWriter(options);
  }

  start(): void {
    const { store } = this.#options;
    this.#stopLeading ??= store.lead('webhooks', (signal) => this.#lead(signal));
  }

  async stop(): Promise<void> {
    await this.#stopLeading?.();
    this.#stopLeading = undefined;
  }

  measure() {
    const runners = [...this.#runners.values()].map(({ runner }) => runner);
    const sum = (name: 'delivered' | 'failed') =>
      runners.reduce((total, { counts }) => total + counts[name], this.#counts[name]);
    return {
      active: runners.length,
      failing: runners.filter(({ isFailing }) => isFailing).length,
      delivered: sum('delivered'),
      failed: sum('failed'),
      lagSeconds: Math.max(0, ...runners.map(({ lagMs }) => lagMs)) / 1_000,
    };
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#options;
    setMaxListeners(0, signal);
    let wake = () => {};
    const stopListening = store.onNotify('webhook', () => wake());
    try {
      while (!signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await this.#reload(signal).catch((error) => log.warn({ error }, 'webhooks were not read'));
        await Promise.race([changed, sleepUnlessAborted(RELOAD_MS, signal)]);
      }
    } finally {
      stopListening();
      for (const { runner } of this.#runners.values()) runner.stop();
      await Promise.all([...this.#runners.values()].map(({ ended }) => ended));
      await this.#writer.flush();
    }
  }

  async #reload(signal: AbortSignal): Promise<void> {
    for (const { runner } of this.#runners.values()) await runner.savePosition();
    const listed = await listActiveWebhooks(this.#options.store.db);
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, { runner }] of this.#runners) if (!ids.has(id)) runner.stop();
    for (const webhook of listed) {
      const known = this.#runners.get(webhook.id);
      if (known) known.runner.update(webhook);
      else if (!signal.aborted) this.#run(webhook);
    }
  }

  #run(webhook: Webhook): void {
    const { log } = this.#options;
    const context: RunnerContext = {
      ...this.#options,
      secretsOf: (one) => this.#secretsOf(one),
      save: (progress, isUrgent) => this.#writer.save(progress, isUrgent),
    };
    const runner = new WebhookRunner(context, webhook, new Backlog(this.#options, webhook));
    const ended = runner
      .run()
      .catch((error) => log.error({ error, webhook: webhook.id }, 'a webhook stopped; it restarts'))
      .finally(() => {
        this.#runners.delete(webhook.id);
        this.#counts.delivered += runner.counts.delivered;
        this.#counts.failed += runner.counts.failed;
      });
    this.#runners.set(webhook.id, { runner, ended });
  }

  #secretsOf(webhook: Webhook): readonly Uint8Array[] {
    const { previousUntil } = webhook;
    const both = this.#secrets.get(webhook) ?? this.#deriveSecrets(webhook);
    this.#secrets.set(webhook, both);
    const isRotating = previousUntil !== null && this.#options.wallMs() < previousUntil * 1_000;
    return isRotating ? both : both.slice(0, 1);
  }

  #deriveSecrets({ id, generation, secretHash }: Webhook) {
    const { secret } = this.#options;
    const present = deriveSecret(secret, id, generation);
    // A receiver would refuse each event, and not know why.
    if (hashSecret(present) !== secretHash) throw new FetchFailure(SECRET_LOST);
    return [present, deriveSecret(secret, id, generation - 1)] as const;
  }
}

// Stores how far webhooks are. Many deliveries share a write: bets use the same database. What a
// crash loses is delivered again.

const WAIT_MS = 500;
const RETRY_MS = 1_000;

type WriterContext = Pick<DispatcherOptions, 'store' | 'wallMs' | 'log'>;

class ProgressWriter {
  readonly #context: WriterContext;
  readonly #unsaved = new Map<string, RunnerProgress>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor(context: WriterContext) {
    this.#context = context;
  }

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
    const { store, wallMs, log } = this.#context;
    const saved = [...this.#unsaved.values()];
    this.#unsaved.clear();
    const endedAt = unixSecondsAt(wallMs());
    try {
      await store.write(async (db) => {
        for (const progress of saved) await saveProgress(db, withEnd(progress, endedAt));
      });
    } catch (error) {
      log.warn({ error }, 'the progress of webhooks was not stored; it is tried again');
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
