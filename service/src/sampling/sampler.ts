// Looks at what open markets are about, often enough, and writes down what it sees before anything
// follows from it; so a restart, or another replica, goes on where this one stopped.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { hashEvidence } from '@tote/conditions/attested-evidence';
import { renderSampleText } from '@tote/conditions/sampled-evidence';
import type { UnixSeconds } from '@tote/domain';
import { Serial } from '@tote/lib/serial';
import { recordEvidence } from '../store/journal/evidence.ts';
import {
  changeSampleTimes,
  deleteUnusedSampleTimes,
  insertSamples,
  listSampleSources,
  pruneSamples,
} from '../store/journal/samples.ts';
import type { KeeperReads } from '../store/projection/keeper-reads.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import { type Judgement, judgeSample } from './judge-sample.ts';
import { findNextStop, lookEvery, spansToKeep } from './schedule.ts';
import { SourceReader, type TakenSample } from './source-reader.ts';
import { type WatchedSource, WatchList } from './watch-list.ts';

/** New markets are noticed, and ended ones forgotten, so often. */
const LIST_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 60_000;
/** A clock that is moved brings samples faster. */
const PRUNE_EVERY_SECONDS = 3_600;
const MARKS_PER_LOT = 1_000;
/** Longer than any window: samples of markets that are not listed yet must not go. */
const UNKNOWN_KEPT_SECONDS = 3_700;

export interface SamplerOptions {
  readonly chain: Chain;
  readonly store: Store;
  readonly reads: Pick<KeeperReads, 'listMeasuredMarkets'>;
  /** Only markets that name it are ours to decide. */
  readonly oracle: Address;
  readonly wallMs: () => number;
  readonly log: Log;
}

interface Seen {
  readonly watched: WatchedSource;
  readonly taken: TakenSample;
  /** With the new sample at the end; left out where no market needs its bytes. */
  readonly recent?: WatchedSource['recent'];
  readonly judgements: readonly Judgement[];
}

export class Sampler {
  readonly #options: SamplerOptions;
  readonly #list: WatchList;
  readonly #reader: SourceReader;
  readonly #serial = new Serial();
  readonly #looks = new Set<Promise<void>>();
  #listedMs = -Infinity;
  #prunedMs = -Infinity;
  #prunedAt = -Infinity;
  #decided = 0;
  #isHeld = false;

  constructor(options: SamplerOptions) {
    this.#options = options;
    const { store, reads, oracle } = options;
    this.#list = new WatchList({ store, reads, oracle });
    this.#reader = new SourceReader(options.chain);
  }

  /** Grows whenever evidence that a market is met was recorded. */
  get decided(): number {
    return this.#decided;
  }

  /** Why the last sample for the market said nothing. */
  findFailure(marketId: string): string | undefined {
    return this.#list.find(marketId)?.failure;
  }

