// Reads listed web sources. Requests for the same page within a short time share one fetch, so that
// a source is not called more often because many markets, bets or previews ask about it.
import type { ChainClock } from '@tote/chain/chain';
import { FetchFailure } from '@tote/chain/lib/checked-address';
import { within } from '@tote/chain/lib/within';
import { readSources, type SourceValue } from '@tote/conditions/web/judge-round';
import type { WebCondition } from '@tote/conditions/web/web-condition';
import type { WebAnswer, WebFetch, WebRound } from '@tote/conditions/web/web-round';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import { type FetchOptions, fetchPage } from './fetch-page.ts';

const PAGES_KEPT = 100;
/** A page that could not be fetched may be back. */
const FAILURE_KEPT_SECONDS = 10;
const READ_KEPT_SECONDS = 60;
const READ_MS_MAX = 3_000;
/** Anybody may ask for a preview of any listed page, so fetches for them are limited. */
const PREVIEW_FETCHES_MAX = 16;
const PREVIEWS_PER_MINUTE = 30;
const MINUTE = 60;

export interface LocalPages {
  readonly addresses: readonly string[];
  read(url: string): WebAnswer | undefined;
}

interface WebReaderOptions {
  readonly clock: Pick<ChainClock, 'now'>;
  readonly listed: readonly string[];
  readonly local?: LocalPages;
  readonly fetchOptions?: FetchOptions;
}

interface FetchCounts {
  readonly host: string;
  answered: number;
  failed: number;
}

interface KeptFetch {
  readonly startedAt: UnixSeconds;
  readonly fetching: Promise<WebFetch>;
  hasFailed: boolean;
}

export class WebReader {
  readonly #options: WebReaderOptions;
  readonly #kept = new LRUCache<string, KeptFetch>({ max: PAGES_KEPT });
  readonly #counts = new Map<string, FetchCounts>();
  readonly #previews = new Map<string, { readonly minute: number; count: number }>();
  readonly #stopping = new AbortController();
  #previewing = 0;

  constructor(options: WebReaderOptions) {
    this.#options = options;
    for (const url of this.listed) this.#countsOf(url);
  }

  get listed(): readonly string[] {
    const { listed, local } = this.#options;
    return [...listed, ...(local?.addresses ?? [])];
  }

  isListed(url: string): boolean {
    return isListed(url, this.listed);
  }

  canDecide({ sources, quorum }: Pick<WebCondition, 'sources' | 'quorum'>): boolean {
    return sources.filter(({ url }) => this.isListed(url)).length >= quorum;
  }

  stop(): void {
    this.#stopping.abort(new Error('the service stops'));
  }

  listCounts(): readonly Readonly<FetchCounts>[] {
    return [...this.#counts.values()];
  }

  /** A fetch that fails says why. No fetch in it began before `since`. Rejects after `stop`. */
  fetchRound({ sources }: Pick<WebCondition, 'sources'>, since: UnixSeconds): Promise<WebRound> {
    return Promise.all(sources.map(({ url }) => this.#find(url, since)));
  }

  /**
   * What the sources said in the last minute. Takes a few seconds at most and never rejects. For a
   * market that exists; `isPreview`: for one that anybody may have made up.
   */
  async readNow(
    condition: WebCondition,
    { isPreview = false }: { readonly isPreview?: boolean } = {},
  ): Promise<SourceValue[]> {
    const now = this.#options.clock.now();
    const since = unixSeconds(Math.max(0, now - READ_KEPT_SECONDS));
    const round = condition.sources.map(async ({ url }): Promise<WebFetch> => {
      const reading = isPreview ? this.#preview(url, since) : this.#find(url, since);
      const read = await within(reading, READ_MS_MAX).catch(() => undefined);
      return read ?? { url, startedAt: now, endedAt: now, failure: 'it was not read in time' };
    });
    return readSources(condition, await Promise.all(round));
  }

  async #preview(url: string, since: UnixSeconds): Promise<WebFetch | undefined> {
    const kept = this.#peek(url, since);
    if (kept) return kept.fetching;
    if (this.#previewing >= PREVIEW_FETCHES_MAX || !this.#mayPreview(url)) return undefined;
    this.#previewing += 1;
    try {
      return await this.#find(url, since);
    } finally {
      this.#previewing -= 1;
    }
  }

  #mayPreview(url: string): boolean {
    const { hostname } = new URL(url);
    const minute = Math.floor(this.#options.clock.now() / MINUTE);
    const known = this.#previews.get(hostname);
    const previews = known?.minute === minute ? known : { minute, count: 0 };
    this.#previews.set(hostname, previews);
    previews.count += 1;
    return previews.count <= PREVIEWS_PER_MINUTE;
  }

  #find(url: string, since: UnixSeconds): Promise<WebFetch> {
    const kept = this.#peek(url, since);
    if (kept) return kept.fetching;
    const startedAt = this.#options.clock.now();
    const fetching = this.#fetch(url, startedAt);
    const entry: KeptFetch = { startedAt, fetching, hasFailed: false };
    this.#kept.set(url, entry);
    fetching
      .then(({ answer }) => {
        entry.hasFailed = answer === undefined;
        if (this.isListed(url)) this.#countsOf(url)[answer ? 'answered' : 'failed'] += 1;
      })
      .catch(() => undefined);
    return fetching;
  }

  #peek(url: string, since: UnixSeconds): KeptFetch | undefined {
    const kept = this.#kept.get(url);
    if (!kept) return undefined;
    const isOld =
      kept.hasFailed && this.#options.clock.now() - kept.startedAt > FAILURE_KEPT_SECONDS;
    return kept.startedAt >= since && !isOld ? kept : undefined;
  }

  #countsOf(url: string): FetchCounts {
    const { hostname: host } = new URL(url);
    const counts = this.#counts.get(host) ?? { host, answered: 0, failed: 0 };
    this.#counts.set(host, counts);
    return counts;
  }

  async #fetch(url: string, startedAt: UnixSeconds): Promise<WebFetch> {
    const { clock } = this.#options;
    try {
      const answer = await this.#read(url);
      return { url, startedAt, endedAt: clock.now(), answer };
    } catch (error) {
      // It says nothing about the source.
      this.#stopping.signal.throwIfAborted();
      const failure = error instanceof FetchFailure ? error.message : 'it could not be read';
      return { url, startedAt, endedAt: clock.now(), failure };
    }
  }

  async #read(url: string): Promise<WebAnswer> {
    const { listed, local, fetchOptions } = this.#options;
    const page = local?.read(url);
    if (page) return page;
    // Anyone may create markets on chain, and the operator may have shortened the list.
    if (!isListed(url, listed)) throw new FetchFailure('it is not a listed source of this service');
    return fetchPage(url, { ...fetchOptions, signal: this.#stopping.signal });
  }
}

export function isListed(address: string, listed: readonly string[]): boolean {
  const { origin, pathname } = new URL(address);
  return listed.some((prefix) => {
    const { origin: listedOrigin, pathname: start } = new URL(prefix);
    if (origin !== listedOrigin) return false;
    // `/v1` lists `/v1` and `/v1/price`, but not `/v10`.
    return pathname === start || pathname.startsWith(start.endsWith('/') ? start : `${start}/`);
  });
}
