// A subscription that is taken up again whenever it breaks.
import { backoff, withJitter } from '@tote/lib/retry';
import { sleepUnlessAborted } from '@tote/lib/sleep-unless-aborted';

/** A node that does not answer by then is given up, and asked again. */
const OPEN_MS = 10_000;
const WAIT_MS = withJitter(backoff(500, 30_000));
/** One that lasted this long was a good one: the next is not waited for as if it had failed. */
const GOOD_MS = 10_000;

export interface LastingSubscriptionOptions<Note> {
  open(signal: AbortSignal): Promise<AsyncIterable<Note>>;
  /** Undefined each time it begins: what happened before that was told to nobody. */
  hear(note: Note | undefined): void;
  readonly wallMs: () => number;
}

export class LastingSubscription<Note> {
  readonly #options: LastingSubscriptionOptions<Note>;
  readonly #closing = new AbortController();
  #attempt = new AbortController();
  #isOn = false;

  constructor(options: LastingSubscriptionOptions<Note>) {
    this.#options = options;
    this.#closing.signal.addEventListener('abort', () => this.reopen());
    void this.#run();
  }

  /** Whether the node has agreed to tell. Whether it does is another question. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Lets go of the one that there is, or that is being opened. */
  reopen(): void {
    this.#isOn = false;
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
      // However it ended, it is over.
      await this.#listen().catch(() => undefined);
      if (wallMs() - began >= GOOD_MS) failures = 1;
      await sleepUnlessAborted(WAIT_MS(failures), signal);
    }
  }

  async #listen(): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const timer = setTimeout(() => attempt.abort(), OPEN_MS);
    timer.unref();
    try {
      const notes = await this.#options.open(attempt.signal);
      clearTimeout(timer);
      if (attempt.signal.aborted) return;
      this.#isOn = true;
      this.#options.hear(undefined);
      for await (const note of notes) this.#options.hear(note);
    } finally {
      clearTimeout(timer);
      this.#isOn = false;
      attempt.abort();
    }
  }
}
