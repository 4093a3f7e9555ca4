// Answers that are asked for again and again, kept as text. Nothing here can be stale: a market
// that changed is another object, a detail belongs to one version of the Config on chain, and a
// list to one version of the store and one second.
import { phaseAt, phaseEndsAt, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';

interface Kept {
  readonly text: string;
  readonly keptAt: number;
  readonly validUntil: number;
  readonly version: number;
}

const LISTS_MAX = 256;

/** The texts of one kind of answer about one market. */
class MarketTexts {
  readonly #kept = new WeakMap<MarketView, Kept>();

  find(market: MarketView, now: UnixSeconds, version = 0): string | undefined {
    const kept = this.#kept.get(market);
    // A clock that was set back shows the market as it was then.
    if (kept === undefined || kept.version !== version) return undefined;
    return now < kept.validUntil && now >= kept.keptAt ? kept.text : undefined;
  }

  keep(market: MarketView, now: UnixSeconds, text: string, version = 0): string {
    const validUntil = phaseEndsAt(market, phaseAt(market, now));
    this.#kept.set(market, { text, keptAt: now, validUntil, version });
    return text;
  }
}

export class ResponseCache {
  readonly details = new MarketTexts();
  readonly summaries = new MarketTexts();
  readonly #lists = new Map<string, string>();
  #version = -1;
  #now = -1;

  findList(query: string, version: number, now: UnixSeconds): string | undefined {
    if (version !== this.#version || now !== this.#now) {
      this.#lists.clear();
      this.#version = version;
      this.#now = now;
    }
    return this.#lists.get(query);
  }

  /** Only if the store is still at the version that the list was asked of. */
  keepList(query: string, version: number, now: UnixSeconds, text: string): void {
    if (version !== this.#version || now !== this.#now) return;
    if (this.#lists.size < LISTS_MAX) this.#lists.set(query, text);
  }
}
