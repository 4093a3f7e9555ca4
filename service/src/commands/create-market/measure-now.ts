// What a condition says at this moment, before there is a market.

import type { Chain } from '@tote/chain/chain';
import type { Condition } from '@tote/conditions/condition';
import { measureCondition } from '@tote/conditions/evaluate';
import type { Measure } from '@tote/conditions/evaluation/verdict';
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Sample } from '@tote/oracles/account-snapshot';
import type { Reading } from '@tote/oracles/reading';
import { FreshSamples } from '../../sampling/fresh-samples.ts';

export interface Current {
  readonly sample: Sample;
  readonly measure: Reading<Measure>;
}

/** Null for what nobody can measure by looking at a few accounts. */
export async function measureNow(
  chain: Pick<Chain, 'rpc' | 'clock'>,
  condition: Condition,
  expiresAt: UnixSeconds,
): Promise<Current | null> {
  if (condition.type === 'attested') return null;
  try {
    const sample = await new FreshSamples(chain, 0).find(condition);
    const now = sample.observedAt;
    // As if it had always been there: what was published a second ago says something too.
    const moments = { createdAt: unixSeconds(0), expiresAt, now };
    return { sample, measure: await measureCondition(condition, sample, moments) };
  } catch (error) {
    // It is an extra: what cannot be read now will be read when it counts.
    if (error instanceof DomainError && error.code === 'chain_unavailable') return null;
    throw error;
  }
}
