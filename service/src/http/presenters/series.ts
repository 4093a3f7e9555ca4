import type { DecidedByWord } from '@tote/conditions/decided-by-word';
import { isFinal, phaseAt, printable, totalVolume, type UnixSeconds } from '@tote/domain';
import { readAmount } from '../../bets/check-bet.ts';
import type { ShownRound } from '../../queries/get-series.ts';
import type { ServiceConfig } from '../../settings/service-config.ts';
import type { Series } from '../../store/journal/series.ts';
import type { SeriesResponse, SeriesRound } from '../schemas/series.ts';
import { presentOdds } from './bet.ts';

export function presentSeries(series: Series, config: ServiceConfig): SeriesResponse {
  const { id, wallet, template, createdAt, stoppedAt, missed } = series;
  const { initialStakes, condition = null, question, ...shown } = template;
  const decidedBy = template.decidedBy as DecidedByWord;
  const decimals = config.decimals[template.currency];
  const stakeOn = (name: 'Yes' | 'No') => {
    const sent = initialStakes?.find(({ outcome }) => outcome === name)?.amount;
    return { value: sent ? readAmount(sent, decimals) : 0n, decimals };
  };
  return {
    ...{ id, wallet, createdAt, stoppedAt, ...shown, condition, decidedBy },
    question: printable(question),
    initialStake: initialStakes ? { Yes: stakeOn('Yes'), No: stakeOn('No') } : null,
    vetoSeconds: decidedBy === 'fact' ? 0 : config.onChain().vetoSeconds,
    missedRounds: missed,
  };
}

export function presentRound(
  { startsAt, expiresAt, closesAt, market, isMissed }: ShownRound,
  { now, config }: { readonly now: UnixSeconds; readonly config: ServiceConfig },
): SeriesRound {
  const times = { startsAt, expireAt: expiresAt, bettingClosesAt: closesAt };
  if (!market) {
    return {
      ...times,
      ...{ state: isMissed ? 'missed' : 'planned', marketId: null, winningOutcome: null },
    };
  }
  const phase = phaseAt(market, now);
  const decimals = config.decimals[market.currency];
  return {
    ...times,
    ...{ state: phase.state, marketId: market.id },
    winningOutcome: isFinal(phase) ? phase.end.outcome : null,
    odds: presentOdds(market.pools),
    totalVolume: { value: totalVolume(market.pools), decimals },
    betCount: market.bets,
  };
}
