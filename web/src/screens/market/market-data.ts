import type { Bet, FeedItem, HistoryPoint, Market } from '@tote/sdk';
import { add } from '../../format/amounts.ts';

export type BetLine = Pick<
  Bet,
  'betId' | 'wallet' | 'outcome' | 'amount' | 'transactionId' | 'placedAt'
>;

export interface Point {
  /** In milliseconds, by the chain's clock. */
  readonly at: number;
  readonly sequence: number;
  readonly odds: HistoryPoint['odds'];
  readonly totalStake: HistoryPoint['totalStake'];
}

export interface MarketData {
  readonly market: Market;
  readonly bets: readonly BetLine[];
  readonly history: readonly Point[];
}

/** A limit, so that the page of a busy market does not grow forever. */
const BETS_KEPT = 1_000;
const POINTS_KEPT = 1_000;

export const toPoint = ({ placedAt, sequence, odds, totalStake }: HistoryPoint): Point => ({
  ...{ at: Date.parse(placedAt), sequence, odds, totalStake },
});

/** `at` is the chain's time; the event's own time is by another clock. */
export function applyEvent(data: MarketData, event: FeedItem, at: number): MarketData {
  // The screen may show another market by now.
  if (event.marketId !== data.market.id) return data;
  if (event.type === 'bet.confirmed') return addBet(data, event.data, at);
  if (event.type !== 'odds.changed') return data;
  const { odds, totalStake, sequence } = event.data;
  const { market, history } = data;
  if (sequence <= (history.at(-1)?.sequence ?? 0)) return data;
  const outcomes = market.outcomes.map(({ name }) => ({
    ...{ name, odds: odds[name], totalStake: totalStake[name] },
  }));
  const totalVolume = add(totalStake.Yes, totalStake.No);
  return {
    ...data,
    market: { ...market, outcomes, totalVolume },
    history: [...history, { at, sequence, odds, totalStake }].slice(-POINTS_KEPT),
  };
}

type ConfirmedBet = Omit<BetLine, 'placedAt'>;

function addBet(data: MarketData, confirmed: ConfirmedBet, at: number): MarketData {
  const { market, bets } = data;
  const { betId, wallet, outcome, amount, transactionId } = confirmed;
  if (bets.some((bet) => bet.betId === betId)) return data;
  const placedAt = new Date(at).toISOString();
  const bet = { betId, wallet, outcome, amount, transactionId, placedAt };
  return {
    ...data,
    market: { ...market, betCount: market.betCount + 1 },
    bets: [bet, ...bets].slice(0, BETS_KEPT),
  };
}

/** These events change much of the market, so it is read again. */
const TURNS: readonly string[] = [
  ...['market.closed', 'attestation.wanted', 'market.proposed', 'market.vetoed'],
  ...['market.resolved', 'market.refunded', 'settlement.finished'],
];

export const isTurn = ({ type }: FeedItem): boolean => TURNS.includes(type);
