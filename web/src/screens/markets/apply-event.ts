// How an event changes the list. Pure, so that it can be applied to a newer read too.
import type { Config, FeedItem, MarketSummary } from '@tote/sdk';
import { fromBaseUnits, toBaseUnits } from '@tote/sdk';

export type MarketList = readonly MarketSummary[] & { readonly nextCursor?: string };

export function applyEvent(
  list: MarketList,
  event: FeedItem,
  decimals?: Config['decimals'],
): MarketList {
  const index = list.findIndex(({ id }) => id === event.marketId);
  const market = list[index];
  const change = market && changeOf(market, event, decimals);
  if (!change) return list;
  const changed = list.with(index, { ...market, ...change });
  return Object.assign(changed, { nextCursor: list.nextCursor });
}

function changeOf(
  { currency }: MarketSummary,
  event: FeedItem,
  decimals?: Config['decimals'],
): Partial<MarketSummary> | undefined {
  switch (event.type) {
    case 'odds.changed': {
      const { odds, totalStake } = event.data;
      const scale = decimals?.[currency] ?? currency;
      const sum = toBaseUnits(totalStake.Yes, scale) + toBaseUnits(totalStake.No, scale);
      return { odds, totalVolume: fromBaseUnits(sum, scale) };
    }
    case 'market.closed':
      return { bettingOpen: false };
    case 'market.resolved':
    case 'market.refunded': {
      const { winningOutcome } = event.data;
      const refunded = event.type === 'market.refunded';
      return { status: 'resolved', bettingOpen: false, winningOutcome, refunded };
    }
    default:
      return undefined;
  }
}

/** It takes the place of the round before it. */
export const isNewRound = (event: FeedItem): boolean =>
  event.type === 'market.created' && event.data.series !== undefined;

/** A series is listed once: by the round that starts next, until it starts. */
export function oneRoundEach(list: readonly MarketSummary[]): readonly MarketSummary[] {
  const isNext = (market: MarketSummary) =>
    list.every(
      ({ series, bettingOpen, expireAt }) =>
        series !== market.series || !bettingOpen || expireAt >= market.expireAt,
    );
  return list.filter(
    (market) => market.series === undefined || (market.bettingOpen && isNext(market)),
  );
}
