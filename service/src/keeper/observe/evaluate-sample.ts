import type { Condition } from '@tote/conditions/condition';
import { evaluateCondition, measureCondition } from '@tote/conditions/evaluate';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { renderSampledEvidence } from '@tote/conditions/sampled-evidence';
import { unixSeconds } from '@tote/domain';
import type { TakenSample } from './source-reader.ts';
import { addSampleHash, type WatchedMarket } from './watch-list.ts';

export type SampleEvaluation = NonNullable<Awaited<ReturnType<typeof evaluateSample>>>;

/** Undefined if the sample is not about the market. */
export async function evaluateSample(
  watched: WatchedMarket,
  { sample, endedAt, pages }: TakenSample,
  { recent, hash }: { recent: readonly Sample[]; hash: () => Uint8Array },
) {
  const { market, sampled, hashLog, hasEvidence } = watched;
  const { createdAt, expiresAt } = market;
  const at = sample.observedAt;
  if (!sampled.isTriggered || hasEvidence) return undefined;
  if (at < createdAt || endedAt >= expiresAt) return undefined;
  const { condition } = sampled;
  const reading = await measureCondition(condition, sample, { createdAt, expiresAt, now: at });
  const isMet = reading.ok && reading.value.isMet;
  const samples = sampled.pool ? ofWindow(recent, watched, at) : [sample];
  const evidence = (await isDue(watched, samples, { at, isMet }))
    ? await renderEvidence(watched, samples, recent)
    : undefined;
  return {
    watched,
    isMet,
    // The final count decides, not that nothing happened between samples.
    ...(reading.ok &&
      !sampled.countsLaunches && { hashChange: addSampleHash(hashLog, { at, hash: hash() }) }),
    ...(!reading.ok && { failure: reading.reason }),
    ...(evidence !== undefined && { evidence, pages }),
  };
}

function ofWindow(recent: readonly Sample[], { market, sampled }: WatchedMarket, at: number) {
  const from = at - (sampled.pool?.windowSeconds ?? 1);
  return recent.filter(({ observedAt }) => {
    return observedAt > from && observedAt <= at && observedAt >= market.createdAt;
  });
}

/** Whether the window that ends now is met. Earlier windows were checked when they ended. */
async function isDue(
  { market, sampled, metAt, since }: WatchedMarket,
  samples: readonly Sample[],
  { at, isMet }: { at: number; isMet: boolean },
): Promise<boolean> {
  if (!sampled.pool) return isMet;
  const from = at - sampled.pool.windowSeconds;
  // If no sample of the window met the condition, its median does not either.
  const mayBe = isMet || (metAt !== undefined && metAt > from) || since > from;
  if (!mayBe) return false;
  const condition = { ...sampled.condition, timing: 'at_expiry' } as Condition;
  const moment = unixSeconds(at);
  const moments = { createdAt: market.createdAt, expiresAt: moment, now: moment };
  return (await evaluateCondition(condition, { samples }, moments)).verdict === 'met';
}

async function renderEvidence(
  { market, sampled }: WatchedMarket,
  samples: readonly Sample[],
  recent: readonly Sample[],
): Promise<string | undefined> {
  const { id: marketId, condition, createdAt, expiresAt } = market;
  const now = samples.at(-1)?.observedAt ?? createdAt;
  const moments = { createdAt, expiresAt, now };
  const first = samples[0]?.observedAt ?? now;
  // Windows that begin before the first sample are incomplete, so they must not be evaluated.
  const isBefore = ({ observedAt: at }: Sample) => at >= createdAt && at < first;
  const before = sampled.pool ? recent.filter(isBefore) : [];
  const sampledAt = [...new Set(before.map(({ observedAt }) => observedAt))];
  const evidence = { samples, sampledAt };
  const verdict = await evaluateCondition(sampled.condition, evidence, moments);
  if (verdict.verdict !== 'met') return undefined;
  return renderSampledEvidence({ marketId, condition, moments, evidence, verdict });
}
