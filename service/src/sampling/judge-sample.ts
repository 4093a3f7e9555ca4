// What a new sample means for a market that may end at any time.

import type { Condition } from '@tote/conditions/condition';
import { evaluateCondition, measureCondition } from '@tote/conditions/evaluate';
import { renderSampledEvidence } from '@tote/conditions/sampled-evidence';
import { unixSeconds } from '@tote/domain';
import type { Sample } from '@tote/oracles/account-snapshot';
import { addMoment, type MarkedMoments } from './marks.ts';
import type { TakenSample } from './source-reader.ts';
import type { WatchedMarket } from './watch-list.ts';

export interface Judgement {
  readonly watched: WatchedMarket;
  readonly marked?: MarkedMoments;
  readonly isMet: boolean;
  readonly failure?: string;
  /** The text that proves it, once it is met as the condition says. */
  readonly evidence?: string;
}

/** Undefined: the sample says nothing about the market. `recent` ends with the sample itself. */
export async function judgeSample(
  watched: WatchedMarket,
  { sample, endedAt }: TakenSample,
  recent: readonly Sample[],
): Promise<Judgement | undefined> {
  const { market, sampled, marks, isDecided } = watched;
  const { createdAt, expiresAt } = market;
  const at = sample.observedAt;
  if (sampled.timing !== 'any_time_before' || isDecided) return undefined;
  if (at < createdAt || endedAt >= expiresAt) return undefined;
  const { condition } = sampled;
  const reading = await measureCondition(condition, sample, { createdAt, expiresAt, now: at });
  const isMet = reading.ok && reading.value.isMet;
  const samples = sampled.pool ? ofWindow(recent, watched, at) : [sample];
  const evidence = (await isDue(watched, samples, { at, isMet }))
    ? await prove(watched, samples, recent)
    : undefined;
  return {
    watched,
    isMet,
    ...(reading.ok ? { marked: addMoment(marks, at) } : { failure: reading.reason }),
    ...(evidence !== undefined && { evidence }),
  };
}

function ofWindow(recent: readonly Sample[], { market, sampled }: WatchedMarket, at: number) {
  const from = at - (sampled.pool?.windowSeconds ?? 1);
  return recent.filter(({ observedAt }) => {
    return observedAt > from && observedAt <= at && observedAt >= market.createdAt;
  });
}

/** Whether the window that ends now is met. Windows before it were looked at when they ended. */
async function isDue(
  { market, sampled, metAt, since }: WatchedMarket,
  samples: readonly Sample[],
  { at, isMet }: { at: number; isMet: boolean },
): Promise<boolean> {
  if (!sampled.pool) return isMet;
  const from = at - sampled.pool.windowSeconds;
  // Nothing in the window met it: then the whole of it does not either.
  const mayBe = isMet || (metAt !== undefined && metAt > from) || since > from;
  if (!mayBe) return false;
  const condition = { ...sampled.condition, timing: 'at_expiry' } as Condition;
  const moment = unixSeconds(at);
  const moments = { createdAt: market.createdAt, expiresAt: moment, now: moment };
  return (await evaluateCondition(condition, { samples }, moments)).verdict === 'met';
}

async function prove(
  { market, sampled }: WatchedMarket,
  samples: readonly Sample[],
  recent: readonly Sample[],
): Promise<string | undefined> {
  const { id: marketId, condition, createdAt, expiresAt } = market;
  const now = samples.at(-1)?.observedAt ?? createdAt;
  const moments = { createdAt, expiresAt, now };
  const first = samples[0]?.observedAt ?? now;
  // Windows that reach back behind the first sample are not all here: they must not be judged.
  const isBefore = ({ observedAt: at }: Sample) => at >= createdAt && at < first;
  const before = sampled.pool ? recent.filter(isBefore) : [];
  const sampledAt = [...new Set(before.map(({ observedAt }) => observedAt))];
  const evidence = { samples, sampledAt };
  const verdict = await evaluateCondition(sampled.condition, evidence, moments);
  if (verdict.verdict !== 'met') return undefined;
  return renderSampledEvidence({ marketId, condition, moments, evidence, verdict });
}
