import type {
  Feed,
  FeedEvent,
  FeedFilter,
  FeedSubscription,
  NewFeedEvent,
} from '../../../src/feed/feed-event.ts';

type Deliver = (event: FeedEvent) => boolean;

interface Subscriber {
  readonly filter: FeedFilter;
  readonly deliver: Deliver;
  end(reason: 'closed' | 'slow' | 'stopping'): void;
}

/** A feed in memory that keeps all events. */
export class MemoryFeed implements Feed {
  readonly events: FeedEvent[] = [];
  readonly subscribers = new Set<Subscriber>();
  oldest = 1n;

  publish(event: Partial<NewFeedEvent> = {}): FeedEvent {
    const published: FeedEvent = {
      type: 'odds.changed',
      marketId: null,
      wallet: null,
      data: {},
      ...event,
      id: BigInt(this.events.length + 1),
      at: 1_800_000_000_000,
    };
    this.events.push(published);
    for (const subscriber of [...this.subscribers]) this.#give(subscriber, published);
    return published;
  }

  subscribe(filter: FeedFilter, afterId: bigint | undefined, deliver: Deliver): FeedSubscription {
    let finish: (reason: 'closed' | 'slow' | 'stopping') => void = () => {};
    const ended = new Promise<'closed' | 'slow' | 'stopping'>((resolve) => {
      finish = resolve;
    });
    const subscriber: Subscriber = {
      filter,
      deliver,
      end: (reason) => {
        this.subscribers.delete(subscriber);
        finish(reason);
      },
    };
    this.subscribers.add(subscriber);
    for (const event of this.events) {
      const isNew = afterId !== undefined && event.id > afterId;
      if (isNew && this.subscribers.has(subscriber)) this.#give(subscriber, event);
    }
    return { ended, close: () => subscriber.end('closed') };
  }

  async bounds() {
    return { oldest: this.oldest, newest: BigInt(this.events.length) };
  }

  #give(subscriber: Subscriber, event: FeedEvent): void {
    const { marketId, wallet } = subscriber.filter;
    if (marketId !== undefined && event.marketId !== marketId) return;
    if (wallet !== undefined && event.wallet !== wallet) return;
    if (!subscriber.deliver(event)) subscriber.end('slow');
  }
}
