// Nodes delete old blocks. What they no longer have must not be taken for what never happened.
import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  signature as toSignature,
} from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { type ListedSignature, listPages } from '@tote/chain/history/list-signatures';
import { expectedEvent } from '@tote/chain/history/market-of';
import type { LandedTransaction } from '@tote/chain/landed';
import { UsageError } from '@tote/chain/lib/usage-error';
import { findCursor, findOldestSlot, PROGRAM_CURSOR } from '../store/projection/transactions.ts';
import type { Store } from '../store/store.ts';

export class HistoryTrimmed extends UsageError {
  override readonly name = 'HistoryTrimmed';

  constructor(firstSlot: bigint, neededSlot: bigint | undefined) {
    const needed = neededSlot === undefined ? 'all of it' : `it from slot ${neededSlot} on`;
    super(
      `The node has the program's history only from slot ${firstSlot} on, and the indexer needs ` +
        `${needed}. Name an archive node in TOTE_RPC_URL, or use a snapshot of another replica: ` +
        'tote snapshot restore <file> (with --replace if the database is not empty).',
    );
  }
}

/** The embedded chain does not know the question: it has everything of the program. */
export async function findFirstSlot({ rpc }: Pick<Chain, 'rpc'>): Promise<bigint> {
  try {
    return await rpc.getFirstAvailableBlock().send();
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND)) return 0n;
    throw error;
  }
}

export async function requireSlot(chain: Pick<Chain, 'rpc'>, slot: bigint): Promise<void> {
  const first = await findFirstSlot(chain);
  if (slot < first) throw new HistoryTrimmed(first, slot);
}

/** Throws if a node that has deleted blocks gives a history that begins without the Config. */
export async function requireBeginning(
  chain: Pick<Chain, 'rpc' | 'programAddress'>,
  oldest: readonly LandedTransaction[],
): Promise<void> {
  const events = oldest
    .filter(({ error }) => error === null)
    .flatMap(({ instructions }) => instructions)
    .filter((one) => one.programAddress === chain.programAddress)
    .map(expectedEvent);
  if (events.length === 0 || events.includes('Initialized')) return;
  const first = await findFirstSlot(chain);
  if (first > 0n) throw new HistoryTrimmed(first, undefined);
}

/** Whether the node has the newest final transaction of the database, or has deleted its block. */
export async function findCursorState(chain: Pick<Chain, 'rpc'>, { db }: Pick<Store, 'db'>) {
  const newest = await findCursor(db, PROGRAM_CURSOR);
  if (!newest) return 'known';
  const { value } = await chain.rpc
    .getSignatureStatuses([toSignature(newest.signature)], { searchTransactionHistory: true })
    .send();
  if (value[0]) return 'known';
  return newest.slot < (await findFirstSlot(chain)) ? 'deleted' : 'unknown';
}

export async function requireHistory(chain: Pick<Chain, 'rpc'>, store: Pick<Store, 'db'>) {
  if ((await findCursorState(chain, store)) !== 'unknown') return;
  throw new UsageError(
    'The chain does not have the newest transaction of the database: it was reset, or one of the ' +
      'two comes from an older backup. Restore the data that belong together, or run ' +
      '`tote rebuild`, which writes all rows again from this chain.',
  );
}

const OLDEST = 50;

/** Throws if the node lacks the beginning. Gives how many transactions there are. */
export async function requireWholeHistory(chain: Chain, { db }: Pick<Store, 'db'>) {
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
