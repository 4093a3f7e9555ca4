import { decidedByWord } from '@tote/conditions/decided-by-word';
import type { Progress } from '@tote/conditions/evaluation/verdict';
import {
  type Amount,
  describeRefund,
  formatMoney,
  isFinal,
  type MarketPhase,
  OUTCOMES,
  oddsRoundHalfUp,
  phaseAt,
  poolOf,
  printable,
  publicStatus,
  readPlainDecimal,
  totalVolume,
  type UnixSeconds,
} from '@tote/domain';
import { attestationOf, resolvesBy } from '../../markets/resolves-by.ts';
import { payoutRatioOf } from '../../queries/get-market.ts';
import type { ResolutionStatus } from '../../queries/query-context.ts';
import type { Conversion } from '../../store/projection/fees.ts';
import type { MarketEnd, MarketView } from '../../store/projection/market-view.ts';
import type { DecimalAmount } from '../json/serialize.ts';
import type { MarketDetail } from '../schemas/market.ts';
import type { Decimals } from './bet.ts';

interface DetailContext {
  readonly now: UnixSeconds;
  readonly decimals: Decimals;
  describe(market: MarketView): string;
  readonly resolution?: ResolutionStatus | null;
  readonly conversion?: Conversion | null;
  readonly progress?: Progress | null;
  readonly warnings?: readonly string[];
  readonly yours?: MarketDetail['yours'];
  readonly series?: string | undefined;
}

export function presentMarketDetail(market: MarketView, context: DetailContext): MarketDetail {
  const decimals = context.decimals[market.currency];
  const phase = phaseAt(market, context.now);
  return {
    ...market,
    ...presentTerms(market, decimals, context.describe),
    question: printable(market.question),
    outcomes: presentOutcomes(market, phase, decimals),
    status: publicStatus(phase),
    feePercentage: { burn: market.feeRates.burnBps, developer: market.feeRates.developerBps },
    totalVolume: { value: totalVolume(market.pools), decimals },
    bettingOpen: phase.state === 'open' && !market.hidden,
    ...presentClosedReason(market, phase),
    betCount: market.bets,
    mismatch: market.mismatch !== null,
    mismatchReason: market.mismatch ?? undefined,
    warnings: context.warnings ?? [],
    ...presentPhase(market, phase, context),
    ...(context.progress && { conditionProgress: presentProgress(context.progress) }),
    resolution: context.resolution ?? undefined,
    yours: context.yours,
    series: context.series,
  };
}

export function presentClosedReason({ isOracleDisabled }: MarketView, phase: MarketPhase) {
  return isOracleDisabled && !isFinal(phase) ? { closedReason: 'oracle_disabled' } : {};
}

/** What is known before a market exists, and stays as it is. */
export function presentTerms(
  market: MarketView,
  decimals: number,
  describe: (market: MarketView) => string,
) {
  const { closesAt: bettingClosesAt, expiresAt: expireAt, refundAt } = market;
  return {
    details: describe(market),
    condition: presentCondition(market),
    timing: presentTiming(market),
    deadlines: { bettingClosesAt, expireAt, resolvesBy: resolvesBy(market), refundAt },
    decidedBy: decidedByWord(market),
    expireAt,
    bettingClosesAt,
    minimumStake: { value: market.minimumStake, decimals },
    attestation: attestationOf(market),
    custom: market.isCustom,
  };
}

function presentOutcomes(market: MarketView, phase: MarketPhase, decimals: number) {
  const odds = isFinal(phase) ? undefined : oddsRoundHalfUp(market.pools);
  return OUTCOMES.map((name) => ({
    name,
    ...(odds && { odds: name === 'Yes' ? odds.yes : odds.no }),
    totalStake: { value: poolOf(market.pools, name), decimals },
  }));
}

function presentPhase(
  market: MarketView,
  phase: MarketPhase<MarketEnd>,
  context: DetailContext,
): Partial<MarketDetail> {
  if (phase.state === 'proposed') {
    return {
      ...(phase.end.outcome && { proposedOutcome: phase.end.outcome }),
      vetoEndsAt: phase.end.vetoEndsAt,
    };
  }
  return isFinal(phase) ? presentEnd(market, phase.end, context) : {};
}

function presentEnd(
  market: MarketView,
  end: MarketEnd,
  { decimals, conversion, describe }: DetailContext,
): Partial<MarketDetail> {
  const inCurrency = (fee: Amount) => formatMoney(fee, market.currency, decimals[market.currency]);
  const ratio = payoutRatioOf(market);
  return {
    resolvedAt: end.vetoEndsAt,
    winningOutcome: end.outcome,
    payoutRatio: { Yes: ratio.yes, No: ratio.no },
    feesCollected: {
      burned: inCurrency(end.burn),
      developer: inCurrency(end.developer),
      ...(conversion?.isComplete && {
        burnedUtility: formatMoney(conversion.utilityBurned, 'UTILITY', decimals.UTILITY),
        burnTransactionId: conversion.lastSale,
      }),
    },
    ...(end.kind === 'refunded' && { refunded: true }),
    ...(end.refundReason && {
      refundReason: end.refundReason,
      details: `${describe(market)}\n\n${describeRefund(end.refundReason, end.outcome)}`,
    }),
    settled: end.openPositions === 0,
  };
}

export function presentProgress({ current, target, targetHigh, unit, compared }: Progress) {
  const progress = {
    ...{ currentCount: decimalOf(current), target: decimalOf(target), unit },
    ...(targetHigh !== undefined && { targetHigh: decimalOf(targetHigh) }),
  };
  if (!compared) return progress;
  const [value, other] = [decimalOf(compared.value), decimalOf(compared.other)];
  return { ...progress, compared: { value, other, unit: compared.unit } };
}

export function decimalOf(text: string): DecimalAmount {
  const { digits, scale } = readPlainDecimal(text) ?? { digits: '0', scale: 0 };
  return { value: BigInt(digits), decimals: scale };
}

/** As a request has it: tokenAddress is a separate field, and there is no version. */
function presentCondition({ condition, parsedCondition }: MarketView): unknown {
  if (parsedCondition.type === 'unknown') return null;
  const { version: _, tokenAddress: __, ...fields } = JSON.parse(condition);
  return fields;
}

function presentTiming(market: MarketView): MarketDetail['timing'] {
  const { parsedCondition: condition } = market;
  if (condition.type === 'unknown') return null;
  const silence = attestationOf(market)?.silence;
  if (silence !== undefined) return silence === 'no' ? 'any_time_before' : 'at_expiry';
  return 'timing' in condition ? condition.timing : null;
}
