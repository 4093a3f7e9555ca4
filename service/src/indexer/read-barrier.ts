// With SQLite a bet is answered once it is confirmed on chain, before its rows are written. Reads
// wait for the rows of everything that was answered before, so that they see every answered write.
import { within } from '@tote/chain/lib/within';
import { DomainError } from '@tote/domain';

/** With this many pending, the next bet is answered only after its rows are written. */
const PENDING_MAX = 64;
/** A disk that does not respond must not block readers forever. */
const WAIT_MS_MAX = 5_000;

export class ReadBarrier {
  readonly #pending = new Set<Promise<unknown>>();
  readonly #flush: () => void;

  constructor(flush: () => void) {
    this.#flush = flush;
  }

  get isOpen(): boolean {
    return this.#pending.size === 0;
  }

  get isFull(): boolean {
    return this.#pending.size >= PENDING_MAX;
  }

  track(writing: Promise<unknown>): void {
    this.#pending.add(writing);
    const end = () => this.#pending.delete(writing);
    writing.then(end, end);
  }

  async wait(): Promise<void> {
    if (this.isOpen) return;
    const before = Promise.allSettled(this.#pending);
    this.#flush();
    const done = await within(before, WAIT_MS_MAX);
    if (!done) throw new DomainError('database_unavailable');
  }
}
