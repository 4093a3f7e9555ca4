// Events about a bettor. The chain names its account, and readers know its wallet.
import type { EventGroup } from '../feed/event-group.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import { findWallets } from '../store/projection/find-wallets.ts';
import type { Db } from '../store/store.ts';
import { OpeningMissing } from './problems.ts';

/** The wallet is found when the batch is written. */
export interface BettorEvent {
  readonly bettor: string;
  /** Of its transaction. */
  readonly signature: string;
  /** If it says that a bet is confirmed: who sent the bet may have made the same event. */
  readonly betId?: string;
  toEvent(wallet: string): NewFeedEvent;
}

/**
 * In the order of the batch, and then what only the senders know. Each confirmed bet is announced
 * once, with the event of its sender if there is one: that needs no query. Throws `OpeningMissing`
 * unless the batch is in the order of the chain, in which an account is opened first.
 */
export async function nameWallets(
  db: Db,
  events: readonly (NewFeedEvent | EventGroup | BettorEvent)[],
  { ofSenders, isOrdered }: { ofSenders: readonly NewFeedEvent[]; isOrdered: boolean },
): Promise<(NewFeedEvent | EventGroup)[]> {
  const confirmed = new Map<string, NewFeedEvent>();
  const others = new Set(ofSenders);
  for (const event of ofSenders) {
    if (event.type === 'bet.confirmed') confirmed.set(event.data.betId, event);
  }
  const findOwn = ({ betId }: BettorEvent) =>
    betId === undefined ? undefined : confirmed.get(betId);
  const unnamed = events.flatMap((event) =>
    'bettor' in event && !findOwn(event) ? event.bettor : [],
  );
  const wallets = await findWallets(db, unnamed);
  const named = events.flatMap((event) => {
    if (!('bettor' in event)) return event;
    const own = findOwn(event);
    if (own) {
      others.delete(own);
      return own;
    }
    const wallet = wallets.get(event.bettor);
    if (wallet !== undefined) return event.toEvent(wallet);
    if (isOrdered) return [];
    throw new OpeningMissing(event.signature, event.bettor);
  });
  return [...named, ...others];
}
