// A resolution once more, from what the chain says about the market and from the evidence alone.
// Nothing in the evidence is believed that the chain's hash does not vouch for.

import type { Address } from '@solana/kit';
import type { Outcome, UnixSeconds } from '@tote/domain';
import { sha256Hex } from '@tote/lib/sha256';
import { type AccountSnapshot, isMissing } from '@tote/oracles/account-snapshot';
import { type Clause, MarketSource } from '@tote/program-client';
import { readAttestedEvidence } from './attested-evidence.ts';
import type { Condition } from './condition.ts';
import { deciderOnChain } from './decided-by.ts';
import { evaluateCondition } from './evaluate.ts';
import { readFact } from './evaluation/read-fact.ts';
import type { Evidence, Verdict } from './evaluation/verdict.ts';
import { hashWitness } from './hash-witness.ts';
import type { ParsedCondition } from './read-condition.ts';
import { readSampledEvidence } from './sampled-evidence.ts';

/** All of it from the chain: the creating and the resolving transaction. */
export interface ResolvedMarket {
  readonly id: string;
  /** The canonical text, and what it says. */
  readonly condition: string;
  readonly parsedCondition: ParsedCondition;
  readonly source: MarketSource;
  /** The oracle, or the account of a state fact. */
  readonly subject: Address;
  readonly factOwner: Address;
  readonly clauses: readonly Clause[];
  /** The fact holding means No. */
  readonly isInverted?: boolean;
  readonly createdAt: UnixSeconds;
  readonly expiresAt: UnixSeconds;
  readonly resolvedAt: UnixSeconds;
  readonly slot: bigint;
  /** What the program was shown: the account that it read, or the oracle. */
  readonly witness: Address;
  readonly evidenceHash: string;
}

export interface Replay {
  /** SHA-256 of what decided, hex; to be compared with the one on chain. */
  readonly hash: string;
  /** What the condition's words make of it; null with the reason when they leave it open. */
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  /** Of a fact: what the clauses on chain make of the same bytes. */
  readonly outcomeByClauses?: Outcome | null;
}

export async function replayEvidence(market: ResolvedMarket, text: string): Promise<Replay> {
  const { source } = deciderOnChain(market);
  return source === 'fact' ? replayFact(market, text) : replayOracle(market, text);
}

/** The program has seen these bytes at `resolvedAt`, so they are an observation of that moment. */
async function replayFact(market: ResolvedMarket, text: string): Promise<Replay> {
  const account = findWitness(market, text);
  if (!account) return undecided(sha256Hex(text), 'it does not hold the account that was shown');
  const hash = hashWitness(account.data);
  // The chain vouches for the bytes and has refused every owner but two: the fact's, and the System
  // program, whose accounts are missing.
  const owner = isMissing(account) ? null : market.factOwner;
  const accounts = [{ address: market.witness, owner, data: account.data }];
  const sample = { slot: market.slot, observedAt: market.resolvedAt, accounts };
  const replay = await evaluate(market, hash, { samples: [sample] });
  return { ...replay, outcomeByClauses: readClauses(market, account) };
}

function findWitness(market: ResolvedMarket, text: string): AccountSnapshot | undefined {
  const record = readSampledEvidence(text);
  if (!record) return undefined;
  const shown = record.evidence.samples
    .flatMap(({ accounts }) => accounts)
    .filter(({ address }) => address === market.witness);
  return shown.find(({ data }) => hashWitness(data) === market.evidenceHash) ?? shown[0];
}

/** What was never created, or is gone, is not so. */
function readClauses(
  { source, clauses, expiresAt, isInverted = false }: ResolvedMarket,
  account: AccountSnapshot,
): Outcome | null {
  const isGone = source === MarketSource.StateFact && isMissing(account);
  const reading = isGone ? 'NotMet' : readFact(clauses, account.data, expiresAt);
  if (reading === 'Invalid') return null;
  return (reading === 'Met') === isInverted ? 'No' : 'Yes';
}

async function replayOracle(market: ResolvedMarket, text: string): Promise<Replay> {
  const hash = sha256Hex(text);
  const attested = readAttestedEvidence(text);
  const sampled = attested ? undefined : readSampledEvidence(text);
  const record = attested ?? sampled;
  if (!record) return undecided(hash, 'its form is unknown');
  if (record.marketId !== market.id || record.condition !== market.condition) {
    return undecided(hash, 'it is about another market or condition');
  }
  if (attested && attested.attestation.wallet !== market.subject) {
    return undecided(hash, `${attested.attestation.wallet} is not the market’s oracle`);
  }
  const evidence = attested
    ? { samples: [], attestation: attested.attestation }
    : (sampled?.evidence ?? { samples: [] });
  return evaluate(market, hash, evidence);
}

async function evaluate(market: ResolvedMarket, hash: string, evidence: Evidence): Promise<Replay> {
  const { parsedCondition: condition } = market;
  if (condition.type === 'unknown') return undecided(hash, 'its condition cannot be verified');
  const { createdAt, expiresAt, resolvedAt: now } = market;
  return toReplay(hash, await judge(condition, evidence, { createdAt, expiresAt, now }));
}

/** Evidence is foreign data: whatever breaks on it is a finding, not a fault. */
async function judge(
  condition: Condition,
  evidence: Evidence,
  moments: Parameters<typeof evaluateCondition>[2],
): Promise<Verdict> {
  try {
    return await evaluateCondition(condition, evidence, moments);
  } catch (error) {
    return { verdict: 'unknown', code: 'invalid', reason: String(error) };
  }
}

function toReplay(hash: string, verdict: Verdict): Replay {
  if (verdict.verdict === 'unknown') return undecided(hash, verdict.reason);
  return { hash, outcome: verdict.verdict === 'met' ? 'Yes' : 'No', reason: null };
}

function undecided(hash: string, reason: string): Replay {
  return { hash, outcome: null, reason };
}
