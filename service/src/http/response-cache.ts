// Serialized responses of the busiest reads. An entry cannot be stale: a changed market is another
// object, a detail belongs to one version of the Config on chain and to one measured value, and a
// list belongs to one version of the store and one second.
import type { Progress } from '@tote/conditions/evaluation/verdict';
import { phaseAt, phaseEndsAt, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Body } from './send-json.ts';

interface Inputs {
  readonly version?: number;
  /** The object, which stands for one sample. */
  readonly progress?: Progress | undefined;
}

interface CachedText extends Inputs, Body {
  readonly cachedAt: number;
  readonly validUntil: number;
}

interface CachedList extends Body {
  readonly headers: readonly string[];
}

const LISTS_MAX = 256;

class MarketTexts {
  readonly #cached = new WeakMap<MarketView, CachedText>();

  find(market: MarketView, now: UnixSeconds, inputs: Inputs = {}): Body | undefined {
    const cached = this.#cached.get(market);
    if (cached === undefined || cached.version !== inputs.version) return undefined;
    if (cached.progress !== inputs.progress) return undefined;
    // If the clock was set back, an earlier phase may apply again.
    return now < cached.validUntil && now >= cached.cachedAt ? cached : undefined;
  }

  store(market: MarketView, now: UnixSeconds, text: string, inputs: Inputs = {}): Body {
    const validUntil = phaseEndsAt(market, phaseAt(market, now));
    const cached: CachedText = { text, cachedAt: now, validUntil, ...inputs };
    this.#cached.set(market, cached);
    return cached;
  }
}

export class ResponseCache {
  readonly details = new MarketTexts();
  readonly summaries = new MarketTexts();
  readonly #lists = new Map<string, CachedList>();
  #version = -1;
  #now = -1;

  findList(query: string, version: number, now: UnixSeconds): CachedList | undefined {
    if (version !== this.#version || now !== this.#now) {
      this.#lists.clear();
      this.#version = version;
      this.#now = now;
    }
    return this.#lists.get(query);
  }

  /** Stores the list only if the version and the second are still those of its query. */
  storeList(query: string, version: number, now: UnixSeconds, list: CachedList): void {
    if (version !== this.#version || now !== this.#now) return;
    if (this.#lists.size < LISTS_MAX) this.#lists.set(query, list);
  }
}
