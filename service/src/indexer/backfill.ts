// A span of history that is too long to list it in memory. Its signatures are kept in the database,
// page by page, until they are applied: a process that is killed goes on where it was.
import type { Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { chainUnavailable, isChainUnavailable } from '@tote/chain/chain-unavailable';
import { type ListedSignature, listSignaturePage } from '@tote/chain/history/list-signatures';
import {
  BACKFILL_CURSOR,
  type Cursor,
  countListed,
  findCursor,
  findOldestListed,
  insertListed,
  type ListedRow,
  listOldest,
  PROGRAM_CURSOR,
  saveCursor,
} from '../store/projection/transactions.ts';
import type { Store } from '../store/store.ts';
import { requireSlot } from './history.ts';

interface BackfillOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly pageSize: number;
}

export interface BackfillWindow {
  readonly listed: readonly ListedSignature[];
  readonly position: bigint;
}

/** Lists what is final and after the stored cursor, or continues. Gives how many there are. */
export async function listBackfill(
  options: BackfillOptions,
  signal: AbortSignal,
  onPage?: (listed: number) => void,
): Promise<number> {
  const { store } = options;
  if (await findCursor(store.db, BACKFILL_CURSOR)) return countListed(store.db);
  const until = await findCursor(store.db, PROGRAM_CURSOR);
  let last = await findOldestListed(store.db);
  let before = last?.signature;
  for (;;) {
    requireLead(signal);
    const page = await listPage(options, before, until);
    if (page.length === 0) break;
    before = page.at(-1)?.signature;
    const rows = toRows(page, last);
    await store.write((db) => insertListed(db, rows));
    last = rows.at(-1) ?? last;
    onPage?.(Number((last?.position ?? -1n) + 1n));
  }
  await requireEnd(options, before, until);
  const { signature, slot } = last ?? {};
  if (signature === undefined || slot === undefined) return 0;
  await store.write((db) => saveCursor(db, BACKFILL_CURSOR, { signature, slot }));
  return countListed(store.db);
}

export async function takeBackfill(
  { db }: Pick<Store, 'db'>,
  limit: number,
  after?: bigint,
): Promise<BackfillWindow | undefined> {
  const rows = await listOldest(db, { after, limit });
  const newest = rows.at(-1);
  if (!newest) return undefined;
  const listed = rows.map(({ signature, slot }) => ({ signature, slot, isFinalized: true }));
  return { listed, position: newest.position };
}

async function listPage(
  options: BackfillOptions,
  before: string | undefined,
  until: Cursor | undefined,
) {
  const { chain, pageSize } = options;
  const list = (cursor: Cursor | undefined) => {
    const page = { before, until: cursor?.signature, limit: pageSize };
    return listSignaturePage(chain.rpc, chain.programAddress, page);
  };
  try {
    return await list(until);
  } catch (error) {
    if (!until || isChainUnavailable(error)) throw error;
    // Some nodes refuse a signature that they do not know, others list everything.
    await requireEnd(options, before, until);
    return list(undefined);
  }
}

/**
 * A node that does not know the signature to continue from lists nothing, like one that has come
 * to the end. And one that has deleted the block of the cursor lists only what it still has.
 */
async function requireEnd(
  { chain }: Pick<BackfillOptions, 'chain'>,
  before: string | undefined,
  until: Cursor | undefined,
): Promise<void> {
  const asked = [before, until?.signature].filter((one) => one !== undefined);
  const unknown = await findUnknown(chain.rpc, asked);
  if (before !== undefined && unknown.includes(before)) {
    throw chainUnavailable(new Error(`the node listed ${before} and does not know it`));
  }
  if (until && unknown.includes(until.signature)) await requireSlot(chain, until.slot);
}

function toRows(page: readonly ListedSignature[], last: ListedRow | undefined): ListedRow[] {
  const first = (last?.position ?? -1n) + 1n;
  return page
    .filter(({ isFinalized }) => isFinalized)
    .map(({ signature, slot }, index) => ({ position: first + BigInt(index), signature, slot }));
}

/** Another replica may have taken over. */
export function requireLead(signal: AbortSignal): void {
  if (signal.aborted) throw chainUnavailable(new Error('the backfill was stopped'));
}

const BATCH = 256;

/** Throws if the node has not come to the slot up to which it must know them. */
export async function findUnknown(
  rpc: Rpc<SolanaRpcApi>,
  signatures: readonly string[],
  slot = 0n,
): Promise<string[]> {
  const unknown: string[] = [];
  for (let from = 0; from < signatures.length; from += BATCH) {
    const batch = signatures.slice(from, from + BATCH) as Signature[];
    const { context, value } = await rpc
      .getSignatureStatuses(batch, { searchTransactionHistory: true })
      .send();
    if (context.slot < slot) throw chainUnavailable(new Error('the node is behind'));
    unknown.push(...batch.filter((_, index) => !value[index]));
  }
  return unknown;
}
