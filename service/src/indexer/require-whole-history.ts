// Before a rebuild: the node must have everything, from the first transaction on.
import type { Chain } from '@tote/chain/chain';
import { type ListedSignature, listPages } from '@tote/chain/history/list-signatures';
import { findOldestSlot } from '../store/projection/find-transactions.ts';
import type { Store } from '../store/store.ts';
import { findFirstSlot, HistoryTrimmed, requireBeginning } from './history-trimmed.ts';

/** The Config is created by one of the first transactions. */
const OLDEST = 50;

/** Throws if the node lacks the beginning. Gives how many transactions there are. */
export async function requireWholeHistory(
  chain: Chain,
  { db }: Pick<Store, 'db'>,
): Promise<number> {
  let count = 0;
  let oldest: readonly ListedSignature[] = [];
  for await (const page of listPages(chain.rpc, chain.programAddress, {})) {
    count += page.length;
    oldest = [...oldest, ...page].slice(-OLDEST);
  }
  const knownSlot = await findOldestSlot(db);
  const listedSlot = oldest.at(-1)?.slot;
  if (knownSlot !== undefined && (listedSlot === undefined || listedSlot > knownSlot)) {
    throw new HistoryTrimmed(listedSlot ?? (await findFirstSlot(chain)), knownSlot);
  }
  const landed = await Promise.all(oldest.map(({ signature }) => chain.fetchLanded(signature)));
  await requireBeginning(
    chain,
    landed.flatMap((one) => one ?? []),
  );
  return count;
}
