// Decides a measured market from the samples in the journal, stores them as evidence, and has the
// oracle sign the outcome with the evidence's hash. Missing data is never a No.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { evaluateCondition, measureCondition, outcomeOf } from '@tote/conditions/evaluate';
import { findEvidenceAccounts } from '@tote/conditions/evaluation/evaluate-fact';
import { longestGap } from '@tote/conditions/evaluation/evaluate-samples';
import {
  type Evidence,
  type MarketMoments,
  type UnknownVerdict,
  unknown,
} from '@tote/conditions/evaluation/verdict';
import type { WantedLaunches } from '@tote/conditions/kinds/kind';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { readSample } from '@tote/conditions/oracles/read-sample';
import {
  joinRoots,
  packPages,
  rootOfPage,
  type SampleHash,
  type SampleHashes,
} from '@tote/conditions/sample-hashes';
import { lastSampleAt, type SampledCondition } from '@tote/conditions/sampled-condition';
import {
  completeEvidence,
  readSampledEvidence,
  readSampleText,
  renderSampledEvidence,
} from '@tote/conditions/sampled-evidence';
import { describeInstant, type UnixSeconds } from '@tote/domain';
import { resolveMarket } from '../markets/end-market.ts';
import { listEvidence, recordEvidence } from '../store/journal/evidence.ts';
import {
  listEvidenceHashes,
  listSampleHashes,
  listSamples,
  listSampleTimes,
  recordEvidencePages,
} from '../store/journal/samples.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { NotCountable } from './observe/launches/launch-node.ts';
import { findSource, SourceReader, type TakenSample } from './observe/source-reader.ts';
import { listStartSamples } from './observe/start-samples.ts';
import { NotResolvableYet, requireOracle, toSentence } from './resolution-status.ts';
import { observeUpdate } from './resolve-fact.ts';
import type { TaskContext } from './task.ts';

const EARLY_READS = { everyMs: 25, reads: 80 };

export async function resolveSampled(
  context: TaskContext,
  market: MarketView,
  sampled: SampledCondition,
): Promise<void> {
  await requireOracle(context, market);
  const proof =
    (await findRecordedOutcome(context, market, sampled)) ??
    (await evaluateAndRecord(context, market, sampled));
  await resolveMarket(context, market, proof);
}

async function findRecordedOutcome(
  { store }: TaskContext,
  { id, condition }: MarketView,
  sampled: SampledCondition,
) {
  for (const evidence of await listEvidence(store.db, id)) {
    const record = readSampledEvidence(evidence);
    if (record?.marketId !== id || record.condition !== condition) continue;
    const evidenceHash = sha256Hex(evidence);
    const hashes = record.sampleHashes
      ? await listEvidenceHashes(store.db, { marketId: id, evidenceHash })
      : [];
    const complete = completeEvidence(record, hashes);
    if (!complete) continue;
    const { moments } = record;
    const verdict = await evaluateCondition(sampled.condition, complete, moments);
    if (verdict.verdict === 'unknown') continue;
    return { outcome: outcomeOf(sampled.condition, verdict), evidence };
  }
  return undefined;
}

async function evaluateAndRecord(
  context: TaskContext,
  market: MarketView,
  sampled: SampledCondition,
) {
  const now = await awaitExpiry(context, market);
  const { id: marketId, condition, createdAt, expiresAt } = market;
  const gathered = await gather(context, market, sampled);
  const { samples, sampledAt: times = [], hashes = [], pages = packPages(hashes) } = gathered;
  const evidence = { samples, sampledAt: times };
  const moments = { createdAt, expiresAt, now };
  const sampledAt = [...times, ...hashes.map(({ at }) => at)];
  const isBlind = sampled.isTriggered && evidence.samples.length + sampledAt.length === 0;
  const verdict = isBlind
    ? NOTHING_OBSERVED
    : await evaluateCondition(sampled.condition, { ...evidence, sampledAt }, moments);
  if (verdict.verdict === 'unknown') {
    throw new NotResolvableYet(explain(context, market, sampled, { verdict, now }));
  }
  const rest = { marketId, condition, moments, evidence, verdict };
  const sampleHashes =
    hashes.length > 0 ? await summarizeHashes(hashes, sampledAt, moments) : undefined;
  const text = renderSampledEvidence({ ...rest, ...(sampleHashes && { sampleHashes }) });
  // Stored before sending, so that a crash cannot lose the evidence.
  const hash = sha256Hex(text);
  const record = { marketId, hash, text, createdAt: BigInt(now) };
  await recordEvidencePages(context.store, { marketId, evidenceHash: hash }, pages);
  await context.store.write((db) => recordEvidence(db, record));
  return { outcome: outcomeOf(sampled.condition, verdict), evidence: text };
}

