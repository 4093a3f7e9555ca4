// Publishes in the feed what only time makes true: that a market takes no more bets, and that one
// waits for the verdict of its oracle.
import { Batcher } from '@tote/chain/lib/batcher';
import { addSeconds, formatInstant, printable, type UnixSeconds, unixSeconds } from '@tote/domain';
import { appendFeed } from '../../feed/event-group.ts';
import type { NewFeedEvent } from '../../feed/feed-event.ts';
import { attestationOf } from '../../markets/resolves-by.ts';
import { claimAnnouncements } from '../../store/journal/settings.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Db } from '../../store/store.ts';
import { Pager, REST_MS, type Task, type TaskContext } from '../task.ts';

const LATE_SECONDS_MAX = 60;

export const announceMarkets = (context: TaskContext): Task[] => [
  announceTimed(context, {
    name: 'announce-closed-markets',
    list: context.reads.listClosedMarkets,
    timeOf: ({ closesAt }) => closesAt,
    isDue: () => true,
    announce: announceClosed,
  }),
  announceTimed(context, {
    name: 'announce-wanted-attestations',
    list: context.reads.listVerdictMarkets,
    timeOf: ({ expiresAt }) => expiresAt,
    // Later the oracle can no longer answer.
    isDue: (market, now) => now < (attestationOf(market)?.endsAt ?? market.expiresAt),
    announce: announceWanted,
  }),
];

interface Announced {
  readonly name: Task['name'];
  readonly list: TaskContext['reads']['listClosedMarkets'];
  timeOf(market: MarketView): UnixSeconds;
  isDue(market: MarketView, now: UnixSeconds): boolean;
  readonly announce: Announce;
}

function announceTimed(
  context: TaskContext,
  { name, list, timeOf, isDue, announce }: Announced,
): Task {
  const { chain } = context;
  const pager = new Pager();
  const batch = batchAnnouncements(context, announce);
  const announced = new Map<string, UnixSeconds>();
  let from = unixSeconds(0);
  let isWaiting = true;
  return {
    name,
    // It remembers up to when everything is announced.
    part: name,
    atOnce: 64,
    get pollMs() {
      return isWaiting ? 1_000 : REST_MS;
    },
    isTimed: true,
    async find(limit, canTry) {
      const to = chain.clock.now();
      isWaiting = true;
      let isNew = false;
      const accept = (market: MarketView) => {
        if (announced.has(market.id) || !isDue(market, to)) return false;
        isNew = true;
        return canTry(market.id);
      };
      const markets = await pager.find((page) => list({ from, to }, page), accept, limit);
      isWaiting = isNew;
      // Only when everything up to now is announced may the next poll begin later.
      if (!isNew) {
        from = unixSeconds(Math.max(from, addSeconds(to, -LATE_SECONDS_MAX)));
        for (const [id, at] of announced) if (at < from) announced.delete(id);
      }
      return markets.map((market) => ({
        subject: market.id,
        run: async () => {
          await batch.add(market);
          announced.set(market.id, timeOf(market));
        },
      }));
    },
  };
}

/** Last in a write and after `readBarrier.wait()`, so that events of earlier bets come first. */
type Announce = (db: Db, markets: readonly MarketView[], nowMs: number) => Promise<boolean>;

const TOGETHER_MAX = 64;

/** Puts events into the feed, once per market, however many callers or replicas do. */
export function batchAnnouncements(
  { store, wallMs, readBarrier }: Pick<TaskContext, 'store' | 'wallMs' | 'readBarrier'>,
  announce: Announce,
) {
  return new Batcher<MarketView>({
    atOnce: 1,
    take: TOGETHER_MAX,
    run: async (markets) => {
      await readBarrier?.wait();
      const isNew = await store.write((db) => announce(db, markets, wallMs()));
      if (isNew) await store.notify('feed', '');
      return [];
    },
  });
}

type ListEvents = (db: Db, markets: readonly MarketView[]) => Promise<NewFeedEvent[]>;

const announcing =
  (list: ListEvents): Announce =>
  async (db, markets, nowMs) => {
    const events = await list(db, markets);
    await appendFeed(db, events, nowMs);
    return events.length > 0;
  };

const listClosed: ListEvents = async (db, markets) =>
  (await claim(db, 'closed', markets)).map(({ id, closesAt, expiresAt }) => ({
    type: 'market.closed',
    marketId: id,
    wallet: null,
    data: { bettingClosesAt: formatInstant(closesAt), expireAt: formatInstant(expiresAt) },
  }));

export const announceClosed = announcing(listClosed);

const announceWanted = announcing(async (db, markets) => {
  const closed = await listClosed(db, markets);
  return [...closed, ...(await claim(db, 'wanted', markets)).map(toWantedEvent)];
});

async function claim(db: Db, what: 'closed' | 'wanted', markets: readonly MarketView[]) {
  const ids = markets.map(({ id }) => id);
  const claimed = await claimAnnouncements(db, what, ids);
  return markets.filter(({ id }) => claimed.has(id));
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
