import type {
  Deliver,
  FeedEvent,
  FeedFilter,
  FeedSubscription,
  SubscriptionEnd,
} from './feed-event.ts';
import type { WalletMarkets } from './wallet-markets.ts';

interface SubscriberOptions {
  filter: FeedFilter;
  position: bigint;
  deliver: Deliver;
  ready?: () => Promise<void>;
}

/** One subscription: its position in the feed and how it ended. */
export class Subscriber implements FeedSubscription {
  readonly filter: FeedFilter;
  readonly ended: Promise<SubscriptionEnd>;
  /** Where the wallet of the filter has a stake; needed before the first event is offered. */
  markets: WalletMarkets | undefined;
  readonly #deliver: Deliver;
  readonly #ready: (() => Promise<void>) | undefined;
  readonly #onEnd: () => void;
  #resolve: (reason: SubscriptionEnd) => void = () => {};
  #position: bigint;
  #isEnded = false;

  constructor({ filter, position, deliver, ready }: SubscriberOptions, onEnd: () => void) {
    this.filter = filter;
    this.#position = position;
    this.#deliver = deliver;
    this.#ready = ready;
    this.#onEnd = onEnd;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** All events up to this id were delivered or did not match. */
  get position(): bigint {
    return this.#position;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Whether it can be offered events. */
  get isPrepared(): boolean {
    return this.filter.wallet === undefined || this.markets !== undefined;
  }

  /** Resolves when the client can take more, or the subscription has ended. */
  async ready(): Promise<void> {
    await Promise.race([this.#ready?.(), this.ended]);
  }

  offer(event: FeedEvent): void {
    if (this.#isEnded || event.id <= this.#position) return;
    this.#position = event.id;
    if (!this.#matches(event)) return;
    try {
      if (!this.#deliver(event)) this.end('slow');
    } catch {
      // A failing subscriber must not affect the others.
      this.end('closed');
    }
  }

  skipTo(id: bigint): void {
    if (id > this.#position) this.#position = id;
  }

  close(): void {
    this.end('closed');
  }

  end(reason: SubscriptionEnd): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onEnd();
    this.#resolve(reason);
  }

  #matches(event: FeedEvent): boolean {
    const { filter, markets } = this;
    if (filter.marketId !== undefined && filter.marketId !== event.marketId) return false;
    return filter.wallet === undefined || markets?.concerns(event) === true;
  }
}
