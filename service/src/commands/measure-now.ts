// What a condition says at this moment, before there is a market.
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Chain } from '../chain/chain.ts';
import type { Condition } from '../conditions/condition.ts';
import { measureCondition } from '../conditions/evaluate.ts';
import type { Measure } from '../conditions/evaluation/verdict.ts';
import type { Sample } from '../oracles/account-snapshot.ts';
import type { Reading } from '../oracles/reading.ts';
import { FreshSamples } from '../sampling/fresh-samples.ts';

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
