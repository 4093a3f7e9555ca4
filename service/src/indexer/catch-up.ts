import type { Chain } from '@tote/chain/chain';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import { type ListedSignature, listPages } from '@tote/chain/history/list-signatures';
import { PacedFetches } from '@tote/chain/history/paced-fetches';
import { parseMarketId } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { runAsLeader } from '../store/in-process.ts';
import {
  BACKFILL_CURSOR,
  type Cursor,
  deleteCursor,
  deleteListed,
  findApplied,
  findCursor,
  findOldestListed,
  listTransactionsBetween,
  PROGRAM_CURSOR,
  saveCursor,
  UNANNOUNCED_CURSOR,
} from '../store/projection/transactions.ts';
import type { Store } from '../store/store.ts';
import type { Applier } from './applier.ts';
import {
  type BackfillWindow,
  findUnknown,
  listBackfill,
  requireLead,
  takeBackfill,
} from './backfill.ts';
import { requireBeginning, requireSlot } from './history.ts';
import { OutOfOrder } from './problems.ts';

const OWN_WAIT = { everyMs: 50, reads: 20 };
const SIZES: ReadingSizes = { pageSize: 1_000, listedMax: 20_000, window: 256 };

export interface CatchUpOptions {
  readonly hasFeed?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ReadingSizes {
  readonly pageSize: number;
  readonly listedMax: number;
  readonly window: number;
}

interface CatchUpContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly applier: Applier;
  readonly sizes?: ReadingSizes;
  wasApplied(signature: string): boolean;
  /** Whether this process sent it and will apply it. */
  isInFlight?(signature: string): boolean;
  onDropped(signatures: readonly string[]): Promise<void>;
  onFinal?(slot: bigint): Promise<void>;
}

/** Signatures in the order of the chain, with the transactions that are not applied. */
interface Window {
  readonly listed: readonly ListedSignature[];
  readonly applied: ReadonlySet<string>;
  readonly landed: readonly LandedTransaction[];
}

export class CatchUp {
  readonly #context: CatchUpContext;
  readonly #fetches = new PacedFetches();
  readonly #sizes: ReadingSizes;
  #interruption = new AbortController();
  /** The newest applied transaction. The stored cursor moves only to final ones. */
  #seen: Cursor | undefined;
  /** The stored one, as it was read or written last. */
  #stored: Cursor | undefined;
  #unannounced: bigint | undefined;

  constructor(context: CatchUpContext) {
    this.#context = context;
    this.#sizes = context.sizes ?? SIZES;
  }

  /** Whether everything up to the newest applied transaction was final at the last look. */
  get isAtCursor(): boolean {
    return this.#seen !== undefined && this.#seen.signature === this.#stored?.signature;
  }

  /** Makes the next run start at the stored cursor: finds what a node listed late. */
  rescan(): void {
    this.#seen = undefined;
  }

  interrupt(): void {
    this.#interruption.abort();
    this.#interruption = new AbortController();
  }

