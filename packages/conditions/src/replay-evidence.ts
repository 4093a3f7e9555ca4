// Computes a resolution again, from the market on chain and the evidence alone. Only what the hash
// on chain covers is trusted.

import type { Address } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import type { Outcome, UnixSeconds } from '@tote/domain';
import { type Clause, MarketSource } from '@tote/program-client';
import { readAttestedEvidence } from './attested-evidence.ts';
import type { Condition, ParsedCondition } from './condition.ts';
import { deciderOnChain } from './decided-by.ts';
import { evaluateCondition, outcomeOf } from './evaluate.ts';
import { readFact } from './evaluation/read-fact.ts';
import type { Evidence, Verdict } from './evaluation/verdict.ts';
import { hashEvidenceAccount } from './hash-evidence-account.ts';
import { type AccountSnapshot, isMissing } from './oracles/account-snapshot.ts';
import type { SampleHash } from './sample-hashes.ts';
import { completeEvidence, readSampledEvidence } from './sampled-evidence.ts';
import { readWebEvidence } from './web/web-evidence.ts';

/** All of it is read from the creating and the resolving transaction. */
export interface ResolvedMarket {
  readonly id: string;
  /** The canonical text, and parsed. */
  readonly condition: string;
  readonly parsedCondition: ParsedCondition;
  readonly source: MarketSource;
  readonly subject: Address;
  readonly factOwner: Address;
  readonly clauses: readonly Clause[];
  /** The fact holding means No. */
  readonly isInverted?: boolean;
  readonly createdAt: UnixSeconds;
  readonly expiresAt: UnixSeconds;
  readonly resolvedAt: UnixSeconds;
  readonly slot: bigint;
  /** The account that was passed to the program: the one that it read, or the oracle. */
  readonly evidenceAccount: Address;
  readonly evidenceHash: string;
}

interface Replay {
  readonly hash: string;
  /** By the condition; null with the reason if the evidence does not decide it. */
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  /** For a fact: by the clauses on chain and the same bytes. */
  readonly outcomeByClauses?: Outcome | null;
}

/** `hashes`: of the samples that the evidence names only by their root. */
export async function replayEvidence(
  market: ResolvedMarket,
  text: string,
  hashes: readonly SampleHash[] = [],
): Promise<Replay> {
  const { source } = deciderOnChain(market);
  return source === 'fact' ? replayFact(market, text) : replayOracle(market, text, hashes);
}

/** The program read these bytes at `resolvedAt`, so they are an observation of that time. */
async function replayFact(market: ResolvedMarket, text: string): Promise<Replay> {
  const account = findEvidenceAccount(market, text);
  if (!account) return undecided(sha256Hex(text), 'it does not hold the account that was shown');
  const hash = hashEvidenceAccount(account.data);
  // The hash covers only the bytes. The program accepts two owners: the fact's, and the System
  // program, whose accounts count as missing.
  const owner = isMissing(account) ? null : market.factOwner;
  const accounts = [{ address: market.evidenceAccount, owner, data: account.data }];
  const sample = { slot: market.slot, observedAt: market.resolvedAt, accounts };
  const replay = await evaluate(market, hash, { samples: [sample] });
  return { ...replay, outcomeByClauses: readClauses(market, account) };
}

function findEvidenceAccount(market: ResolvedMarket, text: string): AccountSnapshot | undefined {
  const record = readSampledEvidence(text);
  if (!record) return undefined;
  const shown = record.evidence.samples
    .flatMap(({ accounts }) => accounts)
    .filter(({ address }) => address === market.evidenceAccount);
  return shown.find(({ data }) => hashEvidenceAccount(data) === market.evidenceHash) ?? shown[0];
}

/** An account that was never created, or is closed, does not meet the fact. */
function readClauses(
  { source, clauses, expiresAt, isInverted = false }: ResolvedMarket,
  account: AccountSnapshot,
): Outcome | null {
  const isAbsent = source === MarketSource.StateFact && isMissing(account);
  const reading = isAbsent ? 'NotMet' : readFact(clauses, account.data, expiresAt);
  if (reading === 'Invalid') return null;
  return (reading === 'Met') === isInverted ? 'No' : 'Yes';
}

async function replayOracle(market: ResolvedMarket, text: string, hashes: readonly SampleHash[]) {
  const hash = sha256Hex(text);
  const attested = readAttestedEvidence(text);
  const sampled = attested ? undefined : readSampledEvidence(text);
  const fetched = (attested ?? sampled) ? undefined : readWebEvidence(text);
  const record = attested ?? sampled ?? fetched;
  if (!record) return undecided(hash, 'its form is unknown');
  if (record.marketId !== market.id || record.condition !== market.condition) {
    return undecided(hash, 'it is about another market or condition');
  }
  if (attested && attested.attestation.wallet !== market.subject) {
    return undecided(hash, `${attested.attestation.wallet} is not the market’s oracle`);
  }
  const evidence = attested
    ? { samples: [], attestation: attested.attestation }
    : sampled
      ? completeEvidence(sampled, hashes)
      : { samples: [], web: fetched?.web };
  if (!evidence) return undecided(hash, 'the hashes of its samples are not the ones that it names');
  return evaluate(market, hash, evidence);
}

async function evaluate(market: ResolvedMarket, hash: string, evidence: Evidence): Promise<Replay> {
  const { parsedCondition: condition } = market;
  if (condition.type === 'unknown') return undecided(hash, 'its condition cannot be verified');
  const { createdAt, expiresAt, resolvedAt: now } = market;
  const verdict = await evaluateSafely(condition, evidence, { createdAt, expiresAt, now });
  if (verdict.verdict === 'unknown') return undecided(hash, verdict.reason);
  return { hash, outcome: outcomeOf(condition, verdict), reason: null };
}

/** Evidence is untrusted input: an error on it is a result, not a bug. */
async function evaluateSafely(
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

function undecided(hash: string, reason: string): Replay {
  return { hash, outcome: null, reason };
}
