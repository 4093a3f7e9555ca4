// The open measured markets, grouped by the source that is sampled for them.
import type { Address } from '@solana/kit';
import { type DecidedBy, decidedBy } from '@tote/conditions/decided-by';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import type { SampledCondition } from '@tote/conditions/sampled-condition';
import { readSampleText } from '@tote/conditions/sampled-evidence';
import type { UnixSeconds } from '@tote/domain';
import { listSamples } from '../../store/journal/samples.ts';
import type { KeeperReads } from '../../store/projection/keeper-reads.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Store } from '../../store/store.ts';
import { type HashLog, startHashLog } from './sample-hashes.ts';
import { findSource, type SampleSource } from './sample-source.ts';

const PAGE = 500;
const ALL_TIMES = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface WatchedMarket {
  readonly market: MarketView;
  readonly sampled: SampledCondition;
  readonly expiresAt: UnixSeconds;
  readonly source: WatchedSource;
  /** When this process began to watch it. */
  readonly since: UnixSeconds;
  /** Which of its good samples are stored as hashes. */
  hashLog: HashLog;
  /** The last sample that met the condition by itself. */
  metAt: UnixSeconds | undefined;
  /** Why the last sample could not be used. */
  failure: string | undefined;
  /** Evidence that it is met has been recorded. */
  hasEvidence: boolean;
}

export interface WatchedSource {
  readonly source: SampleSource;
  readonly markets: Set<WatchedMarket>;
  /** The samples in the journal, without old ones. */
  recent: readonly Sample[];
  /** When it was last read: by our clock, and by the chain's. */
  readMs: number;
  readAt: number;
  isReading: boolean;
}

interface WatchListOptions {
  readonly store: Store;
  readonly reads: Pick<KeeperReads, 'listOpenMarkets'>;
  readonly oracle: Address;
}

const sampledOf = (decided: DecidedBy) => (decided.by === 'samples' ? decided.sampled : undefined);

export class WatchList {
  readonly #options: WatchListOptions;
  readonly #sources = new Map<string, WatchedSource>();
  readonly #markets = new Map<string, WatchedMarket>();
  /** Ids of measured markets that our oracle does not decide. */
  #others = new Set<string>();

  constructor(options: WatchListOptions) {
    this.#options = options;
  }

  get sources(): readonly WatchedSource[] {
    return [...this.#sources.values()];
  }

  get markets(): readonly WatchedMarket[] {
    return [...this.#markets.values()];
  }

  find(marketId: string): WatchedMarket | undefined {
    return this.#markets.get(marketId);
  }

  /** Adds new markets and removes ended ones. */
  async update(now: UnixSeconds): Promise<void> {
    const { reads, oracle } = this.#options;
    const open = new Set<string>();
    const others = new Set<string>();
    for (let after: MarketView | undefined; ; ) {
      const page = await reads.listOpenMarkets('samples', { limit: PAGE, after });
      for (const market of page) {
        const isKnown = this.#markets.has(market.id);
        const isSeen = isKnown || this.#others.has(market.id);
        const sampled = isSeen ? undefined : sampledOf(decidedBy(market, oracle));
        if (sampled) await this.#add(market, sampled, now);
        if (isKnown || sampled) open.add(market.id);
        else others.add(market.id);
      }
      if (page.length < PAGE) break;
      after = page.at(-1);
    }
    this.#others = others;
    for (const watched of this.markets) if (!open.has(watched.market.id)) this.#remove(watched);
  }

  /** Lists and reads everything again at the next update. */
  clear(): void {
    this.#markets.clear();
    this.#sources.clear();
    this.#others.clear();
  }

  async #add(market: MarketView, sampled: SampledCondition, since: UnixSeconds): Promise<void> {
    const source = await this.#ensureSource(await findSource(sampled.condition));
    const { id, createdAt, expiresAt } = market;
    const watched: WatchedMarket = {
      ...{ market, sampled, expiresAt, source, since },
      hashLog: startHashLog(createdAt, expiresAt),
      metAt: undefined,
      failure: undefined,
      hasEvidence: false,
    };
    source.markets.add(watched);
    this.#markets.set(id, watched);
  }

  async #ensureSource(source: SampleSource): Promise<WatchedSource> {
    const known = this.#sources.get(source.key);
    if (known) return known;
    const texts = await listSamples(this.#options.store.db, source.key, ALL_TIMES);
    const watched: WatchedSource = {
      source,
      markets: new Set(),
      recent: texts.map(readSampleText),
      readMs: -Infinity,
      readAt: -Infinity,
      isReading: false,
    };
    this.#sources.set(source.key, watched);
    return watched;
  }

  #remove(watched: WatchedMarket): void {
    const { market, source } = watched;
    this.#markets.delete(market.id);
    source.markets.delete(watched);
    if (source.markets.size === 0) this.#sources.delete(source.source.key);
  }
}
