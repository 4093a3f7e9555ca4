import { deciderOnChain } from '@tote/conditions/decided-by';
import { describeProgress } from '@tote/conditions/evaluate';
import { proposeExpiry } from '@tote/conditions/questions/find-moments';
import { suggestQuestions } from '@tote/conditions/questions/suggest-questions';
import { DomainError, formatInstant, type UnixSeconds } from '@tote/domain';
import { NO_ADDRESS } from '@tote/program-client';
import type { MarketView } from '../store/projection/market-view.ts';
import type { CreateMarketInput, MarketContext, PreviewMarketInput } from './context.ts';
import { checkStakes, type PlannedTerms, planTerms, toView } from './draft.ts';

export async function previewMarket(context: MarketContext, asked: PreviewMarketInput) {
  const now = context.chain.clock.now();
  const proposedExpiry = proposeExpiry(asked.question, now);
  const { expiresAt = proposedExpiry } = asked;
  if (expiresAt === undefined) throw missingExpiry(asked.question, now);
  const input: CreateMarketInput = { ...asked, expiresAt };
  const planned = await planTerms(context, input);
  const { compiled, isCustom, times, isMet, current } = planned;
  const measure = current?.measure;
  const terms = { ...compiled, isCustom };
  const market = toView(context, NO_ADDRESS, input, terms, times, NO_ADDRESS);
  input.confirm?.(market);
  checkStakes(context, market, input);
  return {
    market,
    decider: presentDecider(market),
    proposedExpiry,
    isMet,
    progress: (measure?.ok && describeProgress(compiled.condition, measure.value)) || null,
    sources: planned.sources?.values ?? null,
    warnings: compiled.warnings,
    suggestions: suggest(context, input, planned),
  };
}

/** Names the moment that the question says, if it says one. */
export function missingExpiry(question: string, now: UnixSeconds): DomainError {
  const proposed = proposeExpiry(question, now);
  const what = proposed ? `"${formatInstant(proposed)}", as the question says, or another` : 'it';
  return new DomainError('field_missing', { field: 'expireAt', what });
}

function suggest(
  { chain }: MarketContext,
  { question, tokenAddress, expiresAt, condition }: CreateMarketInput,
  { compiled, hints: token, otherToken }: PlannedTerms,
) {
  const isOpen = compiled.condition.type === 'attested' && !compiled.lacksUnit;
  if (condition !== undefined || !isOpen) return [];
  const now = chain.clock.now();
  return suggestQuestions({ question, tokenAddress, expiresAt, now, token, otherToken });
}

/** The account is null when any account of the program can decide it. */
function presentDecider(market: MarketView) {
  const decider = deciderOnChain(market);
  return decider.source === 'fact'
    ? { account: decider.account, program: decider.owner }
    : { account: decider.oracle, program: null };
}
