import { formatInstant, printable } from '@tote/domain';
import { decidedByWord } from '../../use-cases/market-list.ts';
import type { ConditionProgress, MarketPreview, MarketView } from '../../use-cases/use-cases.ts';
import type { MarketPreviewResponse } from '../schemas/market.ts';
import type { Decimals } from './amounts.ts';
import { presentAttestation, presentProgress } from './market-detail.ts';
import { presentCondition, presentDeadlines, presentTiming } from './market-rule.ts';

interface PreviewContext {
  readonly decimals: Decimals;
  readonly progress: ConditionProgress | null | undefined;
  describe(market: MarketView): string;
}

export function presentMarketPreview(
  { market, decider, proposedExpiry, isMet, sources, warnings, suggestions }: MarketPreview,
  { decimals, progress, describe }: PreviewContext,
): MarketPreviewResponse {
  return {
    question: market.question,
    tokenAddress: market.tokenAddress,
    currency: market.currency,
    condition: presentCondition(market),
    canonicalCondition: market.condition,
    details: describe(market),
    timing: presentTiming(market),
    deadlines: presentDeadlines(market),
    decidedBy: decidedByWord(market),
    decider,
    triggered: market.isTriggered,
    expireAt: formatInstant(market.expiresAt),
    ...(proposedExpiry && { proposedExpireAt: formatInstant(proposedExpiry) }),
    bettingClosesAt: formatInstant(market.closesAt),
    refundAt: formatInstant(market.refundAt),
    minimumStake: { value: market.minimumStake, decimals: decimals[market.currency] },
    ...presentAttestation(market),
    custom: market.isCustom,
    ...(progress && { conditionProgress: presentProgress(progress) }),
    ...(sources && { sources: sources.map(presentSource) }),
    alreadyMet: isMet,
    warnings: [...warnings],
    suggestions: [...suggestions],
  };
}

type PreviewSource = NonNullable<MarketPreview['sources']>[number];

function presentSource({ source, value, isMet: met }: PreviewSource) {
  const { url, pointer = null } = source;
  return value.ok
    ? { url, pointer, value: printable(value.value), failure: null, met }
    : { url, pointer, value: null, failure: printable(value.reason), met };
}
