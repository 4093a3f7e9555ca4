// The open measured markets, grouped by the source that is sampled for them.
import { decidedBy } from '@tote/conditions/decided-by';
import { LOOKS_EVERY_SECONDS } from '@tote/conditions/kinds/shared/describe-rule';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { packSampleHashes, type SampleHash } from '@tote/conditions/sample-hashes';
import type { SampledCondition } from '@tote/conditions/sampled-condition';
import { readSampleText } from '@tote/conditions/sampled-evidence';
import type { UnixSeconds } from '@tote/domain';
import { listSamples } from '../../store/journal/samples.ts';
import { walkMarkets } from '../../store/projection/list-due-markets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { ObserverOptions } from './list-age.ts';
import { findSource, type SampleSource } from './source-reader.ts';

const ALL_TIMES = { from: 0, to: Number.MAX_SAFE_INTEGER };

export interface WatchedMarket {
  readonly market: MarketView;
  readonly sampled: SampledCondition;
  readonly expiresAt: UnixSeconds;
  readonly source: WatchedSource;
  readonly since: UnixSeconds;
  hashLog: HashLog;
  metAt: UnixSeconds | undefined;
  failure: string | undefined;
  hasEvidence: boolean;
}

export interface WatchedSource {
  readonly source: SampleSource;
  readonly markets: Set<WatchedMarket>;
  recent: readonly Sample[];
  readMs: number;
  readAt: number;
  isReading: boolean;
}

export class WatchList {
  readonly #options: ObserverOptions;
  readonly #sources = new Map<string, WatchedSource>();
  readonly #markets = new Map<string, WatchedMarket>();
  #others = new Set<string>();

  constructor(options: ObserverOptions) {
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

  async update(now: UnixSeconds): Promise<void> {
    const { reads, oracle } = this.#options;
    const open = new Set<string>();
    const others = new Set<string>();
    for await (const market of walkMarkets((page) => reads.listOpenMarkets('samples', page))) {
      const isKnown = this.#markets.has(market.id);
      const isSeen = isKnown || this.#others.has(market.id);
      const decided = isSeen ? undefined : decidedBy(market, oracle);
      const isNew = decided?.by === 'samples';
      if (isNew) await this.#add(market, decided.sampled, now);
      if (isKnown || isNew) open.add(market.id);
      else others.add(market.id);
    }
    this.#others = others;
    for (const watched of this.markets) if (!open.has(watched.market.id)) this.#remove(watched);
  }

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

// Which samples of a market are stored as hashes, to say later how often the oracle looked and that
// there was no long gap. Samples are taken every few seconds; as many are stored as a reader needs.

/** A market of a day or less has a hash every ten seconds, a longer one about this many. */
const HASHES_WANTED = 10_000;
const EVERY_SECONDS_MAX = 60;
const WRITTEN_EVERY_SECONDS = 60;
/** A row of this many is complete. Each write repeats the row, so rows are short. */
const ROW_HASHES_MAX = 60;

interface HashLog {
  readonly everySeconds: number;
  readonly expiresAt: UnixSeconds;
  readonly keptAt?: UnixSeconds;
  readonly seen?: SampleHash;
  readonly row: readonly SampleHash[];
  readonly writtenAt?: UnixSeconds;
}

export function startHashLog(createdAt: UnixSeconds, expiresAt: UnixSeconds): HashLog {
  const wanted = Math.ceil((expiresAt - createdAt) / HASHES_WANTED);
  const everySeconds = Math.min(EVERY_SECONDS_MAX, Math.max(LOOKS_EVERY_SECONDS, wanted));
  return { everySeconds, expiresAt, row: [] };
}

export function addSampleHash(log: HashLog, sample: SampleHash) {
  const { everySeconds, keptAt = -Infinity, seen } = log;
  const passed = sample.at - keptAt;
  if (passed <= 0) return { log, rows: [] };
  if (passed < everySeconds) return { log: { ...log, seen: sample }, rows: [] };
  // The last sample before a gap shows how short the gap was.
  const isGap = seen !== undefined && passed >= 2 * everySeconds;
  return write({
    ...log,
    row: [...log.row, ...(isGap ? [seen] : []), sample],
    keptAt: sample.at,
    seen: undefined,
  });
}

function write(log: HashLog) {
  const { row, keptAt = 0, writtenAt = -Infinity, expiresAt } = log;
  const isFull = row.length >= ROW_HASHES_MAX;
  const isLast = keptAt >= expiresAt - WRITTEN_EVERY_SECONDS;
  const isDue = isFull || isLast || keptAt - writtenAt >= WRITTEN_EVERY_SECONDS;
  const [first] = row;
  if (!isDue || !first) return { log, rows: [] };
  const written = { startedAt: first.at, hashes: packSampleHashes(row) };
  return { log: { ...log, row: isFull ? [] : row, writtenAt: log.keptAt }, rows: [written] };
}
