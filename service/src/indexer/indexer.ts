// Landed transactions -> projection. Commands ingest what they have just landed, so that the next
// read sees it. A loop on one replica finds everything else.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '@tote/chain/chain';
import { chainUnavailable } from '@tote/chain/chain-unavailable';
import { listSignaturePage } from '@tote/chain/history/list-signatures';
import type { EventChange } from '@tote/chain/history/program-change';
import type { MarketId } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { RecentMap } from '@tote/chain/lib/recent-map';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import { DomainError } from '@tote/domain';
import { appendFeed } from '../feed/event-group.ts';
import { advanceFinality } from '../store/finality.ts';
import { followRows } from '../store/in-process.ts';
import { clearHaltedMarkets } from '../store/journal/settings.ts';
import { MarketCache } from '../store/projection/market-cache.ts';
import { isWeekOver, startWeek, toDay } from '../store/projection/profits.ts';
import { findCursor, saveCursor, UNANNOUNCED_CURSOR } from '../store/projection/transactions.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { Applier } from './applier.ts';
import { isConfigEvent } from './apply/account-changed.ts';
import type { AppliedGroup, GroupContext } from './apply-group.ts';
import { CatchUp, type CatchUpOptions, fillGap, type ReadingSizes } from './catch-up.ts';
import { IngestQueue } from './ingest-queue.ts';
import { PollHints } from './poll-hints.ts';
import { undoDropped } from './undo-dropped.ts';

const SIGNATURES_MAX = 40_000;
const POLL_MS = 500;
/** After this many polls everything since the stored cursor is checked again. */
const RESCAN_EVERY = 10;
/** The same if nothing is after that cursor: only a rebuild could have moved it. */
const RESCAN_IDLE_EVERY = 120;
/** More than it takes to halt a market whose events contradict each other. */
const REBUILD_RETRIES = 8;
const NOT_WHOLE = 'the node lists transactions that it does not have; it may have them later';

interface IndexerOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly wallMs: () => number;
  readonly log: Log;
  readonly pollMs?: number;
  readonly sizes?: ReadingSizes;
  /** Also subscribes to the program's transactions: those of others are found before the poll. */
  readonly hasHints?: boolean;
  readonly record?: GroupContext['record'];
  /** Whether this process sent it and will apply it. */
  isInFlight?(signature: string): boolean;
}

export class Indexer {
  readonly cache: MarketCache;
  readonly #options: IndexerOptions;
  readonly #applier: Applier;
  readonly #catchUp: CatchUp;
  readonly #queue: IngestQueue;
  readonly #recent = new RecentMap<string, true>(SIGNATURES_MAX);
  readonly #configListeners = new Set<() => void>();
  #running: Promise<void> | undefined;
  #isLeading = false;
  #complete: { readonly atMs: number; readonly slot: bigint } | undefined;
  #next: Promise<void> | undefined;
  #stopLeading: (() => Promise<void>) | undefined;
  #stopHalted: Promise<() => void> | undefined;
  /** The day of which nothing is left to do for the weeks of profits. */
  #weekStarted: bigint | undefined;