/** A short market has no long gap, but somebody must have looked at all. */
const NOTHING_OBSERVED = unknown('gap', 'there was no good sample while it ran');

export async function awaitExpiry(
  { chain, signal }: TaskContext,
  { expiresAt }: Pick<MarketView, 'expiresAt'>,
) {
  const { observedAt } = await pollUntil(
    () => readSample(chain, []),
    (sample) => sample.observedAt >= expiresAt,
    { ...EARLY_READS, signal },
  );
  if (observedAt < expiresAt) throw new NotResolvableYet('The moment that counts has not come.');
  return observedAt;
}

interface Gathered extends Pick<Evidence, 'samples' | 'sampledAt'>, Pick<TakenSample, 'pages'> {
  readonly hashes?: readonly SampleHash[];
}

async function gather(
  context: TaskContext,
  market: MarketView,
  sampled: SampledCondition,
): Promise<Gathered> {
  const { chain, store } = context;
  const { id, expiresAt, refundAt } = market;
  const { condition, isTriggered, pool } = sampled;
  const launches = kindOf(condition).launches?.(condition);
  if (launches) {
    const { sample, pages } = await countFinally(context, launches, expiresAt);
    return { samples: [sample], pages };
  }
  // If it had been met, the sampler would have recorded evidence with the sample that met it.
  if (isTriggered) {
    const sampledAt = await listSampleTimes(store.db, id);
    return { samples: [], sampledAt, hashes: await listSampleHashes(store.db, id) };
  }
  const start = await listStartSamples(store.db, id, condition);
  const { updates } = kindOf(condition);
  if (updates) {
    const samples: Sample[] = [];
    for (const update of updates(condition, expiresAt)) {
      const known = findEvidenceAccounts(update.fact, { samples: start }, update.moment);
      const isKept = known.length > 0;
      samples.push(...(isKept ? start : [await observeUpdate(context, update, refundAt)]));
    }
    return { samples };
  }
  const source = await findSource(condition);
  if (!pool) {
    const { sample } = await new SourceReader(chain).read(source);
    return { samples: [...(await upToFirst(start, sampled, market)), sample] };
  }
  const span = { from: expiresAt - pool.windowSeconds + 1, to: expiresAt };
  const last = (await listSamples(store.db, source.key, span)).map(readSampleText);
  const bySlot = new Map([...start, ...last].map((sample) => [sample.slot, sample]));
  return { samples: [...bySlot.values()] };
}

async function countFinally(
  { sampler }: TaskContext,
  launches: WantedLaunches,
  expiresAt: UnixSeconds,
): Promise<TakenSample> {
  if (!sampler) throw new NotResolvableYet('This replica counts no launches.');
  return sampler.launches.take(launches, expiresAt).catch((error) => {
    throw error instanceof NotCountable ? new NotResolvableYet(toSentence(error.message)) : error;
  });
}

/** The first good one counts. Those after it are no evidence. */
async function upToFirst(
  samples: readonly Sample[],
  { condition }: SampledCondition,
  { createdAt, expiresAt }: MarketView,
): Promise<readonly Sample[]> {
  for (const [index, sample] of samples.entries()) {
    const moments = { createdAt, expiresAt, now: sample.observedAt };
    const reading = await measureCondition(condition, sample, moments);
    if (reading.ok) return samples.slice(0, index + 1);
  }
  return samples;
}

function explain(
  { sampler }: TaskContext,
  { id, expiresAt, refundAt }: MarketView,
  sampled: SampledCondition,
  { verdict, now }: { verdict: UnknownVerdict; now: UnixSeconds },
): string {
  const cause = verdict.code === 'gap' ? sampler?.findFailure(id) : undefined;
  return [
    toSentence(verdict.reason),
    ...(cause === undefined ? [] : [`The last sample: ${toSentence(cause)}`]),
    ...(!kindOf(sampled.condition).updates && now > lastSampleAt(sampled, expiresAt)
      ? [`No sample can come any more: all stakes are refunded at ${describeInstant(refundAt)}.`]
      : []),
  ].join(' ');
}

/** Page by page, because a market of a year has hundreds of thousands. */
async function summarizeHashes(
  hashes: readonly SampleHash[],
  sampledAt: readonly UnixSeconds[],
  { createdAt, expiresAt }: MarketMoments,
): Promise<SampleHashes> {
  const roots: Uint8Array[] = [];
  for (const page of packPages(hashes)) {
    roots.push(rootOfPage(page));
    await nextTurn();
  }
  const longestGapSeconds = longestGap(sampledAt, createdAt, expiresAt);
  return { count: hashes.length, longestGapSeconds, root: joinRoots(roots) };
}
