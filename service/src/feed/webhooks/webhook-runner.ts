import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import type { Delivery, Webhook, WebhookProgress } from '../../store/journal/webhooks.ts';
import type { CrashPoints } from '../../telemetry/crash-points.ts';
import type { FeedEvent } from '../feed-event.ts';
import type { Backlog } from './backlog.ts';
import { describeFailure, isTaken, type Message, type MessagePoster } from './message-poster.ts';
import { signatureHeaders } from './signature.ts';

const DELIVERIES_KEPT = 50;
/** Passed to the thread that sends together. A crash delivers them again. */
const EVENTS_AT_ONCE = 8;
const GONE = 410;
const LATE_MS = 1_000;
const RETRY_STEP_MS = 1_000;

export interface RunnerContext {
  readonly poster: Pick<MessagePoster, 'postAll'>;
  render(event: FeedEvent): string;
  secretsOf(webhook: Webhook): readonly Uint8Array[];
  save(progress: RunnerProgress, isUrgent: boolean): Promise<void>;
  readonly wallMs: () => number;
  readonly random: () => number;
  readonly crash: CrashPoints;
}

export interface RunnerProgress extends WebhookProgress {
  readonly id: string;
  readonly endReason: string | null;
}

export class WebhookRunner {
  readonly #context: RunnerContext;
  readonly #backlog: Backlog;
  readonly #stopping = new AbortController();
  #webhook: Webhook;
  #progress: RunnerProgress;
  readonly counts = { delivered: 0, failed: 0 };

  constructor(context: RunnerContext, webhook: Webhook, backlog: Backlog) {
    this.#context = context;
    this.#webhook = webhook;
    this.#backlog = backlog;
    const { id, lastEventId, isAnswered, failures, failingSinceMs, nextTryMs } = webhook;
    const state = { isAnswered, failures, failingSinceMs, nextTryMs, endReason: null };
    this.#progress = { id, lastEventId, ...state, deliveries: webhook.deliveries };
  }

  get isFailing(): boolean {
    return this.#progress.failures > 0;
  }

  get lagMs(): number {
    const at = this.isFailing ? undefined : this.#backlog.nextAt;
    return at === undefined ? 0 : Math.max(0, this.#context.wallMs() - at - LATE_MS);
  }

  update(webhook: Webhook): void {
    this.#webhook = webhook;
  }

  async run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#progress.endReason === null) {
      await this.#waitForRetry(signal);
      const events = await this.#backlog.next(this.isFailing ? 1 : EVENTS_AT_ONCE, signal);
      if (events.length > 0) await this.#deliver(events, signal);
    }
    this.#backlog.close();
  }

  stop(): void {
    this.#stopping.abort();
  }

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

  async #deliver(events: readonly FeedEvent[], signal: AbortSignal): Promise<void> {
    const { wallMs, crash } = this.#context;
    const atMs = wallMs();
    crash.reach('before delivering');
    const posted = await this.#post(events, atMs, signal);
    if (posted.length === 0) return;
    crash.reach('after delivering');
    const attempt = this.#progress.failures + 1;
    const deliveries = posted.map(
      ({ afterMs, tookMs, status, failure }, index): Delivery => ({
        ...{ eventId: String(events[index]?.id), type: String(events[index]?.type), attempt },
        ...{ atMs: atMs + afterMs, tookMs, status, failure: failure ?? describeStatus(status) },
      }),
    );
    const taken = deliveries.filter(({ failure }) => failure === null);
    const [failed] = deliveries.slice(taken.length);
    const last = events[taken.length - 1];
    if (last) await this.#taken(last.id, taken);
    if (failed) await this.#failed(failed);
  }

  async #post(events: readonly FeedEvent[], atMs: number, signal: AbortSignal) {
    try {
      return await this.#context.poster.postAll(this.#sign(events, atMs), signal);
    } catch (error) {
      return [{ afterMs: 0, tookMs: 0, status: null, failure: describeFailure(error) }];
    }
  }

  #sign(events: readonly FeedEvent[], atMs: number): Message[] {
    const { render, secretsOf } = this.#context;
    const { url } = this.#webhook;
    const secrets = secretsOf(this.#webhook);
    const timestamp = Math.floor(atMs / 1_000);
    return events.map((event) => {
      const isReset = event.type === 'feed.reset';
      const id = isReset ? `reset-${event.id}` : String(event.id);
      const body = render(event);
      return { url, headers: signatureHeaders(secrets, { id, timestamp, body }), body };
    });
  }

  async #taken(lastEventId: bigint, taken: readonly Delivery[]): Promise<void> {
    this.#backlog.remove(taken.length);
    this.counts.delivered += taken.length;
    const fine = { isAnswered: true, failures: 0, failingSinceMs: null, nextTryMs: null };
    // Until then another webhook may take its place.
    const isUrgent = this.isFailing || !this.#progress.isAnswered;
    await this.#save({ lastEventId, ...fine, deliveries: this.#withNew(taken) }, isUrgent);
  }

  async #failed(delivery: Delivery): Promise<void> {
    const { status, failure } = delivery;
    const { wallMs, random } = this.#context;
    this.counts.failed += 1;
    const nowMs = wallMs();
    const failures = this.#progress.failures + 1;
    const failingSinceMs = this.#progress.failingSinceMs ?? nowMs;
    const nextTryMs = nowMs + retryDelayMs(failures, random());
    let endReason: string | null = null;
    if (status === GONE) endReason = 'it answered 410';
    else if (nowMs - failingSinceMs >= RETRY_MS_MAX) endReason = `a day of failures: ${failure}`;
    // What waits behind it is read again: a receiver that is unreachable holds no memory.
    this.#backlog.restart(this.#progress.lastEventId);
    const deliveries = this.#withNew([delivery]);
    await this.#save({ failures, failingSinceMs, nextTryMs, deliveries, endReason }, true);
  }

  #withNew(added: readonly Delivery[]): readonly Delivery[] {
    return [...added.toReversed(), ...this.#progress.deliveries].slice(0, DELIVERIES_KEPT);
  }

  #save(change: Partial<RunnerProgress>, isUrgent: boolean): Promise<void> {
    this.#progress = { ...this.#progress, ...change };
    return this.#context.save(this.#progress, isUrgent);
  }
}

function describeStatus(status: number | null): string | null {
  if (status === null || isTaken(status)) return null;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `it answered ${status}; redirects are not followed` : `it answered ${status}`;
}

const FIRST_MS = 5_000;
const FACTOR = 3;
const LONGEST_MS = 4 * 60 * 60_000;
/** The delay varies by this share: receivers that failed together are not tried together. */
const JITTER = 0.2;

/** From the first failure on: then the webhook ends. */
const RETRY_MS_MAX = 24 * 60 * 60_000;

export function retryDelayMs(failures: number, random: number): number {
  const delay = Math.min(FIRST_MS * FACTOR ** (failures - 1), LONGEST_MS);
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
