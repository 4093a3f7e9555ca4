// Who decides a market, and what follows from that. Anyone may create a market on chain, with any
// oracle or fact next to any text.
import type { Address } from '@solana/kit';
import { addSeconds, describeInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { type Attestable, answerEndsAt, silenceOf } from './attestation.ts';
import type { Condition, ParsedCondition } from './condition.ts';
import type { FetchedCondition } from './evaluate.ts';
import { FIRST_SECONDS_MAX } from './evaluation/evaluate-samples.ts';
import type { WantedFeed } from './kinds/kind.ts';
import { findKind, kindOf } from './kinds/kind-of.ts';
import { isOracleMarket } from './oracle-market.ts';
import { asSampled, lastSampleAt, type SampledCondition } from './sampled-condition.ts';
import { firstRoundAt } from './web/web-condition.ts';

/** Who decides according to the market's account. Evidence is hashed and replayed accordingly. */
type OnChainDecider =
  | {
      /** An oracle signs the outcome: what was attested, or what it measured. */
      readonly source: 'attested' | 'oracle';
      readonly oracle: Address;
    }
  | {
      /** The program reads an account that anyone may pass to it. */
      readonly source: 'fact';
      readonly kind: 'state' | 'timed';
      /** Null for a timed fact: any account of the owner may be the evidence. */
      readonly account: Address | null;
      readonly owner: Address;
    };

interface NamedDecider {
  readonly source: MarketSource;
  readonly subject: Address;
  readonly parsedCondition: ParsedCondition;
}

export function deciderOnChain(
  market: NamedDecider & { readonly factOwner: Address },
): OnChainDecider {
  const { source, subject, factOwner: owner, parsedCondition } = market;
  if (isOracleMarket(market)) {
    const isAttested = findKind(parsedCondition.type)?.attestation !== undefined;
    return { source: isAttested ? 'attested' : 'oracle', oracle: subject };
  }
  return source === MarketSource.StateFact
    ? { source: 'fact', kind: 'state', account: subject, owner }
    : { source: 'fact', kind: 'timed', account: null, owner };
}

/** Nothing that this service can verify: it is refunded, unless somebody else resolves it. */
interface ByNobody {
  readonly by: 'nobody';
  readonly why: 'condition_unknown' | 'mismatch';
}

export type DecidedByFact =
  /** The state of an account: at the expiry or, in a triggered market, as soon as it is met. */
  | { readonly by: 'account'; readonly account: Address; readonly condition: Condition }
  | { readonly by: 'price_update'; readonly feed: WantedFeed; readonly condition: Condition };
export type DecidedBy =
  | { readonly by: 'attestation'; readonly condition: Attestable }
  | { readonly by: 'samples'; readonly sampled: SampledCondition }
  | { readonly by: 'web'; readonly condition: FetchedCondition }
  | DecidedByFact
  /** Another oracle. It resolves the market on chain by rules of its own. */
  | { readonly by: 'other_oracle'; readonly oracle: Address }
  | ByNobody;

export interface DecidedMarket extends NamedDecider {
  /** How what decides it on chain differs from its condition; null if it does not. */
  readonly mismatch: string | null;
}

const MISMATCH: ByNobody = { by: 'nobody', why: 'mismatch' };

export function decidedBy(market: DecidedMarket, ourOracle: Address): DecidedBy {
  const { subject, parsedCondition: condition } = market;
  const isOracle = isOracleMarket(market);
  if (isOracle && subject !== ourOracle) return { by: 'other_oracle', oracle: subject };
  if (condition.type === 'unknown') return { by: 'nobody', why: 'condition_unknown' };
  if (market.mismatch !== null) return MISMATCH;
  return isOracle ? byOurOracle(condition) : byFact(market, condition);
}

function byOurOracle(condition: Condition): DecidedBy {
  const { attestation, web } = kindOf(condition);
  if (attestation) return { by: 'attestation', condition: attestation(condition) };
  if (web) return { by: 'web', condition: web(condition) };
  const sampled = asSampled(condition);
  return sampled ? { by: 'samples', sampled } : MISMATCH;
}

function byFact({ source, subject: account }: NamedDecider, condition: Condition): DecidedBy {
  if (source === MarketSource.StateFact) return { by: 'account', account, condition };
  const [feed] = kindOf(condition).feeds?.(condition) ?? [];
  return feed?.from === 'update' ? { by: 'price_update', feed, condition } : MISMATCH;
}

/** Whether a fact decides the market, so that anyone can end it. */
export function isDecidedByFact(decided: DecidedBy): decided is DecidedByFact {
  return decided.by === 'account' || decided.by === 'price_update';
}

/** Whether this service ends the market without help; `covers`: whether it gets such updates. */
export function isDecidedHere(decided: DecidedBy, covers: (feedId: string) => boolean): boolean {
  if (decided.by === 'attestation') return silenceOf(decided.condition) === 'no';
  if (decided.by === 'price_update') return covers(decided.feed.feedId);
  return decided.by !== 'other_oracle' && decided.by !== 'nobody';
}

interface Moments {
  readonly expiresAt: UnixSeconds;
  readonly refundAt: UnixSeconds;
  readonly now: UnixSeconds;
}

/** What an expired market waits for, and what happens if that does not come. */
export function describeAwaited(decided: DecidedBy, moments: Moments): string {
  const refund = describeInstant(moments.refundAt);
  if (decided.by === 'nobody') {
    return decided.why === 'condition_unknown'
      ? `its refund at ${refund}, because we cannot verify its condition`
      : `its refund at ${refund}, because its condition is not what decides it`;
  }
  return `${describeNext(decided, moments)}; without it, all stakes are refunded at ${refund}`;
}

function describeNext(
  decided: Exclude<DecidedBy, ByNobody>,
  { expiresAt, now }: Pick<Moments, 'expiresAt' | 'now'>,
): string {
  switch (decided.by) {
    case 'attestation': {
      if (silenceOf(decided.condition) === 'no') return 'the confirmation of its outcome';
      const until = answerEndsAt(decided.condition, expiresAt);
      return now > until
        ? 'its outcome by an answer that its oracle gave in time'
        : `the answer of its oracle, due by ${describeInstant(until)}`;
    }
    case 'samples': {
      const { sampled } = decided;
      // The update of a price can still be brought later.
      if (kindOf(sampled.condition).updates) return 'the Pyth price at its expiry';
      return now > lastSampleAt(sampled, expiresAt)
        ? 'its outcome by the samples that were taken in time'
        : 'enough good samples of what it is about';
    }
    case 'web': {
      const { quorum, sources, timing } = decided.condition;
      if (timing !== 'at_expiry') return 'its outcome by what its web sources said';
      const from = describeInstant(firstRoundAt(decided.condition, expiresAt));
      return `${quorum} of ${sources.length} web sources to agree, fetched after ${from}`;
    }
    case 'account': {
      const isLate = now > addSeconds(expiresAt, FIRST_SECONDS_MAX);
      // A later observation still counts if what it shows stays so.
      return isLate && !kindOf(decided.condition).isPermanent
        ? 'its outcome by what was observed in time'
        : `an observation of the account that decides it, ${decided.account}`;
    }
    case 'price_update': {
      const { feed } = decided.feed;
      return `the first Pyth ${feed}/USD price at or after ${describeInstant(expiresAt)}`;
    }
    case 'other_oracle':
      return `the outcome of its own oracle, ${decided.oracle}`;
  }
}
