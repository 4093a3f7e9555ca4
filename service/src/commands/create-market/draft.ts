// What a market will be: everything that is decided before it is signed.
import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { type CompiledCondition, isCertainOnceMet } from '@tote/conditions/condition';
import { isGatedMarket, isOracleMarket } from '@tote/conditions/oracle-market';
import { readCondition } from '@tote/conditions/read-condition';
import {
  type Amount,
  checkMarketTimes,
  DomainError,
  defaultClosesAt,
  defaultRefundAt,
  EMPTY_POOLS,
  formatInstant,
  LIMITS,
  type MarketTimes,
  type Outcome,
  outcomeToCode,
} from '@tote/domain';
import {
  type CreateMarketInput as CreateMarketAccounts,
  Currency,
  type ExpectedTerms,
  findMarketAddress,
  getCreateMarketInstruction,
  getPlaceBetsInstruction,
  MarketSource,
  NO_ADDRESS,
  type ProgramInstruction,
  readAskedFlags,
  takesFactAccount,
} from '@tote/program-client';
import type { KnownBettor } from '../../admission/bettor-cache.ts';
import { checkBet, checkBettor } from '../../admission/check-bet.ts';
import { requireOracle } from '../../admission/require-keys.ts';
import type { Caller } from '../../auth/caller.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { CreateMarketInput } from '../../use-cases/use-cases.ts';
import type { MarketContext } from '../create-market.ts';
import { compileWanted, isMetNow, type WantedCondition } from './condition.ts';

export interface MarketDraft {
  readonly view: MarketView;
  readonly compiled: CompiledCondition;
  readonly nonce: bigint;
  readonly stake?: DraftStake;
}

export interface DraftStake {
  readonly outcome: Outcome;
  readonly amount: Amount;
  readonly bettor: KnownBettor;
}

/** What terms are made of. */
export type TermsContext = Pick<MarketContext, 'chain' | 'store' | 'config' | 'priceUpdates'>;

/** The market itself, whoever will sign for it. */
export async function draftTerms(
  context: TermsContext,
  creator: Address,
  input: CreateMarketInput,
): Promise<Omit<MarketDraft, 'stake'>> {
  const { compiled, isCustom, times, isMet } = await planTerms(context, input);
  if (compiled.decider.source === MarketSource.Oracle) requireOracle(context.config);
  // It would be over, or its result certain, before anybody could bet.
  if (isCertainOnceMet(compiled) && isMet) throw new DomainError('condition_already_met');
  // 63 bits: SQL has no unsigned integers.
  const nonce = randomBytes(8).readBigUInt64LE() >> 1n;
  const seeds = { creator, nonce, expiresAt: times.expiresAt };
  const address = await findMarketAddress(seeds, { programAddress: context.chain.programAddress });
  const view = toView(context, creator, input, { ...compiled, isCustom }, times, address);
  return { view, compiled, nonce };
}

export interface PlannedTerms extends WantedCondition {
  readonly times: MarketTimes;
  /** Whether the condition holds now; null if nobody can say. */
  readonly isMet: boolean | null;
}

/** What the request comes to, without making anything of it. */
export async function planTerms(
  context: TermsContext,
  input: CreateMarketInput,
): Promise<PlannedTerms> {
  checkQuestion(input.question);
  const now = context.chain.clock.now();
  const wanted = await compileWanted(context, input, now);
  const { compiled } = wanted;
  const { expiresAt } = input;
  const latest = compiled.closesEarly ? defaultClosesAt(now, expiresAt) : expiresAt;
  const { closesAt = latest } = input;
  const times = checkTimes({ closesAt, expiresAt, refundAt: expiresAt }, now);
  // The answer is nearly known by then: the program refuses it too.
  if (closesAt > latest) {
    const params = { now: formatInstant(now), expireAt: formatInstant(latest) };
    throw new DomainError('betting_closes_at_out_of_range', params);
  }
  return { ...wanted, times, isMet: isMetNow(wanted) };
}

export async function draftMarket(
  context: MarketContext,
  caller: Caller,
  input: CreateMarketInput,
): Promise<MarketDraft> {
  const terms = await draftTerms(context, caller.wallet, input);
  const { view } = terms;
  const { initialStake } = input;
  if (!initialStake) return terms;
  const decimals = context.config.decimals[input.currency];
  const bet = checkBet(view, { marketId: view.id, ...initialStake }, decimals);
  const needs = { wallet: caller.wallet, market: view, amount: bet.amount };
  const bettor = await checkBettor(context, needs);
  return { ...terms, stake: { ...bet, bettor } };
}

