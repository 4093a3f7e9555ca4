// What strangers wrote is marked; every other field is listed here by name.
import { decimal, type Market, type MarketPreview, type Tote } from '@tote/sdk';
import { marketIdOf } from '../format.ts';
import { untrusted } from './answers.ts';

const QUESTION_MAX = 500;

type ListInput = NonNullable<Parameters<Tote['listMarkets']>[0]>;

export async function listMarkets(tote: Tote, input: ListInput) {
  const page = await tote.listMarkets(input);
  const markets = page.map((market) => {
    const { id, status, bettingOpen, currency, odds, totalVolume, expireAt } = market;
    const { custom, winningOutcome, refunded, question } = market;
    return {
      ...{ id, status, bettingOpen, currency, odds, totalVolume, expireAt },
      ...{ custom, winningOutcome, refunded, question: untrusted(question, QUESTION_MAX) },
    };
  });
  return { markets, nextCursor: page.nextCursor };
}

export async function getMarket(tote: Tote, id: string) {
  const market = await tote.getMarket({ marketId: marketIdOf(id) });
  const { status, bettingOpen, currency, outcomes, totalVolume, betCount, minimumStake } = market;
  const { feePercentage, creator, tokenAddress, mismatch, proposedOutcome, vetoEndsAt } = market;
  const { winningOutcome, refunded, refundReason, payoutRatio, settled } = market;
  return {
    ...{ id: market.id, status, bettingOpen, currency, outcomes, totalVolume, betCount },
    ...{ minimumStake, feePercentage, creator, tokenAddress, mismatch, proposedOutcome },
    ...{ vetoEndsAt, winningOutcome, refunded, refundReason, payoutRatio, settled },
    ...describeRule(market),
  };
}

export async function previewMarket(
  tote: Tote,
  input: {
    question: string;
    expireAt?: string;
    currency: 'SOL' | 'UTILITY';
    tokenAddress?: string;
  },
) {
  const preview = await tote.previewMarket({ ...input, outcomes: ['Yes', 'No'] });
  const { currency, minimumStake, proposedExpireAt, alreadyMet, suggestions } = preview;
  return {
    ...{ currency, minimumStake, proposedExpireAt, alreadyMet },
    ...describeRule(preview),
    suggestions: suggestions.map(({ question }) => untrusted(question, QUESTION_MAX)),
  };
}

function describeRule(rule: Market | MarketPreview) {
  const { question, details, warnings, deadlines, decidedBy, custom, conditionProgress } = rule;
  return {
    question: untrusted(question, QUESTION_MAX),
    rule: untrusted(details),
    warnings: warnings.map((each) => untrusted(each)),
    ...{ deadlines, decidedBy, custom },
    progress: conditionProgress && {
      current: conditionProgress.currentCount,
      target: conditionProgress.target,
      unit: untrusted(conditionProgress.unit),
    },
  };
}

interface QuoteInput {
  readonly marketId: string;
  readonly outcome: 'Yes' | 'No';
  readonly amount: string;
  readonly more?: string;
}

export async function quoteBet(tote: Tote, { marketId: id, outcome, amount, more }: QuoteInput) {
  const marketId = marketIdOf(id);
  const { currency, bettingOpen } = await tote.getMarket({ marketId });
  const others = more === undefined ? undefined : decimal(more);
  const quote = await tote.quote({ marketId, outcome, amount: decimal(amount), more: others });
  return { marketId, currency, bettingOpen, ...quote };
}
