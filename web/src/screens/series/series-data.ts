// What the page of a series shows, and how an event changes it. Pure.
import type {
  FeedItem,
  Market,
  MarketSummary,
  Position,
  SeriesDetail,
  SeriesRound,
} from '@tote/sdk';
import { applyEvent, isTurn } from '../market/market-data.ts';

export interface SeriesData {
  readonly series: SeriesDetail;
  /** The markets of the round that runs and of the one after it, as far as they are opened. */
  readonly current: Market | undefined;
  readonly next: Market | undefined;
  /** The last rounds with a result, the newest first. */
  readonly results: readonly Result[];
  /** The visitor's positions in rounds, the newest first. */
  readonly own: readonly Position[];
}

export interface Result {
  readonly marketId: string;
  readonly endsAt: string;
  /** Undefined while it is being decided; null for a refund. */
  readonly winner: 'Yes' | 'No' | null | undefined;
}

export const RESULTS = 20;
const DECIDING: readonly string[] = ['open', 'closed', 'proposed'];

/** Those that are being decided, then those that are decided, however long ago that was. */
export function mergeResults(
  rounds: readonly SeriesRound[],
  decided: readonly Pick<MarketSummary, 'id' | 'expireAt' | 'winningOutcome'>[],
): Result[] {
  const ended = decided.map(({ id, expireAt, winningOutcome = null }) => ({
    ...{ marketId: id, endsAt: expireAt, winner: winningOutcome },
  }));
  const known = new Set(ended.map(({ marketId }) => marketId));
  const deciding = rounds.flatMap(({ marketId, expireAt, state }) => {
    const isWaiting = marketId !== null && DECIDING.includes(state) && !known.has(marketId);
    return isWaiting ? [{ marketId, endsAt: expireAt, winner: undefined }] : [];
  });
  return [...deciding, ...ended].slice(0, RESULTS);
}

/** Whether the page must be read again. */
export function changesSeries(data: SeriesData, event: FeedItem, wallet?: string): boolean {
  const { series, current, next, results } = data;
  if (event.type === 'market.created') return event.data.series === series.id;
  const isRound = [current?.id, next?.id, ...results.map(({ marketId }) => marketId)].includes(
    event.marketId ?? '',
  );
  if (!isRound) return false;
  if (event.type === 'position.settled' || event.type === 'bet.confirmed') {
    return event.data.wallet === wallet;
  }
  return isTurn(event);
}

/** The odds and pools of the rounds that are shown. */
export function applyToRounds(data: SeriesData, event: FeedItem, at: number): SeriesData {
  const apply = (market: Market | undefined) =>
    market && applyEvent({ market, bets: [], history: [] }, event, at).market;
  return { ...data, current: apply(data.current), next: apply(data.next) };
}

interface Streak {
  readonly won: number;
  readonly lost: number;
  /** Wins in a row up to the last decided round; refunds do not end it. */
  readonly inRow: number;
}

/** Undefined for a wallet without a decided round. */
export function findStreak(own: readonly Pick<Position, 'status'>[]): Streak | undefined {
  const decided = own
    .map(({ status }) => status)
    .filter((each) => each === 'won' || each === 'lost');
  if (decided.length === 0) return undefined;
  const won = decided.filter((status) => status === 'won').length;
  const firstLost = decided.indexOf('lost');
  return { won, lost: decided.length - won, inRow: firstLost < 0 ? won : firstLost };
}

/** Whether what a round is compared with is its value at the start. */
export function startsAsTarget(condition: unknown): boolean {
  const { type, times, plus, from } = Object(condition);
  const isSame = Number(times) === 1 || (plus !== undefined && Number(plus) === 0);
  return type === 'change' && isSame && (from === undefined || from === '{start}');
}

/** The question without the times of a round. */
export const titleOf = (question: string): string =>
  question.replaceAll('{start}', 'the start').replaceAll('{end}', 'the end');

const UNITS: Readonly<Record<string, string>> = {
  ...{ m: 'minute', h: 'hour', d: 'day', w: 'week', mo: 'month' },
};

/** "every 5 minutes" */
export function cadenceWords(cadence: string): string {
  const [, count = '', unit = ''] = /^(\d+)(\w+)$/.exec(cadence) ?? [];
  const name = UNITS[unit] ?? unit;
  return count === '1' ? `every ${name}` : `every ${count} ${name}s`;
}
