// Reads what the chain has and the projection has not, the oldest first.
import type { Chain } from '../chain/chain.ts';
import type { LandedTransaction } from '../chain/landed.ts';
import { type Cursor, findCursor, saveCursor } from '../store/projection/cursors.ts';
import { findApplied } from '../store/projection/find-transactions.ts';
import type { Store } from '../store/store.ts';
import type { Applier } from './applier.ts';
import { type ListedSignature, listSignatures } from './list-signatures.ts';
import { mapConcurrently } from './map-concurrently.ts';

const CURSOR = 'program';
const FETCHES_AT_ONCE = 8;
/** Read, applied and then forgotten together. */
const WINDOW = 128;

export interface CatchUpOptions {
  readonly hasFeed?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface CatchUpContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly applier: Applier;
  /** Whether this process has just applied it: saves a query. */
  wasApplied(signature: string): boolean;
}

/** How far the projection has come without a gap. */
export class CatchUp {
  readonly #context: CatchUpContext;
  /** In memory: as far as we have seen. The stored cursor waits until it is final. */
  #seen: Cursor | undefined;

  constructor(context: CatchUpContext) {
    this.#context = context;
  }

  /** From the stored cursor on once more: what a node listed late is found then. */
  lookBack(): void {
    this.#seen = undefined;
  }

  async run({ hasFeed = true, onProgress }: CatchUpOptions = {}): Promise<void> {
    const listed = await this.#list();
    for (let from = 0; from < listed.length; from += WINDOW) {
      const window = listed.slice(from, from + WINDOW);
      const isWhole = await this.#runWindow(window, hasFeed);
      onProgress?.(Math.min(from + WINDOW, listed.length), listed.length);
      if (!isWhole) return;
    }
  }

  async #list(): Promise<ListedSignature[]> {
    const { chain, store } = this.#context;
    const start = this.#seen ?? (await findCursor(store.db, CURSOR));
    try {
      return await listSignatures(chain.rpc, chain.programAddress, start?.signature);
    } catch (error) {
      if (!start || isUnavailable(error)) throw error;
      // The chain no longer knows the transaction that we had come to: everything, once.
      this.#seen = undefined;
      return listSignatures(chain.rpc, chain.programAddress, undefined);
    }
  }

  /** False when something in it could not be applied: what follows waits for it. */
  async #runWindow(window: readonly ListedSignature[], hasFeed: boolean): Promise<boolean> {
    const { store, applier, wasApplied } = this.#context;
    const unsure = window.map(({ signature }) => signature).filter((one) => !wasApplied(one));
    const applied = await findApplied(store.db, unsure);
    const missing = unsure.filter((signature) => !applied.has(signature));
    const landed = await this.#fetch(missing);
    const problems = await applier.applyInOrder(landed, hasFeed);
    const isHere = new Set(landed.map(({ signature }) => signature));
    const isGap = ({ signature }: ListedSignature) =>
      problems.has(signature) ||
      (!isHere.has(signature) && !applied.has(signature) && !wasApplied(signature));
    const gapAt = window.findIndex(isGap);
    await this.#advance(gapAt < 0 ? window : window.slice(0, gapAt));
    return gapAt < 0;
  }

  /** Up to the first that the node does not have yet. */
  async #fetch(signatures: readonly string[]): Promise<LandedTransaction[]> {
    const { chain } = this.#context;
    const fetched = await mapConcurrently(signatures, FETCHES_AT_ONCE, (signature) =>
      chain.fetchLanded(signature),
    );
    const end = fetched.indexOf(undefined);
    return (end < 0 ? fetched : fetched.slice(0, end)) as LandedTransaction[];
  }

  async #advance(run: readonly ListedSignature[]): Promise<void> {
    const { store } = this.#context;
    const newest = run.at(-1);
    if (newest) this.#seen = { signature: newest.signature, slot: newest.slot };
    const final = run.findLast(({ isFinalized }) => isFinalized);
    if (!final) return;
    const { signature, slot } = final;
    await store.write((db) => saveCursor(db, CURSOR, { signature, slot }));
  }
}

function isUnavailable(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'chain_unavailable';
}
