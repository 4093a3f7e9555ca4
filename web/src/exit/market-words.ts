import type { MarketPhase, UnixSeconds } from '@tote/domain';
import { bothTimes } from '../format/times.ts';
import { type ChainMarket, isFact } from './chain/markets.ts';

const at = (seconds: bigint | UnixSeconds): string => bothTimes(Number(seconds) * 1_000);

export function describePhase(market: ChainMarket, phase: MarketPhase): string {
  const { closesAt, expiresAt, refundAt } = market.account;
  const refund = `If that has not happened by ${at(refundAt)}, all stakes can be refunded.`;
  switch (phase.state) {
    case 'open':
      return `Open for bets until ${at(closesAt)}.`;
    case 'closed':
      return `Betting has closed. Expires ${at(expiresAt)}.`;
    case 'expired':
      return isFact(market)
        ? `Expired. Anybody can have the program decide it. ${refund}`
        : `Expired. Its oracle must decide it. ${refund}`;
    case 'refund_due':
      return market.isOracleDisabled
        ? 'Its oracle is disabled. All stakes can be refunded.'
        : 'It was not decided in time. All stakes can be refunded.';
    case 'proposed':
      return market.isOracleDisabled
        ? `Decided as ${market.outcome} by an oracle that is disabled. Anybody can veto it until ` +
            `${at(phase.end.vetoEndsAt)}; then all stakes can be refunded.`
        : `Decided as ${market.outcome}. Can be vetoed until ${at(phase.end.vetoEndsAt)}.`;
    case 'resolved':
      return `Decided: ${market.outcome}.`;
    case 'refunded':
      return 'Refunded: all stakes are returned.';
  }
}
