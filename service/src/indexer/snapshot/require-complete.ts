import { findCursor, PROGRAM_CURSOR } from '../../store/projection/cursors.ts';
import { findFirstSlot, HistoryTrimmed } from '../history-trimmed.ts';
import { compareWithChain } from './compare-with-chain.ts';

/**
 * For a database whose cursor the node has deleted: what came right after it may be deleted, too,
 * or there may have been nothing. The accounts tell. Throws if something is missing.
 */
export async function requireComplete(
  context: Parameters<typeof compareWithChain>[0],
): Promise<void> {
  const { chain, store } = context;
  const cursor = await findCursor(store.db, PROGRAM_CURSOR);
  const { differences, isSettled } = await compareWithChain(context);
  if (differences.size === 0 || !isSettled) return;
  throw new HistoryTrimmed(await findFirstSlot(chain), cursor?.slot);
}
