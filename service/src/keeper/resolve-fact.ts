// Finds the account that decides a fact market, stores it as evidence, and passes it to the
// program. Without a valid observation nothing is decided.
import type { Address } from '@solana/kit';
import type { LandedTransaction } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { type DecidedMarket, decidedBy, isDecidedByFact } from '@tote/conditions/decided-by';
import { evaluateCondition, resolutionRuleOf } from '@tote/conditions/evaluate';
import { findEvidenceAccounts } from '@tote/conditions/evaluation/evaluate-fact';
import type { MarketMoments, Verdict } from '@tote/conditions/evaluation/verdict';
import { hashEvidenceAccount } from '@tote/conditions/hash-evidence-account';
import type { WantedPrice } from '@tote/conditions/kinds/kind';
import type { AccountSnapshot, Sample } from '@tote/conditions/oracles/account-snapshot';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import { NoPriceUpdate } from '@tote/conditions/oracles/price-updates';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { renderSampledEvidence } from '@tote/conditions/sampled-evidence';
import type { UnixSeconds } from '@tote/domain';
import { findEvents, MarketSource } from '@tote/program-client';
import { resolveFactMarket } from '../markets/end-market.ts';
import { type ObservedEvidence, recordEvidence } from '../store/journal/evidence.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { NotResolvableYet, toSentence } from './resolution-status.ts';
import type { TaskContext } from './task.ts';

const EARLY_READS = { everyMs: 25, reads: 40 };

export async function resolveFact(
  context: TaskContext,
  market: MarketView,
  {
    commitment = 'confirmed',
    record = (evidence) => context.store.write((db) => recordEvidence(db, evidence)),
  }: { commitment?: Preflight; record?: (evidence: ObservedEvidence) => Promise<void> } = {},
): Promise<void> {
  const fact = await findFact(market, context.keys.oracle.address);
  if (!fact) throw new NotResolvableYet('Its condition and its fact do not match.');
  const evaluate = async (sample: Sample) => {
    const [moments, evidence] = [momentsOf(market, sample), { samples: [sample] }];
    return { sample, verdict: await evaluateCondition(fact.decided.condition, evidence, moments) };
  };
  const read = async () => evaluate(await observe(context, market, fact, commitment));
  const { sample, verdict } = await pollUntil(read, (seen) => !isEarly(seen.verdict), {
    ...EARLY_READS,
    signal: context.signal,
  });
  if (verdict.verdict === 'unknown') throw new NotResolvableYet(toSentence(verdict.reason));
  const [{ address: observedAccount, data }] = sample.accounts as readonly [AccountSnapshot];
  context.crash.reach('Observed');
  // Stored before sending, so that a crash cannot lose the evidence.
  await record(renderObserved(market, sample, verdict));
  const landed = await resolveFactMarket(context, market, { observedAccount, commitment });
  const hash = findEvidenceHash(landed, context.chain.programAddress, market.address);
  if (hash === undefined || hash === hashEvidenceAccount(data)) return;
  // The account changed before the transaction landed. The program hashed the newer data.
  const later = await evaluate(await readSample(context.chain, [observedAccount]));
  await record(renderObserved(market, later.sample, later.verdict));
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

function renderObserved(market: MarketView, sample: Sample, verdict: Verdict): ObservedEvidence {
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

/** The first price update at or after a moment. It is posted first where nobody has done so. */
export async function observeUpdate(
  { chain, priceUpdates, signal }: TaskContext,
  { feed, fact, moment }: WantedPrice,
  keptUntil: UnixSeconds,
): Promise<Sample> {
  const { feedId, receiver } = feed;
  const findAccount = (accounts: readonly AccountSnapshot[]) =>
    findEvidenceAccounts(fact, { samples: [{ accounts }] }, moment)[0];
  const pushed = await findPythPushAddress(feedId, feed);
  const accepts = (account: AccountSnapshot) => findAccount([account]) !== undefined;
  const update = { feedId, receiver, moment, keptUntil, accepts, signal };
  const posting = chain.clock.now() >= moment ? priceUpdates?.post(update) : undefined;
  const posted = await posting?.catch((error) => {
    if (error instanceof NoPriceUpdate) throw new NotResolvableYet(toSentence(error.message));
    throw error;
  });
  const sample = await readSample(chain, [...new Set([posted ?? pushed, pushed])]);
  const account = findAccount(sample.accounts);
  return account ? { ...sample, accounts: [account] } : sample;
}

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

export type MarketFact = NonNullable<Awaited<ReturnType<typeof findFact>>>;

export async function findFact(market: DecidedMarket, oracle: Address) {
  const decided = decidedBy(market, oracle);
  if (!isDecidedByFact(decided)) return undefined;
  return { decided, rule: await resolutionRuleOf(decided.condition) };
}
