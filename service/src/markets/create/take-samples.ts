// Samples of what a condition is about, before its market exists.
import type { Chain } from '@tote/chain/chain';
import { pollUntil } from '@tote/chain/lib/poll-until';
import type { Condition } from '@tote/conditions/condition';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { DomainError } from '@tote/domain';
import { findSource, SourceReader } from '../../keeper/observe/source-reader.ts';

/** Two samples of one slot are the same. A slot takes less than half a second. */
const READS = { everyMs: 200, reads: 20 };

/** So many samples of different slots; undefined if the chain does not give them in time. */
export async function takeSamples(
  chain: Pick<Chain, 'rpc'>,
  condition: Condition,
  count: number,
): Promise<readonly Sample[] | undefined> {
  const source = await findSource(condition);
  const reader = new SourceReader(chain);
  const taken = new Map<bigint, Sample>();
  const read = async () => {
    const { sample } = await reader.read(source);
    return taken.set(sample.slot, sample);
  };
  try {
    await pollUntil(read, ({ size }) => size >= count, READS);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'chain_unavailable') return undefined;
    throw error;
  }
  return taken.size < count ? undefined : [...taken.values()];
}
