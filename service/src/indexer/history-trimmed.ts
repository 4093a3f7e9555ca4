// Nodes delete old blocks. What they no longer have must not be taken for what never happened.
import { isSolanaError, SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { expectedEvent } from '@tote/chain/history/market-of';
import type { LandedTransaction } from '@tote/chain/landed';
import { UsageError } from '@tote/chain/lib/usage-error';

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

/** Throws if the node has deleted the blocks of this slot. */
export async function requireSlot(chain: Pick<Chain, 'rpc'>, slot: bigint): Promise<void> {
  const first = await findFirstSlot(chain);
  if (slot < first) throw new HistoryTrimmed(first, slot);
}

/**
 * Throws if a node that has deleted blocks gives a history that does not begin with the Config,
 * which every other instruction of the program needs.
 */
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
