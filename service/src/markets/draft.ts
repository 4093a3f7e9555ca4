// Checks a request to create a market, and drafts it with its first stakes and instructions.
import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { answerEndsAt, silenceOf } from '@tote/conditions/attestation';
import type { CompiledCondition, ParsedCondition } from '@tote/conditions/condition';
import { asAttested, asWeb } from '@tote/conditions/evaluate';
import { isGatedMarket, isOracleMarket } from '@tote/conditions/oracle-market';
import { readCondition } from '@tote/conditions/read-condition';
import { isCertainOnceMet } from '@tote/conditions/resolution-rule';
import { asSampled } from '@tote/conditions/sampled-condition';
import { firstRoundAt } from '@tote/conditions/web/web-condition';
import {
  addSeconds,
  addStakes,
  checkMarketTimes,
  currencyToCode,
  DomainError,
  defaultClosesAt,
  defaultRefundAt,
  EMPTY_POOLS,
  LIMITS,
  type MarketTimes,
  outcomeToCode,
  requireEndWithin,
  type Stake,
  totalVolume,
  type UnixSeconds,
} from '@tote/domain';
import {
  type CreateMarketInput as CreateMarketAccounts,
  findMarketAddress,
  getCreateMarketInstruction,
  getPlaceBetsInstruction,
  MarketSource,
  NO_ADDRESS,
  type ProgramInstruction,
  readAskedFlags,
  takesFactAccount,
} from '@tote/program-client';
import type { Caller } from '../auth/caller.ts';
import type { KnownBettor } from '../bets/bet.ts';
import { checkBet, checkBettor } from '../bets/check-bet.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { requireOracle } from '../submissions/relayers.ts';
import type { CreateMarketInput, MarketContext } from './context.ts';
import { compileWanted, isMetNow } from './create/condition.ts';

export interface MarketDraft {
  readonly view: MarketView;
  readonly compiled: CompiledCondition;
  readonly nonce: bigint;
  readonly series?: string;
  readonly first?: FirstBets;
}

/** The stakes of the creator that land with the market. */
export interface FirstBets {
  readonly bettor: KnownBettor;
  readonly stakes: readonly Stake[];
}

export async function draftTerms(
  context: MarketContext,
  creator: Address,
  input: CreateMarketInput,
): Promise<Omit<MarketDraft, 'first'>> {
  const { compiled, isCustom, times, isMet } = await planTerms(context, input);
  if (compiled.decider.source === MarketSource.Oracle) requireOracle(context.config);
  // Its result would be certain before anybody could bet.
  if (isCertainOnceMet(compiled) && isMet) throw new DomainError('condition_already_met');
  const { round } = input;
  const nonce = round?.nonce ?? nextNonce(context.wallMs());
  const seeds = { creator, nonce, expiresAt: times.expiresAt };
  const address = await findMarketAddress(seeds, context.chain);
  const terms = { ...compiled, isCustom };
  const view = { ...toView(context, creator, input, terms, times, address), nonce };
  input.confirm?.(view);
  return { view, compiled, nonce, ...(round && { series: round.series }) };
}

export type PlannedTerms = Awaited<ReturnType<typeof planTerms>>;

export async function planTerms(context: MarketContext, input: CreateMarketInput) {
  const now = context.chain.clock.now();
  const wanted = await compileWanted(context, input, now);
  const { compiled } = wanted;
  // Just before the expiry the answer is nearly known.
  const leadSeconds = compiled.closesEarly ? context.config.onChain().leadSeconds : 0;
  const times = checkTimes(input, now, compiled.condition, leadSeconds);
  return { ...wanted, times, isMet: isMetNow(wanted) };
}

export async function draftMarket(
  context: MarketContext,
  caller: Caller,
  input: CreateMarketInput,
): Promise<MarketDraft> {
  const terms = await draftTerms(context, caller.wallet, input);
  const { view } = terms;
  const { horizonSeconds } = context.config.onChain();
  requireEndWithin(horizonSeconds, view.expiresAt, context.chain.clock.now());
  const stakes = checkStakes(context, view, input);
  if (stakes.length === 0) return terms;
  const total = totalVolume(addStakes(EMPTY_POOLS, stakes));
  const call = 'POST /v1/markets/prepare: the wallet signs the market with its stake';
  const needs = { wallet: caller.wallet, market: view, amount: total, call };
  const bettor = await checkBettor(context, needs);
  return { ...terms, first: { bettor, stakes } };
}

export function checkStakes(
  { config }: MarketContext,
  view: MarketView,
  { initialStakes = [] }: Pick<CreateMarketInput, 'initialStakes'>,
): Stake[] {
  const decimals = config.decimals[view.currency];
  const stakes = initialStakes.map((stake) =>
    checkBet(view, { marketId: view.id, ...stake }, decimals),
  );
  addStakes(view.pools, stakes);
  return stakes;
}

/** How long the oracle has to end a market once everything is known (ADR 13). */
const ENDING_SECONDS = 3_600;

export function checkTimes(
  { closesAt: asked, expiresAt }: Pick<CreateMarketInput, 'closesAt' | 'expiresAt'>,
  now: UnixSeconds,
  condition: ParsedCondition,
  leadSeconds: number,
): MarketTimes {
  // Nothing can be computed from an expiry that is out of range; the check below refuses it.
  const isInRange = expiresAt > now && expiresAt - now <= LIMITS.marketDurationSecondsMax;
  const refundAt = isInRange ? findRefundAt(expiresAt, condition) : expiresAt;
  const closesAt = asked ?? (isInRange ? defaultClosesAt(expiresAt, leadSeconds) : expiresAt);
  return checkMarketTimes({ closesAt, expiresAt, refundAt }, now, leadSeconds);
}

