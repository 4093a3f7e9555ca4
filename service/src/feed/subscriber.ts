import type {
  Deliver,
  FeedEvent,
  FeedFilter,
  FeedSubscription,
  SubscribeOptions,
  SubscriptionEnd,
} from './feed-event.ts';
import type { WalletMarkets } from './wallet-markets.ts';
import type { WalletTransactions } from './wallet-transactions.ts';

interface SubscriberOptions extends SubscribeOptions {
  filter: FeedFilter;
  position: bigint;
  deliver: Deliver;
}

/** One subscription: its position in the feed and how it ended. */
export class Subscriber implements FeedSubscription {
  readonly filter: FeedFilter;
  readonly isPatient: boolean;
  readonly ended: Promise<SubscriptionEnd>;
  /** Where the wallet of the filter has a stake; needed before the first event is offered. */
  markets: WalletMarkets | undefined;
  /** The transactions of that wallet that are not final yet. */
  transactions: WalletTransactions | undefined;
  readonly #deliver: Deliver;
  readonly #ready: (() => Promise<void>) | undefined;
  readonly #onEnd: () => void;
  #resolve: (reason: SubscriptionEnd) => void = () => {};
  #position: bigint;
  #isEnded = false;

  constructor(options: SubscriberOptions, onEnd: () => void) {
    const { filter, position, deliver, ready, isPatient = false } = options;
    this.filter = filter;
    this.isPatient = isPatient;
    this.#position = position;
    this.#deliver = deliver;
    this.#ready = ready;
    this.#onEnd = onEnd;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

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
    const shown = this.#select(event);
    if (!shown) return;
    try {
      if (!this.#deliver(shown)) this.end('slow');
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

  /** The event as the filter shows it; undefined if it does not. */
  #select(event: FeedEvent): FeedEvent | undefined {
    const { filter, markets, transactions } = this;
    if (filter.marketId !== undefined && filter.marketId !== event.marketId) return undefined;
    if (filter.wallet === undefined) return event;
    if (event.type === 'transaction.finalized') return transactions?.finalize(event);
    if (markets?.concerns(event) !== true) return undefined;
    transactions?.remember(event);
    return event;
  }
}
