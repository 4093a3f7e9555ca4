// Fetches the web sources of markets that may end at any time before their expiry, as often as each
// market says. Every round is stored before it can decide anything, so a restart or another replica
// continues from the journal.
import { sha256Hex } from '@tote/chain/lib/sha256';
import { decidedBy } from '@tote/conditions/decided-by';
import { evaluateCondition, type FetchedCondition } from '@tote/conditions/evaluate';
import { GAP_SECONDS_MAX } from '@tote/conditions/evaluation/evaluate-samples';
import { judgeRound, roundEndedAt } from '@tote/conditions/web/judge-round';
import { firstRoundAt, gapSecondsMax } from '@tote/conditions/web/web-condition';
import { renderWebEvidence, renderWebRound } from '@tote/conditions/web/web-evidence';
import type { WebRound } from '@tote/conditions/web/web-round';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { recordEvidence } from '../../../store/journal/evidence.ts';
import {
  changeRoundTimes,
  listLastRoundTimes,
  recordFailedRound,
} from '../../../store/journal/samples.ts';
import { walkMarkets } from '../../../store/projection/list-due-markets.ts';
import type { MarketView } from '../../../store/projection/market-view.ts';
import type { Store } from '../../../store/store.ts';
import { ListAge, type ObserverOptions } from '../list-age.ts';
import type { WebReader } from './web-reader.ts';

const LIST_EVERY_MS = 2_000;
const AT_ONCE = 32;
const SHARED_SECONDS = 5;
const FAILED_BODY_BYTES = 4_096;

interface WebPollerOptions extends ObserverOptions {
  readonly web: WebReader;
}

interface PolledMarket {
  readonly market: MarketView;
  readonly condition: FetchedCondition;
  times: RoundTimes;
  polledAt: number;
  isPolling: boolean;
  hasEvidence: boolean;
}

export class WebPoller {
  readonly #options: WebPollerOptions;
  readonly #pending = new Set<Promise<void>>();
  #markets = new Map<string, PolledMarket>();
  readonly #age: ListAge;
  #evidenceCount = 0;

  constructor(options: WebPollerOptions) {
    this.#options = options;
    this.#age = new ListAge(options, LIST_EVERY_MS);
  }

  get isIdle(): boolean {
    return this.#markets.size === 0 && !this.#age.isOutdated;
  }

  get evidenceCount(): number {
    return this.#evidenceCount;
  }

  async pollDue(): Promise<void> {
    if (this.#age.isOld) await this.#update();
    const now = this.#options.chain.clock.now();
    for (const polled of this.#triggered(now)) {
      const isDue = now - polled.polledAt >= (polled.condition.pollSeconds ?? 0);
      if (isDue && this.#pending.size < AT_ONCE) this.#begin(polled);
    }
  }

  forget(): void {
    this.#markets.clear();
    this.#age.forget();
  }

  async pollNow(): Promise<readonly MarketView[]> {
    await this.#update();
    await this.idle();
    const now = this.#options.chain.clock.now();
    const triggered = this.#triggered(now);
    for (const polled of triggered) this.#begin(polled);
    await this.idle();
    const isDue = ({ market, condition }: PolledMarket) =>
      condition.timing === 'at_expiry' && now >= firstRoundAt(condition, market.expiresAt);
    const met = triggered.filter(({ hasEvidence }) => hasEvidence);
    return [...met, ...[...this.#markets.values()].filter(isDue)].map(({ market }) => market);
  }

  findNextStop(now: UnixSeconds, everySeconds: number): number {
    const stops = [...this.#markets.values()].map(({ market, condition, polledAt }) => {
      if (condition.timing === 'at_expiry') return firstRoundAt(condition, market.expiresAt);
      if (now >= market.expiresAt) return Infinity;
      const { pollSeconds = everySeconds } = condition;
      const longest = Math.max(pollSeconds, gapSecondsMax(condition) - pollSeconds);
      const pause = Math.min(Math.max(pollSeconds, everySeconds), longest);
      return Math.max(now + 1, Math.min(polledAt + pause, market.expiresAt - 1));
    });
    return Math.min(Infinity, ...stops.filter((at) => at > now));
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  #triggered(now: UnixSeconds): PolledMarket[] {
    return [...this.#markets.values()].filter(({ market, condition, isPolling, hasEvidence }) => {
      if (condition.timing === 'at_expiry' || now >= market.expiresAt) return false;
      return !isPolling && !hasEvidence && this.#options.web.canDecide(condition);
    });
  }

  async #update(): Promise<void> {
    const { reads, oracle } = this.#options;
    const done = this.#age.begin();
    const open = new Map<string, PolledMarket>();
    for await (const market of walkMarkets((page) => reads.listOpenMarkets('web', page))) {
      const known = this.#markets.get(market.id);
      const decided = known ? undefined : decidedBy(market, oracle);
      if (known) open.set(market.id, known);
      if (decided?.by === 'web') open.set(market.id, await this.#add(market, decided.condition));
    }
    this.#markets = open;
    done();
  }

  async #add(market: MarketView, condition: FetchedCondition): Promise<PolledMarket> {
    const { id, createdAt } = market;
    const last = await listLastRoundTimes(this.#options.store.db, id, 2);
    const times = resumeRoundTimes(createdAt, last);
    const polledAt = times.written ?? -Infinity;
    return { market, condition, times, polledAt, isPolling: false, hasEvidence: false };
  }

  #begin(polled: PolledMarket): void {
    polled.isPolling = true;
    const round = this.#poll(polled)
      .catch((error) => {
        const { log } = this.#options;
        log.warn({ error }, 'A round of web sources was not finished');
      })
      .finally(() => {
        polled.isPolling = false;
        this.#pending.delete(round);
      });
    this.#pending.add(round);
  }

  async #poll(polled: PolledMarket): Promise<void> {
    const { chain, store, web } = this.#options;
    const { market, condition } = polled;
    const now = chain.clock.now();
    polled.polledAt = now;
    const since = unixSeconds(Math.max(market.createdAt, now - SHARED_SECONDS));
    const round = await web.fetchRound(condition, since);
    // What arrives after the expiry says nothing about the time before.
    if (chain.clock.now() >= market.expiresAt) return;
    const judged = judgeRound(condition, round);
    if (!judged.ok) await storeFailedRound(store, market.id, round, judged.reason);
    else if (judged.value) await this.#recordMet(polled, round);
    else await this.#recordTime(polled, round);
  }