  /** Looks at everything that is due; holders are counted meanwhile and not waited for. */
  async look(): Promise<void> {
    const { wallMs } = this.#options;
    if (wallMs() - this.#listedMs >= LIST_EVERY_MS) await this.#update();
    if (this.#isHeld) return;
    const due = this.#list.sources.filter((watched) => this.#isDue(watched));
    const slow = due.filter(({ source }) => source.holders);
    for (const watched of slow) this.#lookAt([watched]).catch(() => undefined);
    await this.#lookAt(due.filter(({ source }) => !source.holders));
    await this.#prune();
  }

  /** Looks at everything that may matter now, and returns when it is written down. */
  async lookNow(): Promise<void> {
    await this.#update();
    await this.idle();
    const wanted = this.#list.sources.filter((watched) => this.#lookEvery(watched) !== undefined);
    await this.#lookAt(wanted);
    await this.#prune();
  }

  /** Nobody looks while `work` makes accounts and time go together again. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.#isHeld = true;
    try {
      await this.idle();
      await work();
    } finally {
      this.#isHeld = false;
    }
  }

  /** For a clock that is moved: where it must stop for the next look. */
  findNextStop(now: UnixSeconds, everySeconds: number): number | undefined {
    return findNextStop(this.#list.markets, now, everySeconds);
  }

  /** Nothing is under way any more. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#looks);
  }

  #lookEvery({ markets }: WatchedSource): number | undefined {
    const now = this.#options.chain.clock.now();
    const seconds = [...markets].flatMap((watched) => lookEvery(watched, now) ?? []);
    return seconds.length === 0 ? undefined : Math.min(...seconds);
  }

  #isDue(watched: WatchedSource): boolean {
    if (watched.isLooking) return false;
    const seconds = this.#lookEvery(watched);
    if (seconds === undefined) return false;
    const { chain, wallMs } = this.#options;
    const hasPassed = wallMs() - watched.lookedMs >= seconds * 1_000;
    // The chain's time may have been moved.
    return hasPassed || chain.clock.now() - watched.lookedAt > Math.ceil(seconds);
  }

  #update(): Promise<void> {
    const { chain, wallMs } = this.#options;
    return this.#serial.run(async () => {
      await this.#list.update(chain.clock.now());
      this.#listedMs = wallMs();
    });
  }

  #lookAt(watched: readonly WatchedSource[]): Promise<void> {
    const look = this.#readAndWrite(watched).finally(() => this.#looks.delete(look));
    this.#looks.add(look);
    return look;
  }

  async #readAndWrite(sources: readonly WatchedSource[]): Promise<void> {
    if (sources.length === 0) return;
    const { log, wallMs } = this.#options;
    for (const watched of sources) watched.isLooking = true;
    try {
      const all = await this.#reader.readAll(sources.map(({ source }) => source));
      await this.#serial.run(() => this.#write(sources, all));
      const error = all.find((taken) => taken instanceof Error);
      if (error) log.warn({ error: String(error) }, 'What markets are about could not be read');
    } catch (error) {
      log.warn({ error: String(error) }, 'Samples could not be written down');
      throw error;
    } finally {
      for (const watched of sources) {
        watched.isLooking = false;
        watched.lookedMs = wallMs();
      }
    }
  }

  async #write(
    sources: readonly WatchedSource[],
    all: readonly (TakenSample | Error)[],
  ): Promise<void> {
    const seen: Seen[] = [];
    for (const [index, taken] of all.entries()) {
      const watched = sources[index] as WatchedSource;
      if (taken instanceof Error) {
        for (const market of watched.markets) market.failure = 'the chain does not answer';
      } else seen.push(await judge(watched, taken));
    }
    await this.#record(seen);
    for (const each of seen) this.#remember(each);
  }

  async #record(seen: readonly Seen[]): Promise<void> {
    const samples = seen.flatMap(({ watched, taken: { sample }, recent }) => {
      const { slot, observedAt } = sample;
      const row = { source: watched.source.key, slot, observedAt };
      return recent ? [{ ...row, text: renderSampleText(sample) }] : [];
    });
    const judgements = seen.flatMap((each) => each.judgements);
    const changes = judgements.flatMap(({ watched, marked }) => {
      const isChanged = marked && marked.added.length + marked.removed.length > 0;
      return isChanged ? [{ marketId: watched.market.id, ...marked }] : [];
    });
    const proofs = judgements.filter(({ evidence }) => evidence !== undefined);
    if (samples.length + changes.length + proofs.length === 0) return;
    await this.#options.store.write(async (db) => {
      await insertSamples(db, samples);
      await changeSampleTimes(db, changes);
      for (const { watched, evidence: text = '' } of proofs) {
        const hash = Buffer.from(hashEvidence(text)).toString('hex');
        const createdAt = BigInt(watched.source.lookedAt);
        await recordEvidence(db, { marketId: watched.market.id, hash, text, createdAt });
      }
    });
  }

  /** What is in the journal now. */
  #remember({ watched, taken, recent, judgements }: Seen): void {
    if (recent) watched.recent = recent;
    for (const { watched: market, marked, isMet, failure, evidence } of judgements) {
      if (marked) market.marks = marked.marks;
      if (isMet) market.metAt = taken.sample.observedAt;
      market.failure = failure;
      if (evidence === undefined) continue;
      market.isDecided = true;
      this.#decided += 1;
    }
  }

  /** Now and then. */
  async #prune(): Promise<void> {
    const { chain, store, wallMs } = this.#options;
    const now = chain.clock.now();
    const isDue =
      wallMs() - this.#prunedMs >= PRUNE_EVERY_MS || now - this.#prunedAt >= PRUNE_EVERY_SECONDS;
    if (!isDue) return;
    this.#prunedMs = wallMs();
    this.#prunedAt = now;
    const watched = new Map(this.#list.sources.map((each) => [each.source.key, each]));
    const unknown = [{ from: now - UNKNOWN_KEPT_SECONDS, to: Number.MAX_SAFE_INTEGER }];
    for (const source of await listSampleSources(store.db)) {
      const markets = watched.get(source)?.markets;
      const spans = markets ? spansToKeep([...markets], now) : unknown;
      await store.write((db) => pruneSamples(db, source, spans));
    }
    await store.write((db) => deleteUnusedSampleTimes(db, MARKS_PER_LOT));
  }
}

async function judge(watched: WatchedSource, taken: TakenSample): Promise<Seen> {
  const at = taken.sample.observedAt;
  watched.lookedAt = at;
  const markets = [...watched.markets];
  const spans = spansToKeep(markets, at);
  const isKept = (moment: number) => spans.some(({ from, to }) => moment >= from && moment <= to);
  // A chain that stands still gives the same slot again.
  const isNew = watched.recent.at(-1)?.slot !== taken.sample.slot;
  const old = watched.recent.filter(({ observedAt }) => isKept(observedAt));
  const recent = isKept(at) && isNew ? [...old, taken.sample] : undefined;
  const judgements: Judgement[] = [];
  for (const market of markets) {
    const judgement = await judgeSample(market, taken, recent ?? old);
    if (judgement) judgements.push(judgement);
  }
  return { watched, taken, recent, judgements };
}
