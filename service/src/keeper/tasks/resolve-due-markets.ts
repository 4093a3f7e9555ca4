// Resolves markets from their expiry on, with a task for each way of deciding them: none of them
// waits for another, such as for a web source that hangs.
import { Batcher } from '@tote/chain/lib/batcher';
import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { type DecidedBy, decidedBy } from '@tote/conditions/decided-by';
import { firstRoundAt } from '@tote/conditions/web/web-condition';
import { formatInstant, isBeforeExpiry, phaseAt, type UnixSeconds } from '@tote/domain';
import { resolveMarket } from '../../markets/end-market.ts';
import {
  type Attestation,
  findAttestation,
  listUnusedAttestations,
  recordAttestations,
} from '../../store/journal/attestations.ts';
import { type ObservedEvidence, recordAllEvidence } from '../../store/journal/evidence.ts';
import type { DueKind } from '../../store/projection/list-due-markets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { requireOracle } from '../resolution-status.ts';
import { resolveFact } from '../resolve-fact.ts';
import { resolveSampled } from '../resolve-sampled.ts';
import { resolveWeb } from '../resolve-web.ts';
import {
  type Job,
  MEASURED,
  Pager,
  REST_MS,
  type Task,
  type TaskContext,
  toJobs,
} from '../task.ts';
import { announceClosed, batchAnnouncements } from './announce-markets.ts';

const MANY_AT_ONCE = 64;

export function resolveDueMarkets(context: TaskContext): Task[] {
  const closed = batchAnnouncements(context, announceClosed);
  const attestations = batch<MarketView, Attestation>((markets) =>
    recordUnattested(context, markets),
  );
  const records = batch<ObservedEvidence, void>(async (evidence) => {
    await context.store.write((db) => recordAllEvidence(db, evidence));
    return [];
  });
  return [
    resolveDue(context, 'event', ['attestation'], {
      ...{ name: 'resolve-due-events', atOnce: MANY_AT_ONCE },
      async resolve(given, market) {
        await requireOracle(context, market);
        const { outcome, ...attested } = await attestations.add(market);
        const evidence = renderAttestedEvidence(market, { outcome, ...attested });
        await resolveMarket(given, market, { outcome, evidence });
      },
    }),
    resolveDue(context, 'fact', ['account', 'price_update', 'nobody'], {
      ...{ name: 'resolve-due-facts', atOnce: MANY_AT_ONCE, closed },
      resolve: (given, market) =>
        resolveFact(given, market, { record: (evidence) => records.add(evidence) }),
    }),
    resolveDue(context, 'samples', ['samples'], {
      ...{ name: 'resolve-due-samples', part: MEASURED, atOnce: 8, closed },
      resolve: (given, market, { sampled }) => resolveSampled(given, market, sampled),
    }),
    resolveDue(context, 'web', ['web'], {
      ...{ name: 'resolve-due-web', part: MEASURED, atOnce: 16, closed },
      begin: () => context.webPoller?.forget(),
      prepare: () => context.webPoller?.pollDue(),
      isPreparing: () => context.webPoller?.isIdle === false,
      isDue: ({ condition }, expiresAt, now) => now >= firstRoundAt(condition, expiresAt),
      resolve: (given, market, { condition }) => resolveWeb(given, market, condition),
    }),
  ];
}

const batch = <Input, Result>(run: (inputs: readonly Input[]) => Promise<Result[]>) =>
  new Batcher<Input, Result>({ atOnce: 1, take: ({ length }) => length, run });

type Decided<By> = Extract<DecidedBy, { readonly by: By }>;

interface Resolver<By> extends Pick<Task, 'name' | 'part' | 'atOnce' | 'begin'> {
  /** Announces first that it has closed. */
  readonly closed?: Batcher<MarketView>;
  prepare?(): Promise<void> | undefined;
  isPreparing?(): boolean;
  isDue?(decided: Decided<By>, expiresAt: UnixSeconds, now: UnixSeconds): boolean;
  resolve(context: TaskContext, market: MarketView, decided: Decided<By>): Promise<void>;
}

function resolveDue<By extends DecidedBy['by']>(
  context: TaskContext,
  kind: DueKind,
  deciders: readonly By[],
  { closed, prepare, isPreparing, isDue = () => true, resolve, ...task }: Resolver<By>,
): Task {
  const { chain, keys, reads } = context;
  const pager = new Pager();
  const find = (market: MarketView): Decided<By> | undefined => {
    const decided = decidedBy(market, keys.oracle.address);
    return deciders.some((by) => by === decided.by) ? (decided as Decided<By>) : undefined;
  };
  let isWaiting = true;
  return {
    ...{ ...task, isTimed: true },
    get pollMs() {
      return isWaiting || isPreparing?.() ? 500 : REST_MS;
    },
    async find(limit, canTry) {
      isWaiting = true;
      await prepare?.();
      const now = chain.clock.shown();
      let isOurs = false;
      const accept = (market: MarketView) => {
        const decided = find(market);
        isOurs ||= decided !== undefined;
        return decided !== undefined && canTry(market.id) && isDue(decided, market.expiresAt, now);
      };
      const list = (page: { limit: number; after?: MarketView }) =>
        reads.listDueMarkets(now, page, kind);
      const due = await pager.find(list, accept, limit);
      isWaiting = isOurs;
      return toJobs(context, due, async (given, market) => {
        const decided = find(market);
        if (!decided) return;
        await closed?.add(market);
        await resolve(given, market, decided);
      });
    },
  };
}