  async #recordMet(polled: PolledMarket, round: WebRound): Promise<void> {
    const { market, condition } = polled;
    const { id: marketId, createdAt, expiresAt } = market;
    const now = this.#options.chain.clock.now();
    const moments = { createdAt, expiresAt, now };
    const web = { rounds: [round], polledAt: [] };
    const verdict = await evaluateCondition(condition, { samples: [], web }, moments);
    if (verdict.verdict !== 'met') return;
    const record = { marketId, condition: market.condition, moments, web, verdict };
    await storeWebEvidence(this.#options.store, record);
    polled.hasEvidence = true;
    this.#evidenceCount += 1;
  }

  /** The earliest fetch counts: what it said may have changed while the others were fetched. */
  async #recordTime(polled: PolledMarket, round: WebRound): Promise<void> {
    const at = unixSeconds(Math.min(...round.map(({ startedAt }) => startedAt)));
    const { times, added, removed } = addRoundTime(polled.times, at);
    const change = { marketId: polled.market.id, added, removed };
    await this.#options.store.write((db) => changeRoundTimes(db, change));
    polled.times = times;
  }
}

/** Keeps only the beginning of each page. */
export function storeFailedRound(store: Store, marketId: string, round: WebRound, reason: string) {
  const fetches = renderWebRound(round, FAILED_BODY_BYTES);
  const failed = { marketId, at: roundEndedAt(round), reason, fetches };
  return store.write((db) => recordFailedRound(db, failed));
}

type WebEvidenceRecord = Parameters<typeof renderWebEvidence>[0];

export async function storeWebEvidence(store: Store, decided: WebEvidenceRecord): Promise<string> {
  const { marketId, moments } = decided;
  const text = renderWebEvidence(decided);
  const record = { marketId, hash: sha256Hex(text), text, createdAt: BigInt(moments.now) };
  await store.write((db) => recordEvidence(db, record));
  return text;
}

// Which times of rounds that agreed are stored, to prove later that there was no long gap between
// them. As few as that takes: one about every ten minutes, and the newest.

const WRITTEN_EVERY_SECONDS = 60;

interface RoundTimes {
  readonly kept: UnixSeconds;
  /** The newest stored time. It is removed when a later one makes it redundant. */
  readonly written?: UnixSeconds;
  readonly seen?: UnixSeconds;
}

export function resumeRoundTimes(createdAt: UnixSeconds, last: readonly UnixSeconds[]): RoundTimes {
  const [written, kept = createdAt] = last;
  return { kept, ...(written !== undefined && { written }) };
}

export function addRoundTime(times: RoundTimes, at: UnixSeconds) {
  const { written, seen } = times;
  if (written !== undefined && at <= written) return { times, added: [], removed: [] };
  if (written !== undefined && at - written < WRITTEN_EVERY_SECONDS) {
    return { times: { ...times, seen: at }, added: [], removed: [] };
  }
  // After a gap the last time before it must be stored too.
  const isGap = written !== undefined && at - written > GAP_SECONDS_MAX;
  if (!isGap || seen === undefined) return write(times, at);
  const first = write(times, seen);
  const second = write(first.times, at);
  const removed = second.removed.filter((moment) => !first.added.includes(moment));
  const added = first.added.filter((moment) => !second.removed.includes(moment));
  return {
    times: second.times,
    added: [...added, ...second.added],
    removed: [...first.removed, ...removed],
  };
}

function write({ kept, written }: RoundTimes, at: UnixSeconds) {
  if (written === undefined) return { times: { kept, written: at }, added: [at], removed: [] };
  const isEnough = at - kept <= GAP_SECONDS_MAX;
  return isEnough
    ? { times: { kept, written: at }, added: [at], removed: [written] }
    : { times: { kept: written, written: at }, added: [at], removed: [] };
}
