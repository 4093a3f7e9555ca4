import type { Address } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { canonicalJson } from '@tote/conditions/canonical-json';
import type { Condition } from '@tote/conditions/condition';
import { listConditionAccounts } from '@tote/conditions/evaluate';
import type { WantedHolders } from '@tote/conditions/kinds/kind';
import { kindOf } from '@tote/conditions/kinds/kind-of';

/** What has to be read for a condition. Conditions about the same accounts share a source. */
export interface SampleSource {
  readonly key: string;
  readonly accounts: readonly Address[];
  readonly holders?: WantedHolders;
}

export async function findSource(condition: Condition): Promise<SampleSource> {
  const accounts = [...new Set(await listConditionAccounts(condition))];
  const holders = kindOf(condition).holders?.(condition);
  const text = canonicalJson({ accounts: [...accounts].sort(), holders: holders ?? null });
  const key = sha256Hex(text);
  return { key, accounts, ...(holders && { holders }) };
}
