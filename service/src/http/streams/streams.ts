import { DomainError } from '@tote/domain';

/** The open connections of the feed: how many there may be, and how they end with the service. */
export class Streams {
  readonly #max: number;
  readonly #closers = new Set<() => void>();

  constructor(max: number) {
    this.#max = max;
  }

  checkRoom(): void {
    if (this.#closers.size >= this.#max)
      throw new DomainError('service_overloaded', { seconds: 5 });
  }

  /** Returns what to call when the stream has ended. */
  add(close: () => void): () => void {
    this.#closers.add(close);
    return () => this.#closers.delete(close);
  }

  closeAll(): void {
    for (const close of this.#closers) close();
  }
}