  constructor(options: IndexerOptions) {
    const { chain, store, wallMs, log, record, sizes, isInFlight } = options;
    this.#options = options;
    this.cache = new MarketCache({ isOn: store.engine === 'sqlite' });
    const publish = (group: AppliedGroup) => this.#publish(group);
    const applier = new Applier({ chain, store, cache: this.cache, wallMs, log, record, publish });
    this.#applier = applier;
    // With PostgreSQL another replica may have undone it since.
    const wasApplied = (signature: string) =>
      store.engine === 'sqlite' && this.#recent.get(signature) === true;
    const onDropped = (signatures: readonly string[]) => {
      for (const signature of signatures) this.#recent.delete(signature);
      return undoDropped({ chain, store, applier, log }, signatures);
    };
    const onFinal = (slot: bigint) => announceFinal({ store, wallMs }, slot);
    const context = { chain, store, applier, sizes, wasApplied, isInFlight };
    this.#catchUp = new CatchUp({ ...context, onDropped, onFinal });
    this.#queue = new IngestQueue({
      apply: (group) => applier.apply(group),
      catchUp: () => this.catchUp(),
      wasApplied,
    });
  }

  async ingest(landed: readonly LandedTransaction[]): Promise<void> {
    await Promise.all(landed.map((one) => this.#queue.ingest(one, false)));
  }

  /** The same within milliseconds, batched with others, or at once after `flush`. */
  ingestSoon(landed: LandedTransaction, changes?: readonly EventChange[]): Promise<void> {
    return this.#queue.ingest({ ...landed, changes }, true);
  }

  flush(): void {
    this.#queue.flush();
  }

  /** Calls during a run share the next one, which starts after them and so sees all they saw. */
  catchUp(): Promise<void> {
    if (!this.#running) {
      this.#running = this.#runCatchUp().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.catchUp();
      });
    return this.#next;
  }

  start(): void {
    const { store, log } = this.#options;
    // Another replica may halt a market.
    this.#stopHalted ??= followRows(store, 'halted', () =>
      this.#applier.loadHalted().catch((error) => log.warn({ error }, 'halted markets not read')),
    );
    this.#stopLeading ??= store.lead('indexer', (signal) => this.#lead(signal));
  }

  async stop(): Promise<void> {
    const stopped = this.#stopLeading?.();
    this.#stopLeading = undefined;
    // A long backfill goes on at the next start.
    this.#catchUp.interrupt();
    await stopped;
    (await this.#stopHalted)?.();
    this.#stopHalted = undefined;
    await this.#running?.catch(() => undefined);
  }

  onConfigEvent(listener: () => void): () => void {
    this.#configListeners.add(listener);
    return () => this.#configListeners.delete(listener);
  }

  isHalted(marketId: string): boolean {
    return this.#applier.isHalted(marketId);
  }

  halt(marketId: string, reason: string): Promise<void> {
    return this.#applier.halt(marketId, reason);
  }

  get haltedCount(): number {
    return this.#applier.haltedCount;
  }

  /** How long ago the projection had everything; undefined while another replica looks. */
  findLag() {
    if (!this.#isLeading || !this.#complete) return undefined;
    const { atMs, slot } = this.#complete;
    const { clock } = this.#options.chain;
    const slots = Math.max(0, Number(clock.slot() - slot));
    return { seconds: (performance.now() - atMs) / 1_000, slots };
  }

  refuseHalted(marketId: string): void {
    if (this.isHalted(marketId)) throw new DomainError('market_halted');
  }

  async fillGap(marketId: string): Promise<void> {
    const { chain, store, log } = this.#options;
    const missing = await fillGap({ chain, store, applier: this.#applier }, marketId);
    if (missing > 0) log.warn({ marketId, missing }, 'transactions that were missing are applied');
  }

  /**
   * Applies everything again, to empty tables, or goes on with a rebuild that was interrupted.
   * Nothing of it is announced. Nothing else may write the tables meanwhile.
   */
  async rebuild(onProgress?: CatchUpOptions['onProgress']): Promise<void> {
    await this.#startRebuild();
    for (let failures = 0; ; failures += 1) {
      this.#catchUp.rescan();
      if (await this.#catchUp.run({ hasFeed: false, onProgress })) break;
      if (failures >= REBUILD_RETRIES) throw chainUnavailable(new Error(NOT_WHOLE));
      await sleep(this.#options.pollMs ?? POLL_MS);
    }
    await this.#startWeek();
  }

  async #startRebuild(): Promise<void> {
    const { chain, store } = this.#options;
    this.#applier.reset();
    this.#recent.clear();
    this.cache.clear();
    if (await findCursor(store.db, UNANNOUNCED_CURSOR)) return;
    const [newest] = await listSignaturePage(chain.rpc, chain.programAddress, { limit: 1 });
    await store.write(async (db) => {
      await clearHaltedMarkets(db);
      if (newest) await saveCursor(db, UNANNOUNCED_CURSOR, newest);
    });
  }

  async #runCatchUp(): Promise<void> {
    const began = { atMs: performance.now(), slot: this.#options.chain.clock.slot() };
    if (await this.#catchUp.run()) this.#complete = began;
    await this.#startWeek();
  }

  async #startWeek(): Promise<void> {
    const { chain, store } = this.#options;
    const today = toDay(BigInt(chain.clock.now()));
    if (this.#weekStarted === today) return;
    // What is applied meanwhile may be of an older week.
    this.#weekStarted = today;
    try {
      if (!(await isWeekOver(store.db, today))) return;
      while (await store.write((db) => startWeek(db, today)));
    } catch (error) {
      this.#weekStarted = undefined;
      throw error;
    }
  }

  /** What was complete before another replica looked is forgotten. */
  async #lead(signal: AbortSignal): Promise<void> {
    this.#complete = { atMs: performance.now(), slot: this.#options.chain.clock.slot() };
    this.#isLeading = true;
    try {
      await this.#follow(signal);
    } finally {
      this.#isLeading = false;
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { chain, hasHints, log, pollMs = POLL_MS, isInFlight } = this.#options;
    const wasApplied = (signature: string) =>
      this.#recent.get(signature) === true || isInFlight?.(signature) === true;
    const hints = hasHints ? new PollHints({ chain, wasApplied }) : undefined;
    signal.addEventListener('abort', () => hints?.close());
    let isFailing = false;
    for (let poll = 1; !signal.aborted; poll += 1) {
      try {
        const isDue = poll % (this.#catchUp.isAtCursor ? RESCAN_IDLE_EVERY : RESCAN_EVERY) === 0;
        if (isDue) this.#catchUp.rescan();
        await this.catchUp();
        isFailing = false;
      } catch (error) {
        // The chain may be unavailable for long: log it once.
        if (!isFailing) log.warn({ error }, 'the indexer could not read the chain; it retries');
        isFailing = true;
      }
      await (hints?.wait(pollMs, signal) ?? sleepUnlessAborted(pollMs, signal));
    }
  }

  #publish({ markets, applied, hasFeedEvents }: AppliedGroup): void {
    const { store, log } = this.#options;
    this.#weekStarted = undefined;
    for (const { landed } of applied) this.#recent.set(landed.signature, true);
    const ids = store.engine === 'postgres' ? markets.map(({ id }) => id as MarketId) : [];
    Promise.all([
      ...ids.map((id) => store.notify('market', id)),
      ...(hasFeedEvents ? [store.notify('feed', '')] : []),
      ...(changesTimes(applied) ? [store.notify('due', '')] : []),
    ]).catch((error) => log.warn({ error }, 'replicas were not notified of new rows'));
    const changes = applied.flatMap((one) => one.changes);
    if (changes.some(({ name }) => isConfigEvent(name))) {
      for (const listener of this.#configListeners) listener();
    }
  }
}

const CHANGES_TIMES: ReadonlySet<string> = new Set<EventChange['name']>([
  ...(['MarketCreated', 'MarketResolved', 'MarketVetoed', 'MarketRefunded'] as const),
]);

const changesTimes = (applied: AppliedGroup['applied']) =>
  applied.some(({ changes }) => changes.some(({ name }) => CHANGES_TIMES.has(name)));

export async function announceFinal(
  { store, wallMs }: { readonly store: Store; readonly wallMs: () => number },
  slot: bigint,
): Promise<void> {
  const isAnnounced = await store.write(async (db) => {
    const data = await advanceFinality(db, slot);
    if (!data) return false;
    const event = { type: 'transaction.finalized', marketId: null, wallet: null, data } as const;
    await appendFeed(db, [event], wallMs());
    return true;
  });
  if (isAnnounced) await store.notify('feed', '');
}

export const createIndexer = (options: IndexerOptions) => new Indexer(options);
