// The database must not be ahead of the chain: its rows would show markets that do not exist.
import { signature as toSignature } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { UsageError } from '@tote/chain/lib/usage-error';
import { findCursor, PROGRAM_CURSOR } from '../store/projection/cursors.ts';
import type { Store } from '../store/store.ts';
import { findFirstSlot } from './history-trimmed.ts';

/** Whether the chain has the newest final transaction of the database, if there is one. */
export async function hasHistory(
  chain: Pick<Chain, 'rpc'>,
  store: Pick<Store, 'db'>,
): Promise<boolean> {
  // A node may have deleted blocks that are this old.
  return (await findCursorState(chain, store)) !== 'unknown';
}

/** Whether the node has deleted it, so that it may lack what came after it, too. */
export async function isCursorDeleted(
  chain: Pick<Chain, 'rpc'>,
  store: Pick<Store, 'db'>,
): Promise<boolean> {
  return (await findCursorState(chain, store)) === 'deleted';
}

async function findCursorState(
  chain: Pick<Chain, 'rpc'>,
  { db }: Pick<Store, 'db'>,
): Promise<'known' | 'deleted' | 'unknown'> {
  const newest = await findCursor(db, PROGRAM_CURSOR);
  if (!newest) return 'known';
  const { value } = await chain.rpc
    .getSignatureStatuses([toSignature(newest.signature)], { searchTransactionHistory: true })
    .send();
  if (value[0]) return 'known';
  return newest.slot < (await findFirstSlot(chain)) ? 'deleted' : 'unknown';
}

/** Throws if the chain lacks it. */
export async function requireHistory(
  chain: Pick<Chain, 'rpc'>,
  store: Pick<Store, 'db'>,
): Promise<void> {
  if (await hasHistory(chain, store)) return;
  throw new UsageError(
    'The chain does not have the newest transaction of the database: it was reset, or one of the ' +
      'two comes from an older backup. Restore the data that belong together, or run ' +
      '`tote rebuild`, which writes all rows again from this chain.',
  );
}
