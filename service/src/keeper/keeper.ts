// Runs the commands that are due. What is due follows from the chain's time and the projection
// alone, so a restart or another replica continues where this one stopped.
import { setMaxListeners } from 'node:events';
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { Batcher } from '@tote/chain/lib/batcher';
import { asWeb } from '@tote/conditions/evaluate';
import type { Market } from '@tote/program-client';
import type { ResolutionStatus } from '../queries/query-context.ts';
import { listFailedRounds } from '../store/journal/samples.ts';
import type { Store } from '../store/store.ts';
import { TransactionBatcher } from '../submissions/land-and-ingest.ts';
import { DueTimes, type WakeReason } from './due-times.ts';
import { Sampler } from './observe/sampler.ts';
import { WebPoller } from './observe/web/web-poller.ts';
import { describeResolution, toSentence } from './resolution-status.ts';
import {
  type KeeperOptions,
  MEASURED,
  type Task,
  type TaskContext,
  type TaskName,
} from './task.ts';
import { TaskLoop } from './task-loop.ts';
import { announceMarkets } from './tasks/announce-markets.ts';
import { applyConfigChange } from './tasks/apply-config-change.ts';
import { cleanUpJournal, closePriceUpdates } from './tasks/clean-up.ts';
import { collectDueFees } from './tasks/collect-fees.ts';
import { fillBuyback } from './tasks/fill-buyback.ts';
import { keepStarts } from './tasks/keep-starts.ts';
import { openRounds } from './tasks/open-rounds.ts';
import { refundDisabledMarkets, refundOverdueMarkets } from './tasks/refund-markets.ts';
import {
  resolveDueMarkets,
  resolveMetSamples,
  useAttestations,
} from './tasks/resolve-due-markets.ts';
import { resolveMetFacts } from './tasks/resolve-met-facts.ts';
import { closeSettledMarkets, settleEndedMarkets, sweepWinnings } from './tasks/settle-markets.ts';

export type Keeper = ReturnType<typeof createKeeper>;

export function createKeeper(options: KeeperOptions) {
  const { chain, store, keys, reads, wallMs, disabledOracles } = options;
  const oracle = keys.oracle.address;
  const dueTimes = new DueTimes({ ...options, clock: chain.clock });
  const sampler = new Sampler({ ...options, oracle, dueTimes });
  const { web } = options;
  const webPoller = web && new WebPoller({ ...options, web, oracle, dueTimes });
  const context: TaskContext = {
    ...options,
    dueTimes,
    sampler,
    webPoller,
    batcher: new TransactionBatcher(options.isBetting),
    findMarketAccount: batchMarketAccounts(chain),
    listUnsettled: reads.listUnsettled,
  };
  const loops = createLoops(context);
  let running: ReturnType<typeof runLoops> | undefined;
  return {
    get parts() {
      return running?.share.held ?? 0;
    },
    get isSampling() {
      return running?.share.holds(MEASURED) ?? false;
    },
    listCounts: () => loops.map(({ counts }) => counts),
    start() {
      running ??= runLoops(options, dueTimes, loops);
    },
    async stop() {
      await running?.stop();
      running = undefined;
      await sampler.idle();
      await webPoller?.idle();
    },
    sampler,
    webPoller,
    wake() {
      for (const loop of loops) loop.wake();
    },
    async findResolutionStatus(marketId: string): Promise<ResolutionStatus | null> {
      const found = await reads.findMarket(marketId);
      if (!found) return null;
      const market = (await disabledOracles?.mark(found).catch(() => found)) ?? found;
      const failures = loops.map(({ task, attempts }) => ({
        task: task.name,
        failure: attempts.findFailure(marketId),
      }));
      const isWeb = asWeb(market.parsedCondition) !== undefined;
      // Also of another replica, or from before a restart.
      const [failed] = isWeb ? await listFailedRounds(store.db, marketId) : [];
      const failedRound = failed && toSentence(failed.reason);
      const { clock } = chain;
      return describeResolution(market, { clock, wallMs, keys, failures, failedRound });
    },
  };
}

