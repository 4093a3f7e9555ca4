// The state of a market in a sentence that says what comes next.
import type { MarketPhase, UnixSeconds } from '@tote/domain';
import { localTime } from '../format/times.ts';
import { type ChainMarket, isFact } from './chain/markets.ts';

const at = (seconds: bigint | UnixSeconds): string => localTime(Number(seconds) * 1_000);

export function describePhase(market: ChainMarket, phase: MarketPhase): string {
  const { closesAt, expiresAt, refundAt } = market.account;
  const refund = `If nobody does so by ${at(refundAt)}, every stake can be taken back.`;
  switch (phase.state) {
    case 'open':
      return `Takes bets until ${at(closesAt)}.`;
    case 'closed':
      return `Takes no more bets. It is about ${at(expiresAt)}.`;
    case 'expired':
      return isFact(market)
        ? `Has expired. Anybody can have the program decide it. ${refund}`
        : `Has expired. Its oracle must decide it. ${refund}`;
    case 'refund_due':
      return market.isOracleDisabled
        ? 'Its oracle is disabled. Every stake can be taken back.'
        : 'Nobody decided it in time. Every stake can be taken back.';
    case 'proposed':
      return market.isOracleDisabled
        ? `Decided as ${market.outcome} by an oracle that is disabled. Anybody can veto it until ` +
            `${at(phase.end.vetoEndsAt)}; then every stake can be taken back.`
        : `Decided as ${market.outcome}. Can be vetoed until ${at(phase.end.vetoEndsAt)}.`;
    case 'resolved':
      return `Decided: ${market.outcome}.`;
    case 'refunded':
      return 'Refunded: every stake goes back.';
  }
}
