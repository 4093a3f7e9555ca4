import { oddsRoundHalfUp } from '@tote/domain';
import type { Queries } from '../../queries/create-queries.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { BetRecord } from '../../submissions/records.ts';
import { type Headline, headlineOf } from './headline.ts';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export interface CardData extends Headline {
  readonly bets: number;
  readonly site: string;
  /** The share of Yes after bets, oldest first; both from 0 to 1. */
  readonly steps: readonly { readonly time: number; readonly share: number }[];
}

const POINTS_MAX = 150;

export async function readCardData(queries: Queries, market: MarketView): Promise<CardData> {
  const now = queries.now();
  const { decimals, origin } = queries.config();
  const points = await queries.thinHistory(market.id, POINTS_MAX);
  const end = Math.min(now, market.end?.resolvedAt ?? market.closesAt);
  return {
    ...headlineOf(market, { now, decimals }),
    bets: market.bets,
    site: new URL(origin).host,
    steps: [...points].reverse().map(toStep(market.createdAt, Math.max(end, market.createdAt + 1))),
  };
}

const toStep =
  (from: number, to: number) =>
  ({ placedAt, pools }: Pick<BetRecord, 'placedAt' | 'pools'>) => ({
    time: Math.min(1, Math.max(0, (placedAt - from) / (to - from))),
    share: Number(oddsRoundHalfUp(pools).yes) / 10_000,
  });
