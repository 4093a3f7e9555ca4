// The verdict on what web sources said: by the first round in which enough agree, or at any time.
import { formatInstant } from '@tote/domain';
import { longestGap } from '../../evaluation/evaluate-samples.ts';
import { type MarketMoments, NOT_DUE, unknown, type Verdict } from '../../evaluation/verdict.ts';
import { judgeRound, roundEndedAt, summarize } from '../../web/judge-round.ts';
import { firstRoundAt, gapSecondsMax, type WebCondition } from '../../web/web-condition.ts';
import type { WebEvidence, WebRound } from '../../web/web-round.ts';

/** Fetches of one round are at most this far apart. */
const ROUND_SECONDS_MAX = 120;

export function evaluateAtExpiry(
  condition: WebCondition,
  { rounds }: WebEvidence,
  { expiresAt, now }: MarketMoments,
): Verdict {
  const from = firstRoundAt(condition, expiresAt);
  if (now < from) return NOT_DUE;
  let failure = unknown('missing', `nothing was fetched since ${formatInstant(from)}`);
  for (const round of rounds) {
    const starts = round.map(({ startedAt }) => startedAt);
    const isTogether = Math.max(...starts) - Math.min(...starts) <= ROUND_SECONDS_MAX;
    if (!isTogether || starts.some((at) => at < from)) continue;
    const judged = judgeRound(condition, round);
    if (judged.ok) return toVerdict(condition, round, judged.value);
    failure = unknown(judged.code, judged.reason);
  }
  return failure;
}

export function evaluateTrigger(
  condition: WebCondition,
  { rounds, polledAt }: WebEvidence,
  { createdAt, expiresAt, now }: MarketMoments,
): Verdict {
  for (const round of rounds) {
    const isWithin = round.every(
      ({ startedAt, endedAt }) => startedAt >= createdAt && endedAt < expiresAt,
    );
    const judged = judgeRound(condition, round);
    if (isWithin && judged.ok && judged.value) return toVerdict(condition, round, true);
  }
  if (now < expiresAt) return NOT_DUE;
  const good = polledAt.filter((at) => at >= createdAt && at < expiresAt);
  // However short the market: without a single answer nothing is known.
  if (good.length === 0) return unknown('gap', 'the web sources never agreed before the expiry');
  const gap = longestGap(good, createdAt, expiresAt);
  if (gap > gapSecondsMax(condition)) {
    return unknown('gap', `the web sources did not agree for ${gap} s, and it may have been met`);
  }
  return { verdict: 'not_met', at: expiresAt, value: 'never' };
}

function toVerdict(condition: WebCondition, round: WebRound, isMet: boolean): Verdict {
  const value = summarize(condition, round);
  return { verdict: isMet ? 'met' : 'not_met', at: roundEndedAt(round), value };
}
