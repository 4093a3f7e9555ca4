import type { Address } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { canonicalJson } from '@tote/conditions/canonical-json';
import type { Condition } from '@tote/conditions/condition';
import { listConditionAccounts } from '@tote/conditions/evaluate';

/** What has to be read for a condition. Conditions about the same accounts share a source. */
export interface SampleSource {
  readonly key: string;
  readonly accounts: readonly Address[];
  readonly holders?: WantedHolders;
}

export interface WantedHolders {
  readonly mint: Address;
  /** In tokens; the mint's decimals give the base units. */
  readonly minimumBalance: string;
}

export async function findSource(condition: Condition): Promise<SampleSource> {
  const accounts = [...new Set(await listConditionAccounts(condition))];
  const holders =
    condition.type === 'holder_count'
      ? { mint: condition.tokenAddress, minimumBalance: condition.minimumBalance }
      : undefined;
  const text = canonicalJson({ accounts: [...accounts].sort(), holders: holders ?? null });
  const key = sha256Hex(text);
  return { key, accounts, ...(holders && { holders }) };
}
