import { backoff, withJitter } from './lib/retry.ts';
import { sleepUnlessAborted } from './lib/sleep-unless-aborted.ts';

const OPEN_MS = 10_000;
const WAIT_MS = withJitter(backoff(500, 30_000));
const STABLE_MS = 10_000;

interface ReconnectingSubscriptionOptions<Notification> {
  open(signal: AbortSignal): Promise<AsyncIterable<Notification>>;
  /** Called with undefined at each start: changes before that were not notified. */
  onNotification(notification: Notification | undefined): void;
  readonly wallMs: () => number;
}

export class ReconnectingSubscription<Notification> {
  readonly #options: ReconnectingSubscriptionOptions<Notification>;
  readonly #closing = new AbortController();
  #attempt = new AbortController();
  #isOpen = false;

  constructor(options: ReconnectingSubscriptionOptions<Notification>) {
    this.#options = options;
    this.#closing.signal.addEventListener('abort', () => this.reopen());
    void this.#run();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  reopen(): void {
    this.#isOpen = false;
    this.#attempt.abort();
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { wallMs } = this.#options;
    const { signal } = this.#closing;
    for (let failures = 1; !signal.aborted; failures += 1) {
      const began = wallMs();
      // An error is handled like a normal end: reconnect.
      await this.#listen().catch(() => undefined);
      if (wallMs() - began >= STABLE_MS) failures = 1;
      await sleepUnlessAborted(WAIT_MS(failures), signal);
    }
  }

  async #listen(): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const timer = setTimeout(() => attempt.abort(), OPEN_MS);
    timer.unref();
    try {
      const notifications = await this.#options.open(attempt.signal);
      clearTimeout(timer);
      if (attempt.signal.aborted) return;
      this.#isOpen = true;
      this.#options.onNotification(undefined);
      for await (const notification of notifications) this.#options.onNotification(notification);
    } finally {
      clearTimeout(timer);
      this.#isOpen = false;
      attempt.abort();
    }
  }
}
