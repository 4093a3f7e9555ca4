import { type FinalizedData, findFinalAt } from '../store/finality.ts';
import { listFeedRows, listSettledMarkets, STAKEHOLDER_EVENTS } from '../store/journal/feed.ts';
import { listStakedMarkets } from '../store/projection/positions.ts';
import type { Db } from '../store/store.ts';
import { toFeedEvents } from './event-group.ts';
import type { Deliver, FeedEvent, FeedFilter } from './feed-event.ts';

export interface SubscriberOptions {
  readonly filter: FeedFilter;
  readonly position: bigint;
  readonly deliver: Deliver;
  /** Awaited between the pages of a replay, so that it does not overflow the client's buffer. */
  readonly ready?: () => Promise<void>;
  /** Events may come some milliseconds later, together: each read of new events costs time. */
  readonly isPatient?: boolean;
}

type SubscriptionEnd = 'closed' | 'slow' | 'stopping';

/** What whoever subscribed sees of it. */
export type Subscription = Pick<Subscriber, 'position' | 'ended' | 'close'>;

export class Subscriber {
  readonly filter: FeedFilter;
  readonly isPatient: boolean;
  readonly ended: Promise<SubscriptionEnd>;
  markets: WalletMarkets | undefined;
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

  get isPrepared(): boolean {
    return this.filter.wallet === undefined || this.markets !== undefined;
  }

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

const isStakeholderEvent: ReadonlySet<string> = new Set(STAKEHOLDER_EVENTS);

class WalletMarkets {
  readonly wallet: string;
  readonly #ids: Set<string>;

  constructor(wallet: string, ids: Iterable<string>) {
    this.wallet = wallet;
    this.#ids = new Set(ids);
  }

  get ids(): Iterable<string> {
    return this.#ids;
  }

  concerns({ type, marketId, wallet }: FeedEvent): boolean {
    if (marketId === null) return wallet === this.wallet;
    if (wallet !== this.wallet) return isStakeholderEvent.has(type) && this.#ids.has(marketId);
    if (type === 'bet.confirmed') this.#ids.add(marketId);
    if (type === 'position.settled') this.#ids.delete(marketId);
    return true;
  }
}

/**
 * For the events after this one. A market whose events come later is one in which the wallet has an
 * open position now, was paid later, or bets later. So the cost depends on the slots of the wallet
 * and on what it is sent, and not on its past.
 */
export async function findWalletMarkets(db: Db, wallet: string, after: bigint) {
  const staked = await listStakedMarkets(db, wallet);
  const settled = await listSettledMarkets(db, wallet, after);
  return new WalletMarkets(wallet, [...staked, ...settled]);
}

// The transactions of a wallet that a stream has told of and that are not final yet.

const LANDED: ReadonlySet<string> = new Set([
  'bet.confirmed',
  'position.settled',
  'account.deposited',
  'account.withdrawn',
  'delegate.changed',
]);
/** Those of a wallet within the seconds until they are final; in a replay, the newest. */
const PENDING_MAX = 200;

class WalletTransactions {
  readonly #wallet: string;
  #pending: { readonly eventId: bigint; readonly transactionId: string }[] = [];

  constructor(wallet: string) {
    this.#wallet = wallet;
  }

  remember({ id: eventId, type, wallet, data }: FeedEvent): void {
    const { transactionId } = data;
    const isOwn = wallet === this.#wallet && LANDED.has(type);
    if (!isOwn || typeof transactionId !== 'string') return;
    this.#pending.push({ eventId, transactionId });
    if (this.#pending.length > PENDING_MAX) this.#pending.shift();
  }

  finalize(event: FeedEvent): FeedEvent | undefined {
    const { upTo, dropped } = event.data as unknown as FinalizedData;
    const isFinal = ({ eventId }: { eventId: bigint }) => eventId <= BigInt(upTo);
    const ids = new Set(this.#pending.filter(isFinal).map((one) => one.transactionId));
    this.#pending = this.#pending.filter((one) => !isFinal(one));
    for (const signature of dropped) ids.delete(signature);
    if (ids.size === 0) return undefined;
    return { ...event, data: { upTo, wallet: this.#wallet, transactionIds: [...ids] } };
  }
}

export async function findWalletTransactions(db: Db, wallet: string, position: bigint) {
  const transactions = new WalletTransactions(wallet);
  let after: bigint | undefined = await findFinalAt(db, position);
  while (after !== undefined) {
    const page = { wallet, after, upTo: position, limit: PENDING_MAX };
    const rows = await listFeedRows(db, page);
    for (const event of await toFeedEvents(db, rows, wallet)) transactions.remember(event);
    after = rows.length < PENDING_MAX ? undefined : rows.at(-1)?.id;
  }
  return transactions;
}
