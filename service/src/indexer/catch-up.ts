// Reads transactions that are on chain and not in the projection, oldest first.
import type { Chain } from '@tote/chain/chain';
import { type ListedSignature, listSignatures } from '@tote/chain/history/list-signatures';
import type { LandedTransaction } from '@tote/chain/landed';
import { mapConcurrently } from '@tote/lib/map-concurrently';
import {
  type Cursor,
  findCursor,
  PROGRAM_CURSOR,
  saveCursor,
} from '../store/projection/cursors.ts';
import { findApplied, listTransactionsBetween } from '../store/projection/find-transactions.ts';
import type { Store } from '../store/store.ts';
import type { Applier } from './applier.ts';
import { findUnknown } from './find-unknown.ts';

const FETCHES_AT_ONCE = 8;
/** How many are fetched and applied at once; limits the memory. */
const WINDOW = 128;
/** As in the columns of the database. */
const SLOT_MAX = (1n << 63n) - 1n;

export interface CatchUpOptions {
  readonly hasFeed?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

interface CatchUpContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly applier: Applier;
  /** Whether this process applied it recently: saves a query. */
  wasApplied(signature: string): boolean;
  /** Transactions that were applied and are no longer on chain. */
  onDropped(signatures: readonly string[]): Promise<void>;
  /** Everything up to this slot is final and applied. */
  onFinal?(slot: bigint): Promise<void>;
}

/** Tracks up to where the projection has no gap. */
export class CatchUp {
  readonly #context: CatchUpContext;
  /** The newest applied transaction. The stored cursor moves only to final ones. */
  #seen: Cursor | undefined;

  constructor(context: CatchUpContext) {
    this.#context = context;
  }

  /** Makes the next run start at the stored cursor: finds what a node listed late. */
  rescan(): void {
    this.#seen = undefined;
  }

  /** False when something could not be applied yet. */
  async run({ hasFeed = true, onProgress }: CatchUpOptions = {}): Promise<boolean> {
    // The stored cursor moves only when listed from there: otherwise a gap could remain behind it.
    const isFromCursor = this.#seen === undefined;
    const start = this.#seen ?? (await findCursor(this.#context.store.db, PROGRAM_CURSOR));
    const listed = await this.#list(start);
    if (isFromCursor) await this.#findDropped(start, listed);
    for (let from = 0; from < listed.length; from += WINDOW) {
      const window = listed.slice(from, from + WINDOW);
      const isWhole = await this.#runWindow(window, hasFeed, isFromCursor);
      onProgress?.(Math.min(from + WINDOW, listed.length), listed.length);
      if (!isWhole) return false;
    }
    return true;
  }

  async #list(start: Cursor | undefined): Promise<ListedSignature[]> {
    const { chain } = this.#context;
    try {
      return await listSignatures(chain.rpc, chain.programAddress, start?.signature);
    } catch (error) {
      if (!start || isUnavailable(error)) throw error;
      // The chain no longer has our last transaction: list everything once.
      this.#seen = undefined;
      return listSignatures(chain.rpc, chain.programAddress, undefined);
    }
  }

  /**
   * A fork may drop confirmed transactions: those that are not listed although their slot is final.
   * What is final is asked for, because after them there may be no transaction of the program.
   */
  async #findDropped(start: Cursor | undefined, listed: readonly ListedSignature[]): Promise<void> {
    const { chain, store, onDropped } = this.#context;
    const isKnown = new Set(listed.map(({ signature }) => signature));
    if (start) isKnown.add(start.signature);
    const fromSlot = start?.slot ?? 0n;
    const listMissing = async (toSlot: bigint) => {
      const applied = await listTransactionsBetween(store.db, { fromSlot, toSlot });
      return applied.filter((signature) => !isKnown.has(signature));
    };
    if ((await listMissing(SLOT_MAX)).length === 0) return;
    const final = await chain.rpc.getSlot({ commitment: 'finalized' }).send();
    const dropped = await findUnknown(chain.rpc, await listMissing(final));
    if (dropped.length > 0) await onDropped(dropped);
  }

  /** False when a transaction could not be applied: later windows wait for it. */
  async #runWindow(
    window: readonly ListedSignature[],
    hasFeed: boolean,
    isFromCursor: boolean,
  ): Promise<boolean> {
    const { store, applier, wasApplied } = this.#context;
    const candidates = window.map(({ signature }) => signature).filter((one) => !wasApplied(one));
    const applied = await findApplied(store.db, candidates);
    const missing = candidates.filter((signature) => !applied.has(signature));
    const landed = await this.#fetch(missing);
    const problems = await applier.applyInOrder(landed, hasFeed);
    const isFetched = new Set(landed.map(({ signature }) => signature));
    const isGap = ({ signature }: ListedSignature) =>
      problems.has(signature) ||
      (!isFetched.has(signature) && !applied.has(signature) && !wasApplied(signature));
    const gapAt = window.findIndex(isGap);
    const finalSlot = await this.#advance(
      gapAt < 0 ? window : window.slice(0, gapAt),
      isFromCursor,
    );
    if (finalSlot !== undefined && hasFeed) await this.#context.onFinal?.(finalSlot);
    return gapAt < 0;
  }

  /** Up to the first one that the node does not have yet. */
  async #fetch(signatures: readonly string[]): Promise<LandedTransaction[]> {
    const { chain } = this.#context;
    const fetched = await mapConcurrently(signatures, FETCHES_AT_ONCE, (signature) =>
      chain.fetchLanded(signature),
    );
    const end = fetched.indexOf(undefined);
    return (end < 0 ? fetched : fetched.slice(0, end)) as LandedTransaction[];
  }

  /** Returns the slot up to which everything is final, if it has moved. */
  async #advance(
    run: readonly ListedSignature[],
    isFromCursor: boolean,
  ): Promise<bigint | undefined> {
    const { store } = this.#context;
    const newest = run.at(-1);
    if (newest) this.#seen = { signature: newest.signature, slot: newest.slot };
    const final = run.findLast(({ isFinalized }) => isFinalized);
    if (!final || !isFromCursor) return undefined;
    const { signature, slot } = final;
    await store.write((db) => saveCursor(db, PROGRAM_CURSOR, { signature, slot }));
    return slot;
  }
}

function isUnavailable(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'chain_unavailable';
}
