// The transactions of a wallet that a stream has told of and that are not final yet.
import type { FinalizedData } from '../store/finality.ts';
import { findFinalAt } from '../store/finality.ts';
import { listFeedRows } from '../store/journal/list-feed.ts';
import type { Db } from '../store/store.ts';
import { toFeedEvents } from './event-group.ts';
import type { FeedEvent } from './feed-event.ts';

/** Events of what a transaction has done. */
const LANDED: ReadonlySet<string> = new Set([
  'bet.confirmed',
  'position.settled',
  'account.deposited',
  'account.withdrawn',
  'delegate.changed',
]);
/** Those of a wallet within the seconds until they are final; in a replay, the newest. */
const PENDING_MAX = 200;

export class WalletTransactions {
  readonly #wallet: string;
  #pending: { readonly eventId: bigint; readonly transactionId: string }[] = [];

  constructor(wallet: string) {
    this.#wallet = wallet;
  }

  /** Call it with each event about the wallet, in order. */
  remember({ id: eventId, type, wallet, data }: FeedEvent): void {
    const { transactionId } = data;
    const isOwn = wallet === this.#wallet && LANDED.has(type);
    if (!isOwn || typeof transactionId !== 'string') return;
    this.#pending.push({ eventId, transactionId });
    if (this.#pending.length > PENDING_MAX) this.#pending.shift();
  }

  /** What `transaction.finalized` says to this wallet; undefined: nothing. */
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

/** As they are for a reader that has seen the events up to this one. */
export async function findWalletTransactions(
  db: Db,
  wallet: string,
  position: bigint,
): Promise<WalletTransactions> {
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
