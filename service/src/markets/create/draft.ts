// Checks a request to create a market and drafts it: all that is decided before signing.
import type { Address } from '@solana/kit';
import { isCertainOnceMet } from '@tote/conditions/condition-kind';
import { DomainError, LIMITS, type MarketTimes, requireEndWithin } from '@tote/domain';
import { findMarketAddress, MarketSource } from '@tote/program-client';
import type { Caller } from '../../auth/caller.ts';
import { checkBet, checkBettor } from '../../bets/check-bet.ts';
import { requireOracle } from '../../submissions/require-keys.ts';
import type { CreateMarketInput } from '../../use-cases/use-cases.ts';
import type { MarketContext } from '../context.ts';
import { checkTimes, type MarketDraft, toView } from '../submission/draft.ts';
import { compileWanted, isMetNow, type WantedCondition } from './condition.ts';
import { nextNonce } from './next-nonce.ts';

/** The market itself, for a creator who signs and for one for whom we sign. */
export async function draftTerms(
  context: MarketContext,
  creator: Address,
  input: CreateMarketInput,
): Promise<Omit<MarketDraft, 'stake'>> {
  const { compiled, isCustom, times, isMet } = await planTerms(context, input);
  if (compiled.decider.source === MarketSource.Oracle) requireOracle(context.config);
  // Its result would be certain before anybody could bet.
  if (isCertainOnceMet(compiled) && isMet) throw new DomainError('condition_already_met');
  const nonce = nextNonce(context.wallMs());
  const seeds = { creator, nonce, expiresAt: times.expiresAt };
  const address = await findMarketAddress(seeds, { programAddress: context.chain.programAddress });
  const view = toView(context, creator, input, { ...compiled, isCustom }, times, address);
  return { view, compiled, nonce };
}

export interface PlannedTerms extends WantedCondition {
  readonly times: MarketTimes;
  /** Whether the condition holds now; null if unknown. */
  readonly isMet: boolean | null;
}

/** Compiles and checks the request. Stores nothing. */
export async function planTerms(
  context: MarketContext,
  input: CreateMarketInput,
): Promise<PlannedTerms> {
  checkQuestion(input.question);
  const now = context.chain.clock.now();
  const wanted = await compileWanted(context, input, now);
  const { compiled } = wanted;
  // Just before the expiry the answer is nearly known.
  const leadSeconds = compiled.closesEarly ? context.config.leadSeconds : 0;
  const times = checkTimes(input, now, compiled.condition, leadSeconds);
  return { ...wanted, times, isMet: isMetNow(wanted) };
}

/** A market that we sign, with the first stake. */
export async function draftMarket(
  context: MarketContext,
  caller: Caller,
  input: CreateMarketInput,
): Promise<MarketDraft> {
  const terms = await draftTerms(context, caller.wallet, input);
  const { view } = terms;
  requireEndWithin(context.config.horizonSeconds, view.expiresAt, context.chain.clock.now());
  const { initialStake } = input;
  if (!initialStake) return terms;
  const decimals = context.config.decimals[input.currency];
  const bet = checkBet(view, { marketId: view.id, ...initialStake }, decimals);
  const needs = { wallet: caller.wallet, market: view, amount: bet.amount };
  const bettor = await checkBettor(context, needs);
  return { ...terms, stake: { ...bet, bettor } };
}

function checkQuestion(question: string): void {
  const characters = [...question].length;
  const bytes = Buffer.byteLength(question);
  const { questionCharactersMin: min, questionCharactersMax: max, questionBytesMax } = LIMITS;
  if (characters < min || characters > max || bytes > questionBytesMax) {
    const params = { min, max, bytes: questionBytesMax };
    throw new DomainError('question_length_out_of_range', params);
  }
}