function runLoops({ chain, store }: KeeperOptions, dueTimes: DueTimes, loops: readonly TaskLoop[]) {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each loop and each of its jobs adds a listener.
  setMaxListeners(0, signal);
  const stopSeconds = chain.clock.onSecond(() => {
    for (const loop of loops) if (loop.task.wakesEachSecond) loop.wake();
  });
  const wakeTimed = (reason: WakeReason) => {
    for (const loop of loops.filter(({ task }) => task.isTimed)) {
      // While ten thousand markets end together, there are changes all the time.
      if (reason === 'time') loop.wake();
      else loop.wakeFromRest();
    }
  };
  // Another replica has done a job. Without a name: some notifications were missed.
  const stopHearing = store.onNotify('keeper', (done) => {
    for (const loop of loops) {
      if (done === '' || loop.task.wokenBy?.some((name) => name === done)) loop.wake();
    }
  });
  const share = store.share('keeper');
  const ended = Promise.all([
    dueTimes.run(signal, wakeTimed),
    ...loops.map((loop) => loop.run(signal, share)),
  ]);
  return {
    share,
    async stop() {
      stopping.abort();
      stopHearing();
      stopSeconds();
      await ended;
      await share.stop();
    },
  };
}

function createLoops(context: TaskContext): readonly TaskLoop[] {
  const { log, wallMs } = context;
  const tellOthers = createDoneNotifier(context.store);
  const loops: TaskLoop[] = createTasks(context).map((task) => {
    const isOutranked = () =>
      loops.some((other) => other.hasJobs && task.yieldsTo?.includes(other.task.name));
    const onIdle = () => {
      for (const loop of loops) if (loop.task.yieldsTo?.includes(task.name)) loop.wake();
    };
    const onDone = () => {
      const woken = loops.filter((loop) => loop.task.wokenBy?.includes(task.name));
      for (const loop of woken) loop.wake();
      if (woken.length > 0) tellOthers(task.name);
    };
    return new TaskLoop({ task, log, wallMs, isOutranked, onDone, onIdle });
  });
  return loops;
}

function createTasks(context: TaskContext): Task[] {
  const opened = context.priceUpdates?.opened;
  return [
    ...announceMarkets(context),
    useAttestations(context),
    ...resolveDueMarkets(context),
    resolveMetFacts(context),
    resolveMetSamples(context),
    keepStarts(context),
    ...(context.series ? [openRounds(context.series)] : []),
    refundOverdueMarkets(context),
    ...(context.disabledOracles ? [refundDisabledMarkets(context, context.disabledOracles)] : []),
    settleEndedMarkets(context),
    sweepWinnings(context),
    closeSettledMarkets(context),
    ...(opened ? [closePriceUpdates(context, opened)] : []),
    collectDueFees(context),
    ...(context.buyer ? [fillBuyback(context, context.buyer)] : []),
    ...(context.live ? [applyConfigChange(context, context.live)] : []),
    ...(context.retention ? [cleanUpJournal(context, context.retention)] : []),
  ];
}

/** Thousands of jobs may end in a second. */
const PAUSE_MS = 200;

export function createDoneNotifier(store: Store): (task: TaskName) => void {
  const waiting = new Set<TaskName>();
  return (task) => {
    if (store.engine === 'sqlite' || waiting.has(task)) return;
    waiting.add(task);
    const timer = setTimeout(() => {
      waiting.delete(task);
      void store.notify('keeper', task);
    }, PAUSE_MS);
    timer.unref();
  };
}

const ACCOUNTS_MAX = 100;

export function batchMarketAccounts({
  accounts,
}: Pick<Chain, 'accounts'>): (address: Address) => Promise<Market | null> {
  const batcher = new Batcher<Address, Market | null>({
    atOnce: 2,
    take: ACCOUNTS_MAX,
    run: (addresses) => accounts.findMarkets(addresses),
  });
  return (address) => batcher.add(address);
}
