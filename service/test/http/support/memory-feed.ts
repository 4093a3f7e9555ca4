import type {
  Feed,
  FeedEvent,
  FeedFilter,
  FeedSubscription,
} from '../../../src/feed/feed-event.ts';
import type { FeedStart } from '../../../src/store/journal/feed.ts';

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

  /** Data that are not those of the type would not be sent: `type` is of another version. */
  publish(event: Partial<FeedEvent> = {}): FeedEvent {
    const published: FeedEvent = {
      type: 'test.event',
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
    const position = BigInt(this.events.length);
    return { position, ended, close: () => subscriber.end('closed') };
  }

  async findStart(asked: bigint): Promise<FeedStart> {
    const newest = BigInt(this.events.length);
    if (asked > newest) return { after: newest, isKnown: false };
    const isKnown = asked === 0n || asked >= this.oldest - 1n;
    return { after: isKnown ? asked : this.oldest - 1n, isKnown };
  }

  #give(subscriber: Subscriber, event: FeedEvent): void {
    const { marketId, wallet } = subscriber.filter;
    if (marketId !== undefined && event.marketId !== marketId) return;
    if (wallet !== undefined && event.wallet !== wallet) return;
    if (!subscriber.deliver(event)) subscriber.end('slow');
  }
}
