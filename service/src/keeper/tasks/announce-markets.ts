// Publishes in the feed what only time makes true: that a market takes no more bets, and that one
// waits for the verdict of its oracle.
import { addSeconds, type UnixSeconds, unixSeconds } from '@tote/domain';
import { attestationOf } from '../../markets/attestation-of.ts';
import type { MarketPage } from '../../store/projection/keeper-reads.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { announceClosed, announceWanted, batchAnnouncements } from '../announce.ts';
import { Pager } from '../pager.ts';
import type { Task, TaskContext } from '../task.ts';

/** Markets that others create may be indexed this late. */
const LATE_SECONDS_MAX = 60;

export function announceClosedMarkets(context: TaskContext): Task {
  return announceMarkets(context, {
    name: 'announce-closed-markets',
    list: (span, page) => context.reads.listClosedMarkets(span, page),
    timeOf: ({ closesAt }) => closesAt,
    isDue: () => true,
    announce: announceClosed,
  });
}

export function announceWantedAttestations(context: TaskContext): Task {
  return announceMarkets(context, {
    name: 'announce-wanted-attestations',
    list: (span, page) => context.reads.listVerdictMarkets(span, page),
    timeOf: ({ expiresAt }) => expiresAt,
    // Later the oracle can no longer answer.
    isDue: (market, now) => now < (attestationOf(market)?.endsAt ?? market.expiresAt),
    announce: announceWanted,
  });
}

interface Span {
  readonly from: UnixSeconds;
  readonly to: UnixSeconds;
}

interface Announced {
  readonly name: Task['name'];
  /** Those of the span, in the order of their time. */
  list(span: Span, page: MarketPage): Promise<readonly MarketView[]>;
  timeOf(market: MarketView): UnixSeconds;
  isDue(market: MarketView, now: UnixSeconds): boolean;
  readonly announce: Parameters<typeof batchAnnouncements>[1];
}

function announceMarkets(
  context: TaskContext,
  { name, list, timeOf, isDue, announce }: Announced,
): Task {
  const { chain } = context;
  const pager = new Pager();
  const batch = batchAnnouncements(context, announce);
  const announced = new Map<string, UnixSeconds>();
  let from = unixSeconds(0);
  return {
    name,
    // It remembers up to when everything is announced.
    part: name,
    atOnce: 64,
    pollMs: 1_000,
    wakesEachSecond: true,
    wokenBy: [],
    async find(limit, canTry) {
      const to = chain.clock.now();
      const markets = await pager.find(
        (page) => list({ from, to }, page),
        (market) => !announced.has(market.id) && isDue(market, to) && canTry(market.id),
        limit,
      );
      // Only when everything up to now is announced may the next poll begin later.
      if (markets.length === 0) {
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
