import { DomainError } from '@tote/domain';

/** One stream of the feed. */
export interface OpenStream {
  /** How the service ends it when it stops. */
  onStop(close: () => void): void;
  /** To call when the connection has ended. */
  end(): void;
}

interface StreamLimits {
  readonly streamsMax: number;
  readonly streamsPerClientMax: number;
}

/** The open streams of the feed: limits their number and closes them when the service stops. */
export class Streams {
  readonly #limits: StreamLimits;
  readonly #closers = new Map<OpenStream, () => void>();
  readonly #perClient = new Map<string, number>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** It counts for each of the clients, an address and a wallet: new wallets cost nothing. */
  open(clients: readonly string[]): OpenStream {
    const { streamsMax, streamsPerClientMax: max } = this.#limits;
    const countOf = (client: string) => this.#perClient.get(client) ?? 0;
    if (clients.some((client) => countOf(client) >= max)) {
      throw new DomainError('streams_too_many', { max });
    }
    if (this.#closers.size >= streamsMax)
      throw new DomainError('service_overloaded', { seconds: 5 });
    for (const client of clients) this.#perClient.set(client, countOf(client) + 1);
    const stream: OpenStream = {
      onStop: (close) => {
        if (this.#closers.has(stream)) this.#closers.set(stream, close);
      },
      end: () => {
        if (!this.#closers.delete(stream)) return;
        for (const client of clients) this.#release(client);
      },
    };
    this.#closers.set(stream, () => undefined);
    return stream;
  }

  closeAll(): void {
    for (const close of this.#closers.values()) close();
  }

  #release(client: string): void {
    const left = (this.#perClient.get(client) ?? 1) - 1;
    if (left > 0) this.#perClient.set(client, left);
    else this.#perClient.delete(client);
  }
}
