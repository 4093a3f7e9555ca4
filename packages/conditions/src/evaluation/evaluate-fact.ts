// The verdict on a fact, by the rules of the program's `resolve_market`.
import { formatInstant, unixSeconds } from '@tote/domain';
import { type Decider, MarketSource } from '@tote/program-client';
import {
  type AccountSnapshot,
  findAccount,
  isMissing,
  type Sample,
} from '../oracles/account-snapshot.ts';
import { type Reading, readable, unreadable } from '../oracles/reading.ts';
import type { ResolutionRule } from '../resolution-rule.ts';
import { type FactReading, readFact } from './read-fact.ts';
import { type Evidence, type MarketMoments, NOT_DUE, unknown, type Verdict } from './verdict.ts';

/** How long after the expiry an observation still counts as the state at the expiry. */
const WINDOW_SECONDS = 120;

type StateFact = Extract<Decider, { source: MarketSource.StateFact }>;
type TimedFact = Extract<Decider, { source: MarketSource.TimedFact }>;

export function evaluateFact(
  rule: ResolutionRule,
  evidence: Evidence,
  moments: MarketMoments,
): Verdict {
  const { decider } = rule;
  if (decider.source === MarketSource.TimedFact) {
    return evaluateTimed(decider, evidence, moments);
  }
  if (decider.source === MarketSource.StateFact) {
    return evaluateState(decider, rule, evidence, moments);
  }
  throw new RangeError('an oracle’s market has no fact');
}

/**
 * The accounts that the program would accept for a price at expiry. They are updates of the same
 * moment; if there are several, they agree unless one is forged.
 */
export function findEvidenceAccounts(
  { factOwner, clauses }: TimedFact,
  { samples }: { readonly samples: readonly Pick<Sample, 'accounts'>[] },
  expiresAt: number,
): AccountSnapshot[] {
  return samples
    .flatMap(({ accounts }) => accounts)
    .filter(({ owner, data }) => {
      return owner === factOwner && readFact(clauses, data, expiresAt) !== 'Invalid';
    });
}

/** Exactly one update is the first at or after the expiry, whoever posts it. */
function evaluateTimed(fact: TimedFact, evidence: Evidence, moments: MarketMoments): Verdict {
  const { expiresAt, now } = moments;
  if (now < expiresAt) return NOT_DUE;
  const readings = findEvidenceAccounts(fact, evidence, expiresAt).map(({ data }) =>
    readFact(fact.clauses, data, expiresAt),
  );
  const [verdict, other] = new Set(readings);
  if (other) return unknown('disagree', 'two updates of the moment contradict each other');
  if (verdict) return verdictOf(verdict, expiresAt);
  const accounts = evidence.samples.flatMap((sample) => sample.accounts);
  if (!accounts.some(({ owner }) => owner === fact.factOwner)) {
    return unknown('missing', 'there is no update of the price feed');
  }
  const moment = formatInstant(expiresAt);
  return unknown('invalid', `no update is the first good one at or after ${moment}`);
}

function evaluateState(
  fact: StateFact,
  { isTriggered, isLatched }: ResolutionRule,
  { samples }: Evidence,
  { expiresAt, now }: MarketMoments,
): Verdict {
  let failure: Verdict = unknown('missing', `the account ${fact.account} was not read in time`);
  for (const sample of inOrder(samples)) {
    const reading = readState(fact, sample, expiresAt);
    if (!reading.ok) {
      failure = unknown(reading.code, reading.reason);
      continue;
    }
    if (reading.value === 'Invalid') {
      failure = unknown('invalid', `the account ${fact.account} is not what the fact is about`);
      continue;
    }
    const isMet = reading.value === 'Met';
    const at = sample.observedAt;
    if (at < expiresAt) {
      if (isTriggered && isMet) return verdictOf(reading.value, at);
      continue;
    }
    const isLate = at > expiresAt + WINDOW_SECONDS;
    // A latched fact that is not met now was not met at the expiry either. That does not hold for a
    // missing account, because it may have been closed.
    const provesPastState = isLatched && !isMet && exists(fact, sample);
    if (!isLate || provesPastState) return verdictOf(reading.value, at);
  }
  return now < expiresAt ? NOT_DUE : failure;
}

function exists({ account }: StateFact, sample: Sample): boolean {
  const found = findAccount(sample, account);
  return found !== undefined && !isMissing(found);
}

export function readState(
  fact: StateFact,
  sample: Sample,
  expiresAt: number,
): Reading<FactReading> {
  const account = findAccount(sample, fact.account);
  if (!account) return unreadable('missing', `the account ${fact.account} was not read`);
  if (isMissing(account)) return readable('NotMet');
  if (account.owner !== fact.factOwner) return wrongOwner(account);
  return readable(readFact(fact.clauses, account.data, expiresAt));
}

function wrongOwner({ address, owner }: AccountSnapshot) {
  return unreadable('wrong_owner', `${address} belongs to ${owner}`);
}

export function inOrder(samples: readonly Sample[]): Sample[] {
  return [...samples].sort((a, b) => a.observedAt - b.observedAt || Number(a.slot - b.slot));
}

function verdictOf(reading: 'Met' | 'NotMet' | FactReading, at: number): Verdict {
  const isMet = reading === 'Met';
  return { verdict: isMet ? 'met' : 'not_met', at: unixSeconds(at), value: isMet ? 'yes' : 'no' };
}
