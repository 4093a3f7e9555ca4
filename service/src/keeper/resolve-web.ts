// Decides a market by its web sources: fetches them until enough agree, stores what they answered
// as evidence, and has the oracle sign the outcome with the evidence's hash. Unreachable or
// disagreeing sources never count as No.
import { evaluateCondition, type FetchedCondition, outcomeOf } from '@tote/conditions/evaluate';
import { firstRoundAt } from '@tote/conditions/web/web-condition';
import { readWebEvidence } from '@tote/conditions/web/web-evidence';
import type { WebEvidence } from '@tote/conditions/web/web-round';
import { unixSeconds } from '@tote/domain';
import { resolveMarket } from '../markets/end-market.ts';
import { listEvidence } from '../store/journal/evidence.ts';
import { listSampleTimes } from '../store/journal/samples.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { storeFailedRound, storeWebEvidence } from './observe/web/web-poller.ts';
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
    const [round] = web.rounds;
    if (round) await storeFailedRound(context.store, marketId, round, verdict.reason);
    throw new NotResolvableYet(toSentence(verdict.reason));
  }
  // Stored before sending, so that a crash cannot lose the evidence.
  const record = { marketId, condition: market.condition, moments, web, verdict };
  const evidence = await storeWebEvidence(context.store, record);
  return { outcome: outcomeOf(condition, verdict), evidence };
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
