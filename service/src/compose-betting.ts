// The write path of bets and the indexer behind it, put together: each records in the other's
// SQL transaction.
import type { LiveConfig } from '@tote/chain/live-config';
import { BettorCache } from './admission/bettor-cache.ts';
import { type CheckGate, createGate } from './admission/check-gate.ts';
import { requireOperator } from './admission/require-keys.ts';
import type { MarketContext } from './commands/create-market.ts';
import type { Config } from './config/config.ts';
import type { DemoWorld } from './demo-world/demo-world.ts';
import type { Platform } from './genesis/platform.ts';
import { createIndexer, type Indexer } from './indexer/indexer.ts';
import { ReadBarrier } from './indexer/read-barrier.ts';
import { findBet } from './queries/find-bet.ts';
import type { SubmissionRow } from './store/journal/submissions.ts';
import { findMarket } from './store/projection/find-market.ts';
import type { Store } from './store/store.ts';
import { BetGroups } from './submissions/bets/bet-groups.ts';
import { BetRecorder } from './submissions/recorder.ts';
import { createRecovery } from './submissions/recover.ts';
import { resumeSubmission, type SubmitContext } from './submissions/wallet/submit.ts';
import { type CrashPoint, createCrashPoints } from './telemetry/crash-points.ts';
import type { Log } from './telemetry/log.ts';
import type { ServiceConfig } from './use-cases/use-cases.ts';

export interface BettingOptions {
  readonly config: Config;
  readonly serviceConfig: ServiceConfig;
  readonly platform: Platform;
  /** Undefined on a cluster. */
  readonly demoWorld: DemoWorld | undefined;
  readonly store: Store;
  readonly live: Pick<LiveConfig, 'refresh'>;
  readonly wallMs: () => number;
  readonly log: Log;
}

export interface Betting {
  readonly context: MarketContext;
  readonly groups: BetGroups;
  /** For what wallets sign themselves. */
  readonly wallet: SubmitContext;
  readonly indexer: Indexer;
  readonly readBarrier: ReadBarrier | undefined;
  /** Lets go of landings that nobody waits for any more: they are in the journal. */
  readonly signal: AbortSignal;
  /** Begins to finish what earlier processes left behind. */
  recover(): void;
  close(): Promise<void>;
}

export function createBetting(options: BettingOptions): Betting {
  const { config, serviceConfig, platform, store, live, wallMs, log } = options;
  const { chain, keys } = platform;
  const crash = createCrashPoints(config.crashAt as CrashPoint | undefined);
  const recorder = new BetRecorder(crash);
  const lookAtGate = createGate(chain);
  // Every bet in a gated market passes here before it is signed.
  const checkGate: CheckGate = (market) => {
    requireOperator(serviceConfig);
    return lookAtGate(market);
  };
  const refreshConfig = () => live.refresh().catch(() => undefined);
  const indexer = createIndexer({ chain, store, wallMs, log, record: recorder.record });
  // Another replica may be asked next, and it has no rows but those in the database.
  const readBarrier =
    store.engine === 'sqlite' ? new ReadBarrier(() => indexer.hurry()) : undefined;
  const context: MarketContext = {
    ...(readBarrier && { readBarrier }),
    ...{ chain, store, indexer, recorder, crash, wallMs, log, refreshConfig },
    relayer: keys.relayer,
    config: serviceConfig,
    priceUpdates: options.demoWorld,
    checkGate,
    bettors: new BettorCache(chain.accounts),
    findMarket: (id) => findMarket(store, indexer.cache, id),
    findBet: (id) => findBet({ store, cache: indexer.cache }, id),
    refuseHalted: (id) => indexer.refuseHalted(id),
  };
  const groups = new BetGroups(context);
  const wallet: SubmitContext = {
    ...{ chain, store, indexer, wallMs, refreshConfig },
    relayer: keys.relayer,
    config: serviceConfig,
    paysRent: platform.localnet !== undefined,
    findMarket: context.findMarket,
    checkGate,
    forgetBettor: (address) => context.bettors.forget(address),
    warn: (message, error) => log.warn({ error }, message),
  };
  const stopping = new AbortController();
  const resumeWallet = (row: SubmissionRow) => resumeSubmission(wallet, row);
  const recovery = createRecovery(context, groups, { resumeWallet });
  let stopRecovery: (() => Promise<void>) | undefined;
  return {
    ...{ context, groups, wallet, indexer, readBarrier, signal: stopping.signal },
    recover() {
      stopRecovery ??= recovery.start();
    },
    async close() {
      stopping.abort();
      await stopRecovery?.();
      await groups.close();
    },
  };
}
