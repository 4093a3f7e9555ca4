// Puts `market.closed` and `attestation.wanted` into the feed, once per market, however many
// callers or replicas do.

import { Batcher } from '@tote/chain/lib/batcher';
import { formatInstant, printable } from '@tote/domain';
import { appendFeed } from '../feed/append.ts';
import type { NewFeedEvent } from '../feed/feed-event.ts';
import { attestationOf } from '../markets/attestation-of.ts';
import { claimAnnouncements } from '../store/journal/announced.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';
import type { TaskContext } from './task.ts';

type Context = Pick<TaskContext, 'store' | 'wallMs' | 'readBarrier'>;

/**
 * Must be the last statements of a write and follow `readBarrier.wait()`, so that the events of
 * earlier bets come first. Returns whether the feed has new events.
 */
type Announce = (db: Db, markets: readonly MarketView[], nowMs: number) => Promise<boolean>;

/** Markets per SQL transaction. */
const TOGETHER_MAX = 64;

/** Announces markets that are added at the same time in one SQL transaction. */
export function batchAnnouncements(context: Context, announce: Announce): Batcher<MarketView> {
  return new Batcher({
    atOnce: 1,
    take: ({ length }) => Math.min(length, TOGETHER_MAX),
    run: async (markets) => {
      await announceAll(context, announce, markets);
      return [];
    },
  });
}

async function announceAll(
  { store, wallMs, readBarrier }: Context,
  announce: Announce,
  markets: readonly MarketView[],
): Promise<void> {
  await readBarrier?.wait();
  const isNew = await store.write((db) => announce(db, markets, wallMs()));
  if (isNew) await store.notify('feed', '');
}

/** That the markets take no more bets. */
export const announceClosed: Announce = async (db, markets, nowMs) => {
  const events = await listClosed(db, markets);
  await appendFeed(db, events, nowMs);
  return events.length > 0;
};

/** That the markets wait for their oracles. They are closed, which is said before. */
export const announceWanted: Announce = async (db, markets, nowMs) => {
  const closed = await listClosed(db, markets);
  const isNew = await claim(db, 'wanted', markets);
  const events = [...closed, ...markets.filter(isNew).map(toWantedEvent)];
  await appendFeed(db, events, nowMs);
  return events.length > 0;
};

async function listClosed(db: Db, markets: readonly MarketView[]): Promise<NewFeedEvent[]> {
  const isNew = await claim(db, 'closed', markets);
  return markets.filter(isNew).map(({ id, closesAt, expiresAt }) => ({
    type: 'market.closed',
    marketId: id,
    wallet: null,
    data: { bettingClosesAt: formatInstant(closesAt), expireAt: formatInstant(expiresAt) },
  }));
}

async function claim(db: Db, what: 'closed' | 'wanted', markets: readonly MarketView[]) {
  const ids = markets.map(({ id }) => id);
  const claimed = await claimAnnouncements(db, what, ids);
  return ({ id }: MarketView) => claimed.has(id);
}

function toWantedEvent(market: MarketView): NewFeedEvent {
  const { id, question, subject: oracle, expiresAt } = market;
  const endsAt = attestationOf(market)?.endsAt ?? expiresAt;
  return {
    type: 'attestation.wanted',
    marketId: id,
    wallet: oracle,
    data: {
      question: printable(question),
      oracle,
      expireAt: formatInstant(expiresAt),
      endsAt: formatInstant(endsAt),
    },
  };
}