async function recordUnattested(
  { store, keys, wallMs, crash, readBarrier }: TaskContext,
  markets: readonly MarketView[],
): Promise<Attestation[]> {
  crash?.reach('Observed');
  await readBarrier?.wait();
  const { recorded, isNew } = await store.write(async (db) => ({
    recorded: await recordAttestations(
      db,
      markets.map(({ id: marketId, expiresAt }) => ({
        marketId,
        outcome: 'No',
        evidence: `Nothing was attested by ${formatInstant(expiresAt)}.`,
        wallet: keys.oracle.address,
        createdAt: expiresAt,
      })),
    ),
    isNew: await announceClosed(db, markets, wallMs()),
  }));
  if (isNew) await store.notify('feed', '');
  return recorded;
}

// Resolves markets by their attestation. The request that attests does that itself; this task
// finishes those that were interrupted.

const LISTED_MAX = 1_000;

export function useAttestations(context: TaskContext): Task {
  return {
    name: 'use-attestations',
    atOnce: 4,
    pollMs: 10_000,
    async find(limit, canTry) {
      const ids = await listUnusedAttestations(context.store.db, LISTED_MAX);
      const jobs = ids.filter(canTry).slice(0, limit);
      return jobs.map(
        (id): Job => ({ subject: id, run: (signal) => useAttestation({ ...context, signal }, id) }),
      );
    },
  };
}

async function useAttestation(context: TaskContext, id: string): Promise<void> {
  const { chain, keys, store } = context;
  const market = await context.reads.findMarket(id);
  const attestation = await findAttestation(store.db, id);
  if (!market || !attestation) return;
  // From its expiry on `resolve-due-events` handles an event.
  const isEarly = isBeforeExpiry(phaseAt(market, chain.clock.now()));
  const { by } = decidedBy(market, keys.oracle.address);
  if (isEarly !== market.isTriggered || by !== 'attestation') return;
  await requireOracle(context, market);
  const evidence = renderAttestedEvidence(market, attestation);
  await resolveMarket(context, market, { outcome: attestation.outcome, evidence });
}

// Takes the due samples of open measured markets, and resolves markets with `any time before` whose
// samples or web sources meet the condition. The evidence is stored by then.

const LIST_EVERY_MS = 10_000;
const SAMPLED_MS = 250;

export function resolveMetSamples(context: TaskContext): Task {
  const { chain, reads, sampler, webPoller, wallMs } = context;
  let seenCount = -1;
  let listedMs = -Infinity;
  return {
    name: 'resolve-met-samples',
    part: MEASURED,
    atOnce: 8,
    get pollMs() {
      const isIdle = sampler?.isIdle === true && webPoller?.isIdle !== false;
      return isIdle ? LIST_EVERY_MS : SAMPLED_MS;
    },
    isTimed: true,
    begin() {
      sampler?.forget();
      listedMs = -Infinity;
    },
    async find(limit, canTry) {
      await sampler?.sampleDue();
      const evidenceCount = (sampler?.evidenceCount ?? 0) + (webPoller?.evidenceCount ?? 0);
      if (evidenceCount === seenCount && wallMs() - listedMs < LIST_EVERY_MS) return [];
      const markets = await reads.listEvidencedMarkets(LISTED_MAX);
      const now = chain.clock.now();
      // From its expiry on `resolve-due-samples` or `resolve-due-web` handles it.
      const isEarly = (market: MarketView) => isBeforeExpiry(phaseAt(market, now));
      const open = markets.filter((market) => market.isTriggered && isEarly(market));
      const due = open.filter(({ id }) => canTry(id)).slice(0, limit);
      if (due.length === open.length) {
        seenCount = evidenceCount;
        listedMs = wallMs();
      }
      return toJobs(context, due, resolveOpen);
    },
  };
}

async function resolveOpen(context: TaskContext, { id }: MarketView): Promise<void> {
  const market = await context.reads.findMarket(id);
  if (!market || market.end) return;
  const decided = decidedBy(market, context.keys.oracle.address);
  if (decided.by === 'samples') await resolveSampled(context, market, decided.sampled);
  if (decided.by === 'web') await resolveWeb(context, market, decided.condition);
}
