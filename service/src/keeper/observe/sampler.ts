// Samples the sources of open measured markets on schedule. Each sample is stored before it can
// decide anything, so a restart or another replica continues from the journal.
import { Serial } from '@tote/chain/lib/serial';
import { sha256Hex } from '@tote/chain/lib/sha256';
import type { WantedLaunches } from '@tote/conditions/kinds/kind';
import { renderSampleText } from '@tote/conditions/render-sample';
import { hashSample } from '@tote/conditions/sample-hashes';
import type { UnixSeconds } from '@tote/domain';
import { recordEvidence } from '../../store/journal/evidence.ts';
import {
  deleteUnusedSamples,
  insertSamples,
  listSampleSources,
  pruneSamples,
  recordEvidencePages,
  saveSampleHashes,
} from '../../store/journal/samples.ts';
import { evaluateSample, type SampleEvaluation } from './evaluate-sample.ts';
import { LaunchCounter } from './launches/launch-counter.ts';
import { ListAge, type ObserverOptions } from './list-age.ts';
import { findNextStop, samplingIntervalSeconds, spansToKeep } from './schedule.ts';
import { isCounted, SourceReader, type TakenSample } from './source-reader.ts';
import { type WatchedMarket, type WatchedSource, WatchList } from './watch-list.ts';

const LIST_EVERY_MS = 2_000;
const PRUNE_EVERY_MS = 60_000;
/** In chain time too: while the sandbox moves the clock, samples pile up faster. */
const PRUNE_EVERY_SECONDS = 3_600;
const ROWS_PRUNED_MAX = 1_000;
/** Longer than any window: a market that is not listed yet may still need the samples. */
const UNKNOWN_KEPT_SECONDS = 3_700;

interface EvaluatedSource {
  readonly watched: WatchedSource;
  readonly taken: TakenSample;
  readonly recent?: WatchedSource['recent'];
  readonly evaluations: readonly SampleEvaluation[];
}

export class Sampler {
  readonly launches: LaunchCounter;
  readonly #options: ObserverOptions;
  readonly #list: WatchList;
  readonly #reader: SourceReader;
  readonly #serial = new Serial();
  readonly #pending = new Set<Promise<void>>();
  readonly #age: ListAge;
  #prunedMs = -Infinity;
  #prunedAt = -Infinity;
  #evidenceCount = 0;
  #isHeld = false;

