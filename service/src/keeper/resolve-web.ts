// Decides a market by its web sources: fetches them until enough agree, stores what they answered
// as evidence, and has the oracle sign the outcome with the evidence's hash. Unreachable or
// disagreeing sources never count as No.
import { sha256Hex } from '@tote/chain/lib/sha256';
import { evaluateCondition, type FetchedCondition, outcomeOf } from '@tote/conditions/evaluate';
import { roundEndedAt } from '@tote/conditions/web/judge-round';
import { firstRoundAt } from '@tote/conditions/web/web-condition';
import {
  readWebEvidence,
  renderWebEvidence,
  renderWebRound,
} from '@tote/conditions/web/web-evidence';
import type { WebEvidence } from '@tote/conditions/web/web-round';
import { unixSeconds } from '@tote/domain';
import { resolveMarket } from '../markets/end-market.ts';
import { listEvidence, recordEvidence } from '../store/journal/evidence.ts';
import { listSampleTimes, recordFailedRound } from '../store/journal/samples.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { FAILED_BODY_BYTES } from './observe/web/web-poller.ts';
import { NotResolvableYet, requireOracle, toSentence } from './resolution-status.ts';
import { awaitExpiry } from './resolve-sampled.ts';
import type { TaskContext } from './task.ts';

const ROUND_EVERY_SECONDS = 30;

export async function resolveWeb(
  context: TaskContext,
  market: MarketView,
  condition: FetchedCondition,
): Promise<void> {
  await requireOracle(context, market);
  // A round that began before the expiry may still be on its way to the journal.
  if (condition.timing !== 'at_expiry') await context.webPoller?.idle();
  const proof =
    (await findRecordedOutcome(context, market, condition)) ??
    (await fetchAndRecord(context, market, condition));
  await resolveMarket(context, market, proof);
}

async function findRecordedOutcome(
  { store }: TaskContext,
  market: MarketView,
  condition: FetchedCondition,
) {
  for (const evidence of await listEvidence(store.db, market.id)) {
    const record = readWebEvidence(evidence);
    if (record?.marketId !== market.id || record.condition !== market.condition) continue;
    const { web, moments } = record;
    const verdict = await evaluateCondition(condition, { samples: [], web }, moments);
    if (verdict.verdict === 'unknown') continue;
    return { outcome: outcomeOf(condition, verdict), evidence };
  }
  return undefined;
}

async function fetchAndRecord(
  context: TaskContext,
  market: MarketView,
  condition: FetchedCondition,
) {
  const { id: marketId, createdAt, expiresAt } = market;
  const now = await awaitExpiry(context, { expiresAt: firstRoundAt(condition, expiresAt) });
  const web = await gather(context, market, condition);
  const moments = { createdAt, expiresAt, now };
  const verdict = await evaluateCondition(condition, { samples: [], web }, moments);
  if (verdict.verdict === 'unknown') {
    await recordFailure(context, marketId, web, verdict.reason);
    throw new NotResolvableYet(toSentence(verdict.reason));
  }
  const text = renderWebEvidence({ marketId, condition: market.condition, moments, web, verdict });
  const hash = sha256Hex(text);
  const record = { marketId, hash, text, createdAt: BigInt(now) };
  // Stored before sending, so that a crash cannot lose the evidence.
  await context.store.write((db) => recordEvidence(db, record));
  return { outcome: outcomeOf(condition, verdict), evidence: text };
}

async function gather(
  { chain, store, web }: TaskContext,
  { id, expiresAt }: MarketView,
  condition: FetchedCondition,
): Promise<WebEvidence> {
  // If it had been met, the poller would have recorded evidence with the round that met it.
  if (condition.timing !== 'at_expiry') {
    return { rounds: [], polledAt: await listSampleTimes(store.db, id) };
  }
  await chain.clock.refresh();
  const since = Math.max(
    firstRoundAt(condition, expiresAt),
    chain.clock.now() - ROUND_EVERY_SECONDS,
  );
  if (!web?.canDecide(condition)) {
    throw new NotResolvableYet('Too few of its web sources are listed at this service.');
  }
  return { rounds: [await web.fetchRound(condition, unixSeconds(since))], polledAt: [] };
}

async function recordFailure(
  { store }: TaskContext,
  marketId: string,
  web: WebEvidence,
  reason: string,
): Promise<void> {
  const [round] = web.rounds;
  if (!round) return;
  const at = roundEndedAt(round);
  const fetches = renderWebRound(round, FAILED_BODY_BYTES);
  await store.write((db) => recordFailedRound(db, { marketId, at, reason, fetches }));
}
