import { listSettledMarkets, STAKEHOLDER_EVENTS } from '../store/journal/list-feed.ts';
import { listStakedMarkets } from '../store/projection/list-staked-markets.ts';
import type { Db } from '../store/store.ts';
import type { FeedEvent } from './feed-event.ts';

const isStakeholderEvent: ReadonlySet<string> = new Set(STAKEHOLDER_EVENTS);

/** The markets in which a wallet has a stake, as they are at a position of the feed. */
export class WalletMarkets {
  readonly wallet: string;
  readonly #ids: Set<string>;

  constructor(wallet: string, ids: Iterable<string>) {
    this.wallet = wallet;
    this.#ids = new Set(ids);
  }

  get ids(): Iterable<string> {
    return this.#ids;
  }

  /** Call it with each event, in order. */
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
export async function findWalletMarkets(
  db: Db,
  wallet: string,
  after: bigint,
): Promise<WalletMarkets> {
  const staked = await listStakedMarkets(db, wallet);
  const settled = await listSettledMarkets(db, wallet, after);
  return new WalletMarkets(wallet, [...staked, ...settled]);
}
