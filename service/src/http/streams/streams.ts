import { DomainError } from '@tote/domain';

/** The open streams of the feed: limits their number and closes them when the service stops. */
export class Streams {
  readonly #max: number;
  readonly #closers = new Set<() => void>();

  constructor(max: number) {
    this.#max = max;
  }

  checkCapacity(): void {
    if (this.#closers.size >= this.#max)
      throw new DomainError('service_overloaded', { seconds: 5 });
  }

  /** Returns a function to call when the stream has ended. */
  add(close: () => void): () => void {
    this.#closers.add(close);
    return () => this.#closers.delete(close);
  }

  closeAll(): void {
    for (const close of this.#closers) close();
  }
}
