// Turns time into commands. It decides nothing: what is due follows from the chain's time and the
// projection, so a restart, or another replica, goes on where this one stopped.
import { setMaxListeners } from 'node:events';
import type { Chain } from '@tote/chain/chain';
import type { LiveConfig } from '@tote/chain/live-config';
import type { PriceUpdates } from '@tote/oracles/price-updates';
import { createLandTogether } from '../commands/landing/land-together.ts';
import type { Buyer } from '../genesis/buyer.ts';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { Indexer } from '../indexer/indexer.ts';
import { Sampler } from '../sampling/sampler.ts';
import type { KeeperReads } from '../store/projection/keeper-reads.ts';
import type { Store } from '../store/store.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import type { Log } from '../telemetry/log.ts';
import type { ResolutionStatus } from '../use-cases/use-cases.ts';
import { createIsOracleDisabled, type IsOracleDisabled } from './disabled-oracles.ts';
import { gatherMarketAccounts } from './market-accounts.ts';
import { describeResolution } from './resolution-status.ts';
import type { Task, TaskContext, TaskName } from './task.ts';
import { TaskLoop } from './task-loop.ts';
import { announceClosedMarkets } from './tasks/announce-closed-markets.ts';
import { applyConfigChange } from './tasks/apply-config-change.ts';
import { cleanUpJournal } from './tasks/clean-up.ts';
import { closeSettledMarkets } from './tasks/close-settled-markets.ts';
import { collectDueFees } from './tasks/collect-fees.ts';
import { fillBuyback } from './tasks/fill-buyback.ts';
import { refundOverdueMarkets } from './tasks/refund-overdue-markets.ts';
import { resolveDueFacts } from './tasks/resolve-due-facts.ts';
import { resolveDueMarkets } from './tasks/resolve-due-markets.ts';
import { resolveDueSamples } from './tasks/resolve-due-samples.ts';
import { resolveMetFacts } from './tasks/resolve-met-facts.ts';
import { resolveMetSamples } from './tasks/resolve-met-samples.ts';
import { settleEndedMarkets } from './tasks/settle-ended-markets.ts';
import { sweepWinnings } from './tasks/sweep-winnings.ts';
import { useAttestations } from './tasks/use-attestations.ts';
import { watchSeconds } from './watch-seconds.ts';

export interface KeeperOptions {
  /** Whether bets are under way, to which it leaves most of the chain. */
  readonly isBetting?: () => boolean;
  readonly chain: Chain;
  readonly store: Store;
  readonly keys: ServiceKeys;
  readonly reads: KeeperReads;
  readonly priceUpdates?: PriceUpdates;
  readonly buyer?: Buyer;
  /** Left out: the Config never changes. */
  readonly live?: Pick<LiveConfig, 'current' | 'refresh'>;
  readonly indexer: Pick<Indexer, 'ingest'>;
  readonly readBarrier?: TaskContext['readBarrier'];
  readonly log: Log;
  readonly wallMs: () => number;
  /** Where tests let it die. */
  readonly crash?: CrashPoints;
}

export interface Keeper {
  start(): void;
  /** Returns when nothing of it is under way any more. */
  stop(): Promise<void>;
  /** Looks for due work now: the chain's time was moved, or something was attested. */
  wake(): void;
  /** For whoever moves the clock: it takes the samples of measured markets. */
  readonly sampler: Sampler;
  findResolutionStatus(marketId: string): Promise<ResolutionStatus | null>;
  /** Whether the market's oracle has lost its power, so that only its refund is left. */
  readonly isOracleDisabled: IsOracleDisabled;
}

export function createKeeper(options: KeeperOptions): Keeper {
  const { chain, store, keys, reads, log, wallMs } = options;
  const sampler = new Sampler({ ...options, oracle: keys.oracle.address });
  const findMarketAccount = gatherMarketAccounts(chain);
  const { live } = options;
  const isOracleDisabled = live
    ? createIsOracleDisabled({ live, findMarketAccount })
    : async () => false;
  const context: TaskContext = {
    ...options,
    sampler,
    together: createLandTogether(options.isBetting),
    findMarketAccount,
    isOracleDisabled,
    listUnsettled: (marketId, limit) => reads.listUnsettled(marketId, limit),
  };
  const loops: TaskLoop[] = createTasks(context).map((task) => {
    const isOutranked = () =>
      loops.some((other) => other.hasJobs && task.yieldsTo?.includes(other.task.name));
    const onIdle = () => {
      for (const loop of loops) if (loop.task.yieldsTo?.includes(task.name)) loop.wake();
    };
    const onDone = () => wakeAfter(task.name);
    return new TaskLoop({ task, log, wallMs, isOutranked, onDone, onIdle });
  });
  const wakeAfter = (name: TaskName) => {
    for (const loop of loops) if (loop.task.wokenBy.includes(name)) loop.wake();
  };
  let stop: (() => Promise<void>) | undefined;
  return {
    start() {
      stop ??= store.lead('keeper', async (signal) => {
        // Each loop listens, and so does what runs in it.
        setMaxListeners(0, signal);
        watchSeconds(chain.clock, signal, () => {
          for (const loop of loops) if (loop.task.isTimed) loop.wake();
        });
        await Promise.all(loops.map((loop) => loop.run(signal)));
      });
    },
    async stop() {
      await stop?.();
      stop = undefined;
      await sampler.idle();
    },
    sampler,
    isOracleDisabled,
    wake() {
      for (const loop of loops) loop.wake();
    },
    async findResolutionStatus(marketId) {
      const market = await reads.findMarket(marketId);
      if (!market) return null;
      const failures = loops.map(({ task, attempts }) => ({
        task: task.name,
        failure: attempts.findFailure(marketId),
      }));
      const isDisabled = !market.end && (await isOracleDisabled(market));
      const { clock } = chain;
      return describeResolution(market, { clock, wallMs, keys, failures, isDisabled });
    },
  };
}

function createTasks(context: TaskContext): Task[] {
  return [
    announceClosedMarkets(context),
    useAttestations(context),
    resolveDueMarkets(context),
    resolveDueFacts(context),
    resolveMetFacts(context),
    resolveDueSamples(context),
    resolveMetSamples(context),
    refundOverdueMarkets(context),
    settleEndedMarkets(context),
    sweepWinnings(context),
    closeSettledMarkets(context),
    collectDueFees(context),
    ...(context.buyer ? [fillBuyback(context, context.buyer)] : []),
    ...(context.live ? [applyConfigChange(context, context.live)] : []),
    cleanUpJournal(context),
  ];
}
