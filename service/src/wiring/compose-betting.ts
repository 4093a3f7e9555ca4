// Wires the write path of bets and the indexer. Each records in the SQL transaction of the other.
import type { LiveConfig } from '@tote/chain/live-config';
import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import { LIMITS } from '@tote/domain';
import { FAUCET_HANDLER } from '../accounts/use-faucet.ts';
import { BetGroups } from '../bets/bet-groups.ts';
import { BettorCache } from '../bets/bettor-cache.ts';
import type { Platform } from '../embedded/platform.ts';
import { createIndexer, type Indexer } from '../indexer/indexer.ts';
import { ReadBarrier } from '../indexer/read-barrier.ts';
import type { WebReader } from '../keeper/observe/web/web-reader.ts';
import type { MarketContext } from '../markets/context.ts';
import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import { MarketHandler } from '../markets/submission/handler.ts';
import { findBet } from '../queries/find-bet.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { ServiceConfig } from '../settings/service-config.ts';
import { findMarket } from '../store/projection/market-cache.ts';
import type { Store } from '../store/store.ts';
import { type CheckGate, createGate } from '../submissions/check-gate.ts';
import { PriorityFees } from '../submissions/priority-fees.ts';
import { SubmissionRecorder } from '../submissions/recorder.ts';
import { Recovery } from '../submissions/recover.ts';
import type { Relayers } from '../submissions/relayers.ts';
import { requireOperator } from '../submissions/require-keys.ts';
import { SubmissionRunner } from '../submissions/runner.ts';
import { WalletHandler } from '../submissions/wallet/handler.ts';
import { type CrashPoint, createCrashPoints } from '../telemetry/crash-points.ts';
import type { Log } from '../telemetry/log.ts';

interface BettingOptions {
  readonly config: Settings;
  readonly serviceConfig: ServiceConfig;
  readonly platform: Platform;
  readonly priceUpdates: PriceUpdates;
  readonly web: WebReader;
  readonly store: Store;
  readonly relayers: Relayers;
  readonly live: Pick<LiveConfig, 'refresh'>;
  readonly disabledOracles: DisabledOracles;
  readonly wallMs: () => number;
  readonly log: Log;
  readonly crashAt: CrashPoint | undefined;
}

export interface Betting {
  readonly context: MarketContext;
  readonly groups: BetGroups;
  readonly indexer: Indexer;
  readonly readBarrier: ReadBarrier | undefined;
  /** Undefined on the embedded chain. */
  readonly fees: PriorityFees | undefined;
  readonly runner: SubmissionRunner;
  /** Starts to finish the submissions of earlier processes. */
  recover(): void;
  close(): Promise<void>;
}

export function createBetting(options: BettingOptions): Betting {
  const { config, serviceConfig, platform, priceUpdates, web, store, wallMs, log } = options;
  const { relayers, live, disabledOracles } = options;
  const { chain } = platform;
  const crash = createCrashPoints(options.crashAt);
  const recorder = new SubmissionRecorder(crash);
  const checkCondition = createGate(chain, web);
  // Runs before a bet in a gated market is signed.
  const checkGate: CheckGate = (market) => {
    requireOperator(serviceConfig);
    return checkCondition(market);
  };
  const refreshConfig = () => live.refresh().catch(() => undefined);
  // The embedded chain has nearly only our own transactions.
  const hasHints = platform.localnet === undefined;
  const indexer = createIndexer({ chain, store, wallMs, log, hasHints, record: recorder.record });
  // Only for SQLite: with several replicas the next read may go to another one.
  const readBarrier =
    store.engine === 'sqlite' ? new ReadBarrier(() => indexer.flush()) : undefined;
  const submitting = { chain, store, indexer, recorder, crash, wallMs, log, readBarrier };
  const runner = new SubmissionRunner(submitting);
  const isCluster = platform.localnet === undefined;
  const feeLimits = config.priorityFees;
  const fees = isCluster
    ? new PriorityFees({ chain, store, wallMs, log, limits: feeLimits })
    : undefined;
  const context: MarketContext = {
    ...submitting,
    ...{ runner, relayers, refreshConfig, fees, isCluster, priceUpdates, web, checkGate },
    config: serviceConfig,
    limits: config.payments,
    confirmWaitMs: LIMITS.confirmWaitMsMax,
    bettors: new BettorCache(chain.accounts),
    async findMarket(id) {
      const market = await findMarket(store, indexer.cache, id);
      return market && disabledOracles.mark(market);
    },
    findCachedMarket(id) {
      const cached = indexer.cache.findView(id);
      return cached && disabledOracles.peek(cached);
    },
    findBet: (id) => findBet({ store, cache: indexer.cache }, id),
    refuseHalted: (id) => indexer.refuseHalted(id),
  };
  const groups = new BetGroups(context);
  const recovery = new Recovery(submitting, runner, {
    'place-bets': groups.handler,
    'create-market': new MarketHandler(context),
    wallet: new WalletHandler(context),
    faucet: FAUCET_HANDLER,
  });
  let stopRecovery: (() => Promise<void>) | undefined;
  return {
    ...{ context, groups, indexer, readBarrier, fees, runner },
    recover() {
      stopRecovery ??= recovery.start();
    },
    async close() {
      const stopped = runner.stop();
      await stopRecovery?.();
      await groups.close();
      await stopped;
    },
  };
}