export function checkTimes(times: MarketTimes, now: MarketTimes['closesAt']): MarketTimes {
  const { expiresAt } = times;
  // An expiry at the end of the calendar has no day behind it; it is refused for itself.
  const isInRange = expiresAt - now <= LIMITS.marketDurationSecondsMax;
  const refundAt = isInRange ? defaultRefundAt(expiresAt) : expiresAt;
  return checkMarketTimes({ ...times, refundAt }, now);
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

/** The part of a condition that the chain knows. */
export interface Terms
  extends Pick<CompiledCondition, 'decider' | 'isTriggered' | 'isLatched' | 'canonical'> {
  readonly isCustom: boolean;
}

/** As the projection will show it, once it is there. */
export function toView(
  { chain, config }: TermsContext,
  creator: Address,
  input: CreateMarketInput,
  { decider, isTriggered, isLatched, isCustom, canonical }: Terms,
  times: MarketTimes,
  address: Address,
): MarketView {
  const isOracle = isOracleMarket(decider);
  const source = isOracle ? MarketSource.Oracle : decider.source;
  const { question, tokenAddress, currency } = input;
  return {
    id: marketIdOf(address),
    address,
    creator,
    question,
    tokenAddress,
    condition: canonical,
    parsedCondition: readCondition(canonical),
    currency,
    source,
    subject: subjectOf(decider, config.oracle),
    factOwner: 'factOwner' in decider ? decider.factOwner : NO_ADDRESS,
    isTriggered,
    isLatched,
    isInverted: false,
    isGated: isGatedMarket(decider, { isTriggered }),
    takesFactAccount: takesFactAccount(source, readAskedFlags({ isTriggered, isLatched })),
    isCustom,
    mismatch: null,
    minimumStake: config.minimumStake[currency],
    feeRates: config.feeRates,
    vetoSeconds: isOracle ? config.vetoSeconds : 0,
    createdAt: chain.clock.now(),
    ...times,
    sequence: 0n,
    pools: EMPTY_POOLS,
    bets: 0,
    end: null,
    createdSignature: '',
  };
}

function subjectOf(decider: CompiledCondition['decider'], oracle: Address): Address {
  switch (decider.source) {
    case MarketSource.Oracle:
      return oracle;
    case MarketSource.NamedOracle:
      return decider.oracle;
    case MarketSource.StateFact:
      return decider.account;
    case MarketSource.TimedFact:
      return NO_ADDRESS;
  }
}

/** What we take the Config to say: the program refuses if it says something else by now. */
function expectedTerms(
  { feeRates, vetoSeconds, minimumStake, oracle }: TermsContext['config'],
  currency: MarketView['currency'],
): ExpectedTerms {
  return { ...feeRates, vetoSeconds, minimumStake: minimumStake[currency], oracle };
}

/** Whoever signs for it: the program is told the same about a market. */
export function toCreateInstruction(
  { chain, config }: Pick<TermsContext, 'chain' | 'config'>,
  { view, compiled, nonce }: Omit<MarketDraft, 'stake'>,
  signers: Pick<CreateMarketAccounts, 'payer' | 'authority' | 'operator'>,
): ProgramInstruction {
  return getCreateMarketInstruction(
    {
      ...signers,
      creator: view.creator,
      market: view.address,
      config: chain.addresses.config,
      currency: view.currency === 'SOL' ? Currency.Sol : Currency.Utility,
      terms: expectedTerms(config, view.currency),
      isTriggered: compiled.isTriggered,
      isLatched: compiled.isLatched,
      isCustom: view.isCustom,
      decider: compiled.decider,
      nonce,
      closesAt: BigInt(view.closesAt),
      expiresAt: BigInt(view.expiresAt),
      refundAt: BigInt(view.refundAt),
      question: view.question,
      condition: view.condition,
    },
    { programAddress: chain.programAddress },
  );
}

/** The market and, in the same transaction, its first stake: both or nothing. */
export function toInstructions(
  { chain, relayer, config }: MarketContext,
  { view, compiled, nonce, stake }: MarketDraft,
  betId: number | undefined,
): ProgramInstruction[] {
  const options = { programAddress: chain.programAddress };
  const currency = view.currency === 'SOL' ? Currency.Sol : Currency.Utility;
  const { signer } = relayer;
  const signers = { payer: signer, authority: signer, operator: signer };
  const create = toCreateInstruction({ chain, config }, { view, compiled, nonce }, signers);
  if (!stake || betId === undefined) return [create];
  const { bettor, outcome, amount } = stake;
  const place = getPlaceBetsInstruction(
    {
      authority: relayer.signer,
      market: view.address,
      currency,
      isStrict: true,
      bets: [
        {
          bettor: bettor.address,
          outcome: outcomeToCode(outcome),
          amount,
          slot: bettor.freeSlot,
          delegated: { epoch: bettor.epoch, betId },
        },
      ],
      ...(view.isGated && { gate: { operator: relayer.signer, config: chain.addresses.config } }),
      ...(view.takesFactAccount && { factAccount: view.subject }),
    },
    options,
  );
  return [create, place];
}
