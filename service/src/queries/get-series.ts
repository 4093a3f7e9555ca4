import { countRounds, DomainError, roundStart, type UnixSeconds } from '@tote/domain';
import { findRoundId, type Round, roundAt } from '../series/round.ts';
import { findSeries, type Series } from '../store/journal/series.ts';
import { findMarkets } from '../store/projection/market-cache.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { QueryContext } from './query-context.ts';

const RESULTS_MAX = 20;

export interface ShownRound extends Round {
  /** Undefined if it is not opened yet, or never was. */
  readonly market: MarketView | undefined;
  readonly isMissed: boolean;
}

interface ShownSeries {
  readonly series: Series;
  readonly current: ShownRound | null;
  readonly next: ShownRound | null;
  /** Those that have ended, the last one first. */
  readonly results: readonly ShownRound[];
}

export async function getSeries(context: QueryContext, id: string): Promise<ShownSeries> {
  const { store, chain } = context;
  const series = await findSeries(store.db, id);
  if (!series) throw new DomainError('resource_not_found', { resource: 'series' });
  const { cadence, firstStart: first } = series.template;
  const now = chain.clock.now();
  // A stopped series has the rounds that it had then.
  const last = series.stoppedAt === null ? undefined : series.reached;
  const current = roundStart(cadence, now);
  const newest = last !== undefined && last < current ? roundStart(cadence, last, 1) : current;
  const count = Math.max(0, Math.min(RESULTS_MAX, countRounds(cadence, first, newest)));
  const starts = [1, 0, ...Array.from({ length: count }, (_, index) => -1 - index)].map(
    (offset, place) => roundStart(cadence, place < 2 ? current : newest, offset),
  );
  const rounds = await showRounds(context, series, starts);
  const [next, shown, ...results] = rounds;
  const isOf = (round: ShownRound | undefined) =>
    round && round.startsAt >= first && (last === undefined || round.market) ? round : null;
  return { series, current: isOf(shown), next: isOf(next), results };
}

async function showRounds(
  { chain, store, cache }: QueryContext,
  series: Series,
  starts: readonly UnixSeconds[],
): Promise<ShownRound[]> {
  const find = (start: UnixSeconds) => findRoundId(chain.programAddress, series, start);
  const ids = await Promise.all(starts.map(find));
  const markets = await findMarkets(store, cache, ids);
  const byId = new Map<string, MarketView>(markets.map((market) => [market.id, market]));
  const now = chain.clock.now();
  return starts.map((start, index) => {
    const market = byId.get(ids[index] ?? '');
    const round = roundAt(series.template, start);
    return { ...round, market, isMissed: !market && now >= round.closesAt };
  });
}