  async run({ hasFeed = true, onProgress }: CatchUpOptions = {}): Promise<boolean> {
    const options = { hasFeed, onProgress };
    // The stored cursor moves only when listed from there: otherwise a gap could remain behind it.
    const isFromCursor = this.#seen === undefined;
    if (isFromCursor) {
      const { db } = this.#context.store;
      this.#unannounced = (await findCursor(db, UNANNOUNCED_CURSOR))?.slot;
      const listed = await findOldestListed(db);
      if (listed && !(await this.#runBackfill(options))) return false;
    }
    const { listedMax, window: size } = this.#sizes;
    let start = await this.#findStart();
    let listed = await this.#listSince(start, listedMax);
    if (!listed) {
      if (!(await this.#runBackfill(options))) return false;
      // What was not final is left. It is as long as the chain takes to finalize it.
      start = await this.#findStart();
      listed = (await this.#listSince(start, Infinity)) ?? [];
    }
    if (isFromCursor) await this.#findDropped(start, listed);
    const mode = { hasFeed, isFromCursor };
    for (let from = 0; from < listed.length; from += size) {
      const window = listed.slice(from, from + size);
      const isBeginning = !start && from === 0;
      const isWhole = await this.#apply(await this.#load(window, isBeginning), mode);
      onProgress?.(Math.min(from + size, listed.length), listed.length);
      if (!isWhole) return false;
    }
    if (isFromCursor) await this.#endUnannounced();
    this.#seen ??= start;
    return true;
  }

  async #findStart(): Promise<Cursor | undefined> {
    if (this.#seen) return this.#seen;
    this.#stored = await findCursor(this.#context.store.db, PROGRAM_CURSOR);
    return this.#stored;
  }

  async #listSince(start: Cursor | undefined, max: number): Promise<ListedSignature[] | undefined> {
    try {
      return await this.#listUpTo(max, start?.signature);
    } catch (error) {
      if (!start || isChainUnavailable(error)) throw error;
      // The chain no longer has our last transaction: list everything once.
      this.#seen = undefined;
      return this.#listUpTo(max, undefined);
    }
  }

  async #listUpTo(max: number, until: string | undefined): Promise<ListedSignature[] | undefined> {
    const { pageSize: limit } = this.#sizes;
    const { chain } = this.#context;
    const listed: ListedSignature[] = [];
    const pages = listPages(chain.rpc, chain.programAddress, { until, limit });
    for await (const page of pages) {
      listed.push(...page);
      if (listed.length > max) return undefined;
    }
    return listed.reverse();
  }

  /** False when something could not be applied: the rest stays listed for the next run. */
  #runBackfill({ hasFeed = true, onProgress }: CatchUpOptions): Promise<boolean> {
    const { chain, store } = this.#context;
    return runAsLeader(store, 'backfill', async (leading) => {
      const signal = AbortSignal.any([leading, this.#interruption.signal]);
      const options = { chain, store, pageSize: this.#sizes.pageSize };
      const total = await listBackfill(options, signal, (listed) => onProgress?.(0, listed));
      const mode = { hasFeed, isFromCursor: true };
      let done = 0;
      let before = await findCursor(store.db, PROGRAM_CURSOR);
      let next = this.#loadBackfill(undefined, !before);
      for (;;) {
        const window = await next;
        if (!window) break;
        requireLead(signal);
        // Fetched while this one is applied.
        next = this.#loadBackfill(window.taken, false);
        next.catch(() => undefined);
        await this.#findDropped(before, window.listed);
        if (!(await this.#apply(window, mode))) return false;
        await store.write((db) => deleteListed(db, window.taken.position));
        before = window.listed.at(-1);
        done += window.listed.length;
        onProgress?.(done, total);
      }
      await store.write((db) => deleteCursor(db, BACKFILL_CURSOR));
      return true;
    });
  }

  async #loadBackfill(after: BackfillWindow | undefined, isBeginning: boolean) {
    const { store } = this.#context;
    const taken = await takeBackfill(store, this.#sizes.window, after?.position);
    return taken && { taken, ...(await this.#load(taken.listed, isBeginning)) };
  }

  /** A fork may drop confirmed transactions: those before a final one that are not listed. */
  async #findDropped(start: Cursor | undefined, listed: readonly ListedSignature[]): Promise<void> {
    const { chain, store, onDropped } = this.#context;
    const final = listed.findLast(({ isFinalized }) => isFinalized);
    if (!final) return;
    const span = { fromSlot: start?.slot ?? 0n, toSlot: final.slot };
    const isListed = new Set(listed.map(({ signature }) => signature));
    const applied = await listTransactionsBetween(store.db, span);
    const unlisted = applied.filter((signature) => !isListed.has(signature));
    const dropped = await findUnknown(chain.rpc, unlisted, final.slot);
    if (dropped.length > 0) await onDropped(dropped);
  }

  async #load(listed: readonly ListedSignature[], isBeginning: boolean): Promise<Window> {
    const { chain, store, wasApplied, isInFlight } = this.#context;
    // They are applied in a moment by whoever sent them: to fetch them is the same work again.
    const isOurs = async () => listed.some((one) => isInFlight?.(one.signature));
    await pollUntil(isOurs, (isWaiting) => !isWaiting, OWN_WAIT);
    const candidates = listed.filter(({ signature }) => !wasApplied(signature));
    const applied = await findApplied(
      store.db,
      candidates.map(({ signature }) => signature),
    );
    const missing = candidates.filter(({ signature }) => !applied.has(signature));
    const fetched = await this.#fetches.map(missing, (one) => this.#fetch(one));
    const end = fetched.indexOf(undefined);
    const landed = (end < 0 ? fetched : fetched.slice(0, end)) as LandedTransaction[];
    if (isBeginning && applied.size === 0) await requireBeginning(chain, landed);
    return { listed, applied, landed };
  }

  async #fetch({ signature, slot, isFinalized }: ListedSignature) {
    const { chain } = this.#context;
    const landed = await chain.fetchLanded(signature);
    if (landed || !isFinalized) return landed;
    const found = await chain.fetchFromBlock(signature, slot);
    if (!found) await requireSlot(chain, slot);
    return found;
  }

  /** False when a transaction could not be applied: later windows wait for it. */
  async #apply(
    { listed, applied, landed }: Window,
    mode: { hasFeed: boolean; isFromCursor: boolean },
  ): Promise<boolean> {
    const { applier, wasApplied, onFinal } = this.#context;
    const isFetched = new Set(landed.map(({ signature }) => signature));
    const hasFeed = mode.hasFeed && (listed[0]?.slot ?? 0n) > (this.#unannounced ?? -1n);
    const problems = await applier.applyInOrder(landed, hasFeed);
    const isGap = ({ signature }: ListedSignature) =>
      problems.has(signature) ||
      (!isFetched.has(signature) && !applied.has(signature) && !wasApplied(signature));
    const gapAt = listed.findIndex(isGap);
    const whole = gapAt < 0 ? listed : listed.slice(0, gapAt);
    const finalSlot = await this.#advance(whole, mode.isFromCursor);
    if (finalSlot !== undefined && hasFeed) await onFinal?.(finalSlot);
    const outOfOrder = [...problems.values()].find((problem) => problem instanceof OutOfOrder);
    // The program's list may lack what the market's own list has. The next run goes on from there.
    if (outOfOrder) await fillGap(this.#context, outOfOrder.marketId);
    return gapAt < 0;
  }

  async #advance(run: readonly ListedSignature[], isFromCursor: boolean) {
    const { store } = this.#context;
    const newest = run.at(-1);
    if (newest) this.#seen = { signature: newest.signature, slot: newest.slot };
    const final = run.findLast(({ isFinalized }) => isFinalized);
    if (!final || !isFromCursor) return undefined;
    const { signature, slot } = final;
    this.#stored = { signature, slot };
    await store.write((db) => saveCursor(db, PROGRAM_CURSOR, { signature, slot }));
    return slot;
  }

  async #endUnannounced(): Promise<void> {
    if (this.#unannounced === undefined) return;
    await this.#context.store.write((db) => deleteCursor(db, UNANNOUNCED_CURSOR));
    this.#unannounced = undefined;
  }
}

const GAP_WINDOW = 256;

export async function fillGap(
  { chain, store, applier }: Pick<CatchUpContext, 'chain' | 'store' | 'applier'>,
  marketId: string,
) {
  const market = parseMarketId(marketId);
  if (!market) throw new RangeError(`${marketId} is no market`);
  const missing: ListedSignature[] = [];
  for await (const page of listPages(chain.rpc, market, {})) {
    const signatures = page.map(({ signature }) => signature);
    const applied = await findApplied(store.db, signatures);
    missing.push(...page.filter(({ signature }) => !applied.has(signature)));
  }
  const fetched = await new PacedFetches().map(missing.reverse(), ({ signature }) =>
    chain.fetchLanded(signature),
  );
  const landed = fetched.filter((one) => one !== undefined);
  for (let from = 0; from < landed.length; from += GAP_WINDOW) {
    await applier.apply(landed.slice(from, from + GAP_WINDOW));
  }
  return missing.length;
}
