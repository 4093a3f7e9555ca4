// Delivers to one webhook: one event at a time, in order, until the receiver has taken it.
import { sleepUnlessAborted } from '@tote/lib/sleep-unless-aborted';
import type { FeedEvent } from '../feed/feed-event.ts';
import type { Delivery, Webhook, WebhookProgress } from '../store/journal/webhooks.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import { FetchFailure } from '../web/checked-address.ts';
import type { Message } from '../web/message-poster.ts';
import type { Backlog } from './backlog.ts';
import { RETRY_MS_MAX, retryDelayMs } from './retry-delay.ts';
import { signatureHeaders } from './signature.ts';

const DELIVERIES_KEPT = 50;
const GONE = 410;
const LATE_MS = 1_000;
const RETRY_STEP_MS = 1_000;

export interface RunnerContext {
  post(message: Message, signal: AbortSignal): Promise<number>;
  /** The event as JSON. */
  render(event: FeedEvent): string;
  /** The present secret of the webhook, and the one before while both are used. */
  secretsOf(webhook: Webhook): readonly Uint8Array[];
  /** Stores the progress; with `isUrgent` it resolves when that is done. */
  save(progress: RunnerProgress, isUrgent: boolean): Promise<void>;
  readonly wallMs: () => number;
  readonly random: () => number;
  readonly crash: CrashPoints;
}

export interface RunnerProgress extends WebhookProgress {
  readonly id: string;
  readonly endReason: string | null;
}

interface Outcome {
  readonly status: number | null;
  readonly failure: string | null;
}

export class WebhookRunner {
  readonly #context: RunnerContext;
  readonly #backlog: Backlog;
  readonly #stopping = new AbortController();
  #webhook: Webhook;
  #progress: RunnerProgress;
  /** The events taken and the attempts that failed, since the start. */
  readonly counts = { delivered: 0, failed: 0 };

  constructor(context: RunnerContext, webhook: Webhook, backlog: Backlog) {
    this.#context = context;
    this.#webhook = webhook;
    this.#backlog = backlog;
    const { id, lastEventId, failures, failingSinceMs, nextTryMs, deliveries } = webhook;
    const state = { failures, failingSinceMs, nextTryMs, deliveries, endReason: null };
    this.#progress = { id, lastEventId, ...state };
  }

  get isFailing(): boolean {
    return this.#progress.failures > 0;
  }

  /** How long the next event has been waiting for a receiver that is not failing. */
  get lagMs(): number {
    const at = this.isFailing ? undefined : this.#backlog.nextAt;
    return at === undefined ? 0 : Math.max(0, this.#context.wallMs() - at - LATE_MS);
  }

  /** Its secret may have changed. */
  update(webhook: Webhook): void {
    this.#webhook = webhook;
  }

  /** Returns when it is stopped, or the webhook has ended. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#progress.endReason === null) {
      await this.#waitForRetry(signal);
      const event = await this.#backlog.next(signal);
      if (event) await this.#deliver(event, signal);
    }
    this.#backlog.close();
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Stores how far it has read, though nothing matched: it need not be read again. */
  async savePosition(): Promise<void> {
    const { position } = this.#backlog;
    if (this.isFailing || position <= this.#progress.lastEventId) return;
    await this.#save({ lastEventId: position }, false);
  }

  async #waitForRetry(signal: AbortSignal): Promise<void> {
    const nextTryMs = this.#progress.nextTryMs ?? 0;
    const left = () => nextTryMs - this.#context.wallMs();
    // In steps: the clock of the machine may be set.
    while (!signal.aborted && left() > 0) {
      await sleepUnlessAborted(Math.min(left(), RETRY_STEP_MS), signal);
    }
  }

  async #deliver(event: FeedEvent, signal: AbortSignal): Promise<void> {
    const { wallMs, crash } = this.#context;
    const atMs = wallMs();
    crash.reach('before delivering');
    const outcome = await this.#post(event, atMs, signal);
    if (!outcome) return;
    crash.reach('after delivering');
    const delivery: Delivery = {
      ...{ eventId: String(event.id), type: event.type, attempt: this.#progress.failures + 1 },
      ...{ atMs, tookMs: wallMs() - atMs, ...outcome },
    };
    const deliveries = [delivery, ...this.#progress.deliveries.slice(0, DELIVERIES_KEPT - 1)];
    if (outcome.failure === null) await this.#taken(event, deliveries);
    else await this.#failed(outcome, deliveries);
  }

  /** Undefined when it was stopped meanwhile. */
  async #post(event: FeedEvent, atMs: number, signal: AbortSignal): Promise<Outcome | undefined> {
    const { post, render, secretsOf } = this.#context;
    const isReset = event.type === 'feed.reset';
    const id = isReset ? `reset-${event.id}` : String(event.id);
    const timestamp = Math.floor(atMs / 1_000);
    const body = render(event);
    try {
      const secrets = secretsOf(this.#webhook);
      const headers = signatureHeaders(secrets, { id, timestamp, body });
      const status = await post({ url: this.#webhook.url, headers, body }, signal);
      return { status, failure: describeStatus(status) };
    } catch (error) {
      if (signal.aborted) return undefined;
      const isKnown = error instanceof FetchFailure;
      return { status: null, failure: isKnown ? error.message : 'it could not be sent' };
    }
  }

  async #taken(event: FeedEvent, deliveries: readonly Delivery[]): Promise<void> {
    this.#backlog.shift();
    this.counts.delivered += 1;
    const fine = { failures: 0, failingSinceMs: null, nextTryMs: null };
    const wasFailing = this.isFailing;
    await this.#save({ lastEventId: event.id, ...fine, deliveries }, wasFailing);
  }

  async #failed({ status, failure }: Outcome, deliveries: readonly Delivery[]): Promise<void> {
    const { wallMs, random } = this.#context;
    this.counts.failed += 1;
    const nowMs = wallMs();
    const failures = this.#progress.failures + 1;
    const failingSinceMs = this.#progress.failingSinceMs ?? nowMs;
    const nextTryMs = nowMs + retryDelayMs(failures, random());
    let endReason: string | null = null;
    if (status === GONE) endReason = 'it answered 410';
    else if (nowMs - failingSinceMs >= RETRY_MS_MAX) endReason = `a day of failures: ${failure}`;
    // What waits behind it is read again: a receiver that is away holds no memory.
    this.#backlog.restart(this.#progress.lastEventId);
    await this.#save({ failures, failingSinceMs, nextTryMs, deliveries, endReason }, true);
  }

  #save(change: Partial<RunnerProgress>, isUrgent: boolean): Promise<void> {
    this.#progress = { ...this.#progress, ...change };
    return this.#context.save(this.#progress, isUrgent);
  }
}

/** Null if the event was taken. */
function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `it answered ${status}; redirects are not followed` : `it answered ${status}`;
}