  constructor(options: ObserverOptions) {
    this.#options = options;
    this.#age = new ListAge(options, LIST_EVERY_MS);
    this.#list = new WatchList(options);
    this.launches = new LaunchCounter(options.chain);
    this.#reader = new SourceReader(options.chain, ({ launches }) =>
      this.launches.take(launches as WantedLaunches),
    );
  }

  get evidenceCount(): number {
    return this.#evidenceCount;
  }

  get markets(): readonly WatchedMarket[] {
    return this.#list.markets;
  }

  get isIdle(): boolean {
    return this.#list.markets.length === 0 && !this.#age.isOutdated;
  }

  findFailure(marketId: string): string | undefined {
    return this.#list.find(marketId)?.failure;
  }

  findAges(): ReadonlyMap<string, number> {
    const now = this.#options.chain.clock.now();
    const ages = new Map<string, number>();
    for (const { source, sampled, expiresAt, since } of this.#list.markets) {
      if (samplingIntervalSeconds({ sampled, expiresAt }, now) === undefined) continue;
      const { isTriggered, pool, condition } = sampled;
      const isWindow = !isTriggered && pool;
      const neededFrom = isWindow ? Math.max(since, expiresAt - pool.windowSeconds) : since;
      const age = Math.max(0, now - Math.max(source.readAt, neededFrom));
      ages.set(condition.type, Math.max(ages.get(condition.type) ?? 0, age));
    }
    return ages;
  }

  async sampleDue(): Promise<void> {
    if (this.#age.isOld) await this.#update();
    if (this.#isHeld) return;
    const due = this.#list.sources.filter((watched) => this.#isDue(watched));
    const slow = due.filter(({ source }) => isCounted(source));
    for (const watched of slow) this.#sample([watched]).catch(() => undefined);
    await this.#sample(due.filter(({ source }) => !isCounted(source)));
    // With an outdated list it would keep what no market needs any more.
    if (!this.#age.isOutdated) await this.#prune();
  }

  async sampleNow(): Promise<void> {
    await this.#update();
    await this.idle();
    const wanted = this.#list.sources.filter((each) => this.#intervalSeconds(each) !== undefined);
    await this.#sample(wanted);
    await this.#prune();
  }

  /** Pauses sampling while `work` moves the clock and updates the accounts to match. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.#isHeld = true;
    try {
      await this.idle();
      await work();
    } finally {
      this.#isHeld = false;
    }
  }

  forget(): void {
    this.#list.clear();
    this.#age.forget();
  }

  findNextStop(now: UnixSeconds, everySeconds: number): number | undefined {
    return findNextStop(this.#list.markets, now, everySeconds);
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }

  #intervalSeconds({ markets }: WatchedSource): number | undefined {
    const now = this.#options.chain.clock.now();
    const seconds = [...markets].flatMap((watched) => samplingIntervalSeconds(watched, now) ?? []);
    return seconds.length === 0 ? undefined : Math.min(...seconds);
  }

  #isDue(watched: WatchedSource): boolean {
    if (watched.isReading) return false;
    const seconds = this.#intervalSeconds(watched);
    if (seconds === undefined) return false;
    const { chain, wallMs } = this.#options;
    const hasPassed = wallMs() - watched.readMs >= seconds * 1_000;
    // The sandbox may have moved the chain's clock.
    return hasPassed || chain.clock.now() - watched.readAt > Math.ceil(seconds);
  }

  #update(): Promise<void> {
    const { clock } = this.#options.chain;
    return this.#serial.run(async () => {
      const done = this.#age.begin();
      await this.#list.update(clock.now());
      done();
    });
  }

  #sample(watched: readonly WatchedSource[]): Promise<void> {
    const sampling = this.#readAndWrite(watched).finally(() => this.#pending.delete(sampling));
    this.#pending.add(sampling);
    return sampling;
  }

  async #readAndWrite(sources: readonly WatchedSource[]): Promise<void> {
    if (sources.length === 0) return;
    const { log, wallMs } = this.#options;
    for (const watched of sources) watched.isReading = true;
    try {
      const all = await this.#reader.readAll(sources.map(({ source }) => source));
      await this.#serial.run(() => this.#write(sources, all));
      const error = all.find((taken) => taken instanceof Error);
      if (error) log.warn({ error }, 'Some sources of markets could not be read');
    } catch (error) {
      log.warn({ error }, 'Samples could not be stored');
      throw error;
    } finally {
      for (const watched of sources) {
        watched.isReading = false;
        watched.readMs = wallMs();
      }
    }
  }

  async #write(sources: readonly WatchedSource[], all: readonly (TakenSample | Error)[]) {
    const evaluated: EvaluatedSource[] = [];
    for (const [index, taken] of all.entries()) {
      const watched = sources[index] as WatchedSource;
      if (taken instanceof Error) {
        for (const market of watched.markets) market.failure = 'the chain does not answer';
      } else evaluated.push(await evaluateSource(watched, taken));
    }
    await this.#record(evaluated);
    for (const each of evaluated) this.#remember(each);
  }

  async #record(evaluated: readonly EvaluatedSource[]): Promise<void> {
    const samples = evaluated.flatMap(({ watched, taken: { sample }, recent }) => {
      const { slot, observedAt } = sample;
      const row = { source: watched.source.key, slot, observedAt };
      return recent ? [{ ...row, text: renderSampleText(sample) }] : [];
    });
    const evaluations = evaluated.flatMap((each) => each.evaluations);
    const hashes = evaluations.flatMap(({ watched, hashChange }) => {
      return (hashChange?.rows ?? []).map((row) => ({ marketId: watched.market.id, ...row }));
    });
    const decisive = evaluations.filter(({ evidence }) => evidence !== undefined);
    if (samples.length + hashes.length + decisive.length === 0) return;
    const { store } = this.#options;
    for (const { watched, evidence = '', pages = [] } of decisive) {
      const id = { marketId: watched.market.id, evidenceHash: sha256Hex(evidence) };
      await recordEvidencePages(store, id, pages);
    }
    await store.write(async (db) => {
      await insertSamples(db, samples);
      await saveSampleHashes(db, hashes);
      for (const { watched, evidence: text = '' } of decisive) {
        const hash = sha256Hex(text);
        const createdAt = BigInt(watched.source.readAt);
        await recordEvidence(db, { marketId: watched.market.id, hash, text, createdAt });
      }
    });
  }

  #remember({ watched, taken, recent, evaluations }: EvaluatedSource): void {
    if (recent) watched.recent = recent;
    for (const { watched: market, hashChange, isMet, failure, evidence } of evaluations) {
      if (hashChange) market.hashLog = hashChange.log;
      if (isMet) market.metAt = taken.sample.observedAt;
      market.failure = failure;
      if (evidence === undefined) continue;
      market.hasEvidence = true;
      this.#evidenceCount += 1;
    }
  }

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
      await store.write((db) => pruneSamples(db, source, spans, ROWS_PRUNED_MAX));
    }
    await store.write((db) => deleteUnusedSamples(db, ROWS_PRUNED_MAX));
    this.launches.forgetExcept(this.#list.sources.flatMap(({ source }) => source.launches ?? []));
  }
}

async function evaluateSource(watched: WatchedSource, taken: TakenSample) {
  const at = taken.sample.observedAt;
  watched.readAt = at;
  const markets = [...watched.markets];
  const spans = spansToKeep(markets, at);
  const isKept = (moment: number) => spans.some(({ from, to }) => moment >= from && moment <= to);
  // A chain that makes no slots gives the same one again.
  const isNew = watched.recent.at(-1)?.slot !== taken.sample.slot;
  const old = watched.recent.filter(({ observedAt }) => isKept(observedAt));
  const recent = isKept(at) && isNew ? [...old, taken.sample] : undefined;
  const evaluations: SampleEvaluation[] = [];
  let known: Uint8Array | undefined;
  const hash = () => {
    known ??= hashSample(taken.sample);
    return known;
  };
  for (const market of markets) {
    const evaluation = await evaluateSample(market, taken, { recent: recent ?? old, hash });
    if (evaluation) evaluations.push(evaluation);
  }
  return { watched, taken, recent, evaluations };
}
