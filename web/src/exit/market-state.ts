import {
  amount,
  decideSettlement,
  type MarketPhase,
  type Outcome,
  payout,
  phaseAt,
  poolsOf,
  type Resolution,
  type Settlement,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { MARKET_FLAGS, MarketState } from '@tote/program-client';
import { bothTimes } from '../format/times.ts';
import type { Position } from './chain/holdings.ts';
import { type ChainMarket, isFact } from './chain/markets.ts';

export function phaseOf(market: ChainMarket, now: UnixSeconds): MarketPhase {
  const { state, closesAt, expiresAt, refundAt, resolvedAt, vetoSeconds } = market.account;
  const vetoEndsAt = resolvedAt + (isFact(market) ? 0n : BigInt(vetoSeconds));
  const isRefunded = state === MarketState.Refunded;
  const end = {
    kind: isRefunded ? ('refunded' as const) : ('resolved' as const),
    resolvedAt: unixSeconds(resolvedAt),
    vetoEndsAt: unixSeconds(isRefunded ? resolvedAt : vetoEndsAt),
  };
  return phaseAt(
    {
      closesAt: unixSeconds(closesAt),
      expiresAt: unixSeconds(expiresAt),
      refundAt: unixSeconds(refundAt),
      end: state === MarketState.Open ? null : end,
      isOracleDisabled: market.isOracleDisabled,
    },
    now,
  );
}

export function payoutIf(
  { account }: ChainMarket,
  { stakeYes, stakeNo }: Position,
  outcome: Outcome | 'refund',
): bigint {
  const { pools, burnBps, developerBps } = account;
  const resolution: Resolution =
    outcome === 'refund' ? { kind: 'none', reason: 'deadline' } : { kind: 'outcome', outcome };
  const [yes = 0n, no = 0n] = pools;
  const settlement: Settlement = decideSettlement(poolsOf(yes, no), resolution, {
    ...{ burnBps, developerBps },
  });
  return payout(settlement, { stakeYes: amount(stakeYes), stakeNo: amount(stakeNo) });
}

export const payoutOf = (market: ChainMarket, position: Position): bigint =>
  payoutIf(
    market,
    position,
    market.account.state === MarketState.Refunded ? 'refund' : (market.outcome ?? 'refund'),
  );

type Step = 'resolve' | 'refund' | 'veto' | 'settle' | 'close';

/** What anybody can do. `resolve` may still be refused if the fact is not decided yet. */
export function nextStep(market: ChainMarket, now: UnixSeconds): Step | undefined {
  const { openPositions, flags } = market.account;
  const has = (flag: number) => (flags & flag) !== 0;
  switch (phaseOf(market, now).state) {
    case 'open':
    case 'closed':
      return isFact(market) && has(MARKET_FLAGS.triggered) ? 'resolve' : undefined;
    case 'expired':
      return isFact(market) ? 'resolve' : undefined;
    case 'refund_due':
      return 'refund';
    case 'proposed':
      return market.isOracleDisabled ? 'veto' : undefined;
    case 'resolved':
    case 'refunded': {
      if (openPositions > 0n) return 'settle';
      const mayClose = now >= market.account.expiresAt || !has(MARKET_FLAGS.feesMoved);
      return mayClose ? 'close' : undefined;
    }
  }
}

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
