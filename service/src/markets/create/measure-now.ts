// Measures a condition now, before its market exists.
import type { Chain } from '@tote/chain/chain';
import type { Condition } from '@tote/conditions/condition';
import { asAttested, asWeb, measureCondition } from '@tote/conditions/evaluate';
import type { Measure } from '@tote/conditions/evaluation/verdict';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import type { Reading } from '@tote/conditions/oracles/reading';
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import { FreshSamples } from '../../keeper/observe/fresh-samples.ts';

export interface Current {
  readonly sample: Sample;
  readonly measure: Reading<Measure>;
}

/**
 * Null for conditions that no account decides, and while the chain does not answer. `taken`: a
 * sample of what it is about that was just taken.
 */
export async function measureNow(
  chain: Pick<Chain, 'rpc' | 'clock'>,
  condition: Condition,
  expiresAt: UnixSeconds,
  taken?: Sample,
): Promise<Current | null> {
  if (asAttested(condition) ?? asWeb(condition)) return null;
  try {
    const sample = taken ?? (await new FreshSamples(chain, 0).find(condition));
    const now = sample.observedAt;
    // As if the market had always existed, so that a price published before now counts.
    const moments = { createdAt: unixSeconds(0), expiresAt, now };
    return { sample, measure: await measureCondition(condition, sample, moments) };
  } catch (error) {
    // Creation continues without it: the condition is measured again when it counts.
    if (error instanceof DomainError && error.code === 'chain_unavailable') return null;
    throw error;
  }
}