function findRefundAt(expiresAt: UnixSeconds, condition: ParsedCondition): UnixSeconds {
  const attested = asAttested(condition);
  if (attested && silenceOf(attested) === 'refund') {
    return addSeconds(answerEndsAt(attested, expiresAt), ENDING_SECONDS);
  }
  // Web sources are fetched again until they agree; rounds before the expiry cannot come any more.
  const web = asWeb(condition);
  if (web?.timing === 'at_expiry') return defaultRefundAt(firstRoundAt(web, expiresAt));
  return (web ?? asSampled(condition))
    ? addSeconds(expiresAt, ENDING_SECONDS)
    : defaultRefundAt(expiresAt);
}

type CompiledTerms = 'decider' | 'isTriggered' | 'isLatched' | 'isInverted' | 'canonical';

type Terms = Pick<CompiledCondition, CompiledTerms> & Pick<MarketView, 'isCustom'>;

export type AskedMarket = Pick<CreateMarketInput, 'question' | 'tokenAddress' | 'currency'>;

export function toView(
  { chain, config }: MarketContext,
  creator: Address,
  input: AskedMarket,
  { decider, canonical, isTriggered, isLatched, isInverted, isCustom }: Terms,
  times: MarketTimes,
  address: Address,
): MarketView {
  const onChain = config.onChain();
  const isOracle = isOracleMarket(decider);
  const source = isOracle ? MarketSource.Oracle : decider.source;
  const { question, tokenAddress, currency } = input;
  return {
    ...{ id: marketIdOf(address), address, creator, question, tokenAddress, currency, source },
    condition: canonical,
    parsedCondition: readCondition(canonical),
    subject: subjectOf(decider, onChain.oracle),
    factOwner: 'factOwner' in decider ? decider.factOwner : NO_ADDRESS,
    ...{ isTriggered, isLatched, isInverted, isCustom },
    isGated: isGatedMarket(decider, { isTriggered }),
    takesFactAccount: takesFactAccount(source, readAskedFlags({ isTriggered, isLatched })),
    mismatch: null,
    minimumStake: onChain.minimumStake[currency],
    feeRates: onChain.feeRates,
    vetoSeconds: isOracle ? onChain.vetoSeconds : 0,
    createdAt: chain.clock.now(),
    ...times,
    sequence: 0n,
    pools: EMPTY_POOLS,
    bets: 0,
    end: null,
    createdSignature: '',
    nonce: 0n,
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

export function toCreateInstruction(
  { chain, config }: MarketContext,
  { view, compiled, nonce }: Omit<MarketDraft, 'first'>,
  signers: Pick<CreateMarketAccounts, 'payer' | 'authority' | 'operator'>,
): ProgramInstruction {
  const { creator, address: market, currency, isCustom, question, condition } = view;
  const { isTriggered, isLatched, isInverted, decider } = compiled;
  const { feeRates, vetoSeconds, minimumStake, oracle } = config.onChain();
  return getCreateMarketInstruction(
    {
      ...{ ...signers, creator, market, config: chain.addresses.config },
      ...{ isTriggered, isLatched, isInverted, isCustom, decider, nonce, question, condition },
      currency: currencyToCode(currency),
      terms: { ...feeRates, vetoSeconds, minimumStake: minimumStake[currency], oracle },
      closesAt: BigInt(view.closesAt),
      expiresAt: BigInt(view.expiresAt),
      refundAt: BigInt(view.refundAt),
    },
    chain,
  );
}

/** Our keys. They differ if a wallet with a stake names another of them than the operator. */
export function signersOf({ relayers }: MarketContext, { first }: MarketDraft) {
  const { operator } = relayers;
  return { operator, delegate: (first && relayers.find(first.bettor.delegate)) ?? operator };
}

/** Creates the market and places its first stakes in one transaction: all or nothing. */
export function toInstructions(
  context: MarketContext,
  { view, compiled, nonce, first }: MarketDraft,
  { operator, delegate }: ReturnType<typeof signersOf>,
  firstBetId: number,
): ProgramInstruction[] {
  const { chain } = context;
  const { signer } = operator;
  const signers = { payer: signer, authority: signer, operator: signer };
  const create = toCreateInstruction(context, { view, compiled, nonce }, signers);
  if (!first) return [create];
  const { bettor, stakes } = first;
  const place = getPlaceBetsInstruction(
    {
      authority: delegate.signer,
      market: view.address,
      currency: currencyToCode(view.currency),
      isStrict: true,
      bets: stakes.map(({ outcome, amount }, index) => ({
        bettor: bettor.address,
        outcome: outcomeToCode(outcome),
        amount,
        slot: bettor.freeSlot,
        delegated: { epoch: bettor.epoch, betId: firstBetId + index },
      })),
      config: chain.addresses.config,
      ...(view.isGated && { operator: signer }),
      ...(view.takesFactAccount && { factAccount: view.subject }),
    },
    chain,
  );
  return [create, place];
}

/** The other bits of 63 are for the time: SQL has no unsigned integers. */
const RANDOM_BITS = 20n;

let last = 0n;

function nextNonce(wallMs: number): bigint {
  const random = randomBytes(4).readUInt32LE() % 2 ** Number(RANDOM_BITS);
  const nonce = (BigInt(wallMs) << RANDOM_BITS) | BigInt(random);
  last = nonce > last ? nonce : last + 1n;
  return last;
}
