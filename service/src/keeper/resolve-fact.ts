// Finds the account that decides a fact market, stores it as evidence, and passes it to the
// program. Without a valid observation nothing is decided.
import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { pollUntil } from '@tote/chain/lib/poll-until';
import type { Condition } from '@tote/conditions/condition';
import {
  type DecidedByFact,
  type DecidedMarket,
  decidedBy,
  isDecidedByFact,
} from '@tote/conditions/decided-by';
import { evaluateCondition, resolutionRuleOf } from '@tote/conditions/evaluate';
import type { MarketMoments, Verdict } from '@tote/conditions/evaluation/verdict';
import { hashEvidenceAccount } from '@tote/conditions/hash-evidence-account';
import type { AccountSnapshot, Sample } from '@tote/conditions/oracles/account-snapshot';
import { readSample } from '@tote/conditions/oracles/read-sample';
import type { ResolutionRule } from '@tote/conditions/resolution-rule';
import { renderSampledEvidence } from '@tote/conditions/sampled-evidence';
import { findEvents, MarketSource } from '@tote/program-client';
import { resolveFactMarket } from '../markets/end-market.ts';
import { type ObservedEvidence, recordEvidence } from '../store/journal/evidence.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { observeUpdate } from './observe-update.ts';
import { NotResolvableYet, toSentence } from './resolution-status.ts';
import type { TaskContext } from './task.ts';

const EARLY_READS = { everyMs: 25, reads: 40 };

type RecordEvidence = (evidence: ObservedEvidence) => Promise<void>;

export async function resolveFact(
  context: TaskContext,
  market: MarketView,
  {
    commitment = 'confirmed',
    record = recordAlone(context),
  }: { commitment?: Preflight; record?: RecordEvidence } = {},
): Promise<void> {
  const fact = await findFact(market, context.keys.oracle.address);
  if (!fact) throw new NotResolvableYet('Its condition and its fact do not match.');
  const { condition } = fact.decided;
  const read = async () => {
    const sample = await observe(context, market, fact, commitment);
    const moments = momentsOf(market, sample);
    return { sample, verdict: await evaluateCondition(condition, { samples: [sample] }, moments) };
  };
  const { sample, verdict } = await pollUntil(read, (seen) => !isEarly(seen.verdict), {
    ...EARLY_READS,
    signal: context.signal,
  });
  if (verdict.verdict === 'unknown') throw new NotResolvableYet(toSentence(verdict.reason));
  return recordAndResolve(context, market, { sample, verdict, condition, commitment, record });
}

const isEarly = (verdict: Verdict) => verdict.verdict === 'unknown' && verdict.code === 'not_due';

async function observe(
  context: TaskContext,
  market: MarketView,
  { decided, rule }: MarketFact,
  commitment: Preflight,
): Promise<Sample> {
  const { chain } = context;
  if (decided.by === 'account') return readSample(chain, [decided.account], commitment);
  const { decider } = rule;
  if (decider.source !== MarketSource.TimedFact) {
    throw new NotResolvableYet('This service cannot observe it.');
  }
  const { expiresAt: moment, refundAt } = market;
  return observeUpdate(context, { feed: decided.feed, fact: decider, moment }, refundAt);
}

interface DecidedFact extends Observed {
  readonly condition: Condition;
  readonly commitment: Preflight;
  readonly record: RecordEvidence;
}

async function recordAndResolve(
  context: TaskContext,
  market: MarketView,
  { condition, commitment, record, ...observed }: DecidedFact,
): Promise<void> {
  const { sample } = observed;
  const [evidenceAccount] = sample.accounts as readonly [AccountSnapshot];
  context.crash.reach('Observed');
  // Stored before sending, so that a crash cannot lose the evidence.
  await record(renderObserved(market, observed));
  const shown = { observedAccount: evidenceAccount.address, commitment };
  const landed = await resolveFactMarket(context, market, shown);
  const hash = findEvidenceHash(landed, context.chain.programAddress, market.address);
  if (hash === undefined || hash === hashEvidenceAccount(evidenceAccount.data)) return;
  // The account changed before the transaction landed. The program hashed the newer data.
  const later = await readSample(context.chain, [evidenceAccount.address]);
  const moments = momentsOf(market, later);
  const verdict = await evaluateCondition(condition, { samples: [later] }, moments);
  await record(renderObserved(market, { sample: later, verdict }));
}

interface Observed {
  readonly sample: Sample;
  readonly verdict: Verdict;
}

function renderObserved(market: MarketView, { sample, verdict }: Observed): ObservedEvidence {
  const { id: marketId, condition } = market;
  const [evidenceAccount] = sample.accounts as readonly [AccountSnapshot];
  const moments = momentsOf(market, sample);
  const evidence = { samples: [sample] };
  const text = renderSampledEvidence({ marketId, condition, moments, evidence, verdict });
  const createdAt = BigInt(sample.observedAt);
  return { marketId, hash: hashEvidenceAccount(evidenceAccount.data), text, createdAt };
}

export const momentsOf = ({ createdAt, expiresAt }: MarketView, sample: Sample): MarketMoments => ({
  createdAt,
  expiresAt,
  now: sample.observedAt,
});

const recordAlone =
  ({ store }: TaskContext): RecordEvidence =>
  (evidence) =>
    store.write((db) => recordEvidence(db, evidence));

const evidenceHashes = new WeakMap<LandedTransaction, ReadonlyMap<Address, string>>();

/** One transaction may resolve a dozen markets, so its events are decoded once. */
function findEvidenceHash(landed: LandedTransaction, program: Address, market: Address) {
  let hashes = evidenceHashes.get(landed);
  if (!hashes) {
    const resolved = findEvents(landed.logs, program).filter(
      (event) => event.name === 'MarketResolved',
    );
    hashes = new Map(
      resolved.map((event) => [event.market, Buffer.from(event.evidenceHash).toString('hex')]),
    );
    evidenceHashes.set(landed, hashes);
  }
  return hashes.get(market);
}

export interface MarketFact {
  readonly decided: DecidedByFact;
  readonly rule: ResolutionRule;
}

export async function findFact(market: DecidedMarket, oracle: Address) {
  const decided = decidedBy(market, oracle);
  if (!isDecidedByFact(decided)) return undefined;
  return { decided, rule: await resolutionRuleOf(decided.condition) };
}
