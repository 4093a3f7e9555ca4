// What a condition says at this moment, before there is a market.
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Chain } from '../chain/chain.ts';
import type { Condition } from '../conditions/condition.ts';
import { listConditionAccounts, measureCondition } from '../conditions/evaluate.ts';
import type { Measure } from '../conditions/evaluation/verdict.ts';
import type { Sample } from '../oracles/account-snapshot.ts';
import { listVaults } from '../oracles/list-vaults.ts';
import { readSample } from '../oracles/read-sample.ts';
import type { Reading } from '../oracles/reading.ts';

export interface Current {
  readonly sample: Sample;
  readonly measure: Reading<Measure>;
}

/** Null for what nobody can measure by looking at a few accounts. */
export async function measureNow(
  chain: Pick<Chain, 'rpc'>,
  condition: Condition,
  expiresAt: UnixSeconds,
): Promise<Current | null> {
  if (condition.type === 'attested' || condition.type === 'holder_count') return null;
  try {
    const sample = await readConditionSample(chain, condition);
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

/** The accounts of the condition and of its pools, all of one slot. */
async function readConditionSample(
  chain: Pick<Chain, 'rpc'>,
  condition: Condition,
): Promise<Sample> {
  const addresses = await listConditionAccounts(condition);
  const sample = await readSample(chain, addresses);
  const vaults = sample.accounts.flatMap(listVaults);
  if (vaults.length === 0) return sample;
  return readSample(chain, [...new Set([...addresses, ...vaults])]);
}
