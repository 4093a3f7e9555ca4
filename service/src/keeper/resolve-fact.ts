// Finds the observation that decides a fact market, keeps it as evidence, and shows it to the
// program. Without a valid observation nothing is decided.
import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import type { Condition } from '@tote/conditions/condition';
import { evaluateCondition } from '@tote/conditions/evaluate';
import { findWitnesses } from '@tote/conditions/evaluation/evaluate-fact';
import type { MarketMoments, Verdict } from '@tote/conditions/evaluation/verdict';
import { hashWitness } from '@tote/conditions/hash-witness';
import { renderSampledEvidence } from '@tote/conditions/sampled-evidence';
import { pollUntil } from '@tote/lib/poll-until';
import type { AccountSnapshot, Sample } from '@tote/oracles/account-snapshot';
import { findPythPushAddress } from '@tote/oracles/derived-addresses';
import { readSample } from '@tote/oracles/read-sample';
import { findEvents, MarketSource } from '@tote/program-client';
import { resolveFactMarket } from '../commands/resolve-fact-market.ts';
import { type ObservedEvidence, recordEvidence } from '../store/journal/evidence.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { findFact, type MarketFact } from './fact-of-market.ts';
import { sentence } from './sentence.ts';
import { StillWaiting } from './still-waiting.ts';
import type { TaskContext } from './task.ts';

/** Our clock may run ahead of the chain's by a little. */
const EARLY_READS = { everyMs: 25, reads: 40 };

/** Durable when it resolves. */
export type RecordEvidence = (evidence: ObservedEvidence) => Promise<void>;

export interface ResolveFactOptions {
  /** At `processed` it may turn out that nothing has happened: then the program refuses. */
  readonly commitment?: Preflight;
  /** Left out: each by itself. */
  readonly record?: RecordEvidence;
}

export async function resolveFact(
  context: TaskContext,
  market: MarketView,
  { commitment = 'confirmed', record = recordAlone(context) }: ResolveFactOptions = {},
): Promise<void> {
  const fact = await findFact(market, context.keys.oracle.address);
  if (!fact) throw new StillWaiting('Its text and its fact do not belong together.');
  const { condition } = fact.decided;
  const look = async () => {
    const sample = await observe(context, market, fact, commitment);
    const moments = momentsOf(market, sample);
    return { sample, verdict: await evaluateCondition(condition, { samples: [sample] }, moments) };
  };
  const { sample, verdict } = await pollUntil(look, (seen) => !isEarly(seen.verdict), {
    ...EARLY_READS,
    signal: context.signal,
  });
  if (verdict.verdict === 'unknown') throw new StillWaiting(sentence(verdict.reason));
  return decide(context, market, { sample, verdict, condition, commitment, record });
}

const isEarly = (verdict: Verdict) => verdict.verdict === 'unknown' && verdict.code === 'not_due';

/** The accounts that may decide it, as they are now; of price updates only the one that does. */
async function observe(
  { chain, priceUpdates }: TaskContext,
  { expiresAt, refundAt }: MarketView,
  { decided, decision }: MarketFact,
  commitment: Preflight,
): Promise<Sample> {
  if (decided.by === 'account') return readSample(chain, [decided.account], commitment);
  const { decider } = decision;
  if (decider.source !== MarketSource.TimedFact) {
    throw new StillWaiting('It cannot be observed from here.');
  }
  const { feedId, receiver } = decided.condition;
  const accounts: Address[] = [await findPythPushAddress(feedId, { receiver })];
  if (chain.clock.now() >= expiresAt) {
    const wanted = { feedId, moment: expiresAt, keptUntil: refundAt };
    const posted = await priceUpdates?.post(wanted);
    if (posted) accounts.unshift(posted);
  }
  const sample = await readSample(chain, accounts);
  const [witness] = findWitnesses(decider, { samples: [sample] }, expiresAt);
  return witness ? { ...sample, accounts: [witness] } : sample;
}

interface Decided extends Observed {
  readonly condition: Condition;
  readonly commitment: Preflight;
  readonly record: RecordEvidence;
}

async function decide(
  context: TaskContext,
  market: MarketView,
  { condition, commitment, record, ...observed }: Decided,
): Promise<void> {
  const { sample } = observed;
  const [witness] = sample.accounts as readonly [AccountSnapshot];
  context.crash?.reach('Observed');
  // Before it is sent: what decided must not be lost with us.
  await record(renderObserved(market, observed));
  const shown = { observedAccount: witness.address, commitment };
  const landed = await resolveFactMarket(context, market, shown);
  const hash = findEvidenceHash(landed, context.chain.programAddress, market.address);
  if (hash === undefined || hash === hashWitness(witness.data)) return;
  // It changed on the way, and the program saw it as it is now.
  const later = await readSample(context.chain, [witness.address]);
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
  const [witness] = sample.accounts as readonly [AccountSnapshot];
  const moments = momentsOf(market, sample);
  const evidence = { samples: [sample] };
  const text = renderSampledEvidence({ marketId, condition, moments, evidence, verdict });
  const createdAt = BigInt(sample.observedAt);
  return { marketId, hash: hashWitness(witness.data), text, createdAt };
}

export function momentsOf({ createdAt, expiresAt }: MarketView, sample: Sample): MarketMoments {
  return { createdAt, expiresAt, now: sample.observedAt };
}

function recordAlone({ store }: TaskContext): RecordEvidence {
  return (evidence) => store.write((db) => recordEvidence(db, evidence));
}

const evidenceHashes = new WeakMap<LandedTransaction, ReadonlyMap<Address, string>>();

/** A dozen markets may have been resolved in one transaction: its events are read once. */
function findEvidenceHash(
  landed: LandedTransaction,
  program: Address,
  market: Address,
): string | undefined {
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
