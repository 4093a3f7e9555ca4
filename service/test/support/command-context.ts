// The context of commands on the chain of a test: real store, indexer and runner.
import { NO_PRICE_UPDATES } from '@tote/conditions/oracles/price-updates';
import { LIMITS } from '@tote/domain';
import { onTestFinished } from 'vitest';
import type { World } from '../../../packages/chain/test/world.ts';
import { BettorCache } from '../../src/bets/bettor-cache.ts';
import { createIndexer, type Indexer } from '../../src/indexer/indexer.ts';
import { WebReader } from '../../src/keeper/observe/web/web-reader.ts';
import type { MarketContext } from '../../src/markets/context.ts';
import { findBet } from '../../src/queries/list-bets.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { findMarket } from '../../src/store/projection/market-cache.ts';
import type { Store } from '../../src/store/store.ts';
import type { PaymentLimits } from '../../src/submissions/context.ts';
import { SubmissionRecorder } from '../../src/submissions/recorder.ts';
import { createRelayers } from '../../src/submissions/relayers.ts';
import { SubmissionRunner } from '../../src/submissions/runner.ts';
import { createServiceConfig } from '../../src/wiring/service-config.ts';
import { NO_CRASH_POINTS } from './no-crash-points.ts';
import { AMPLE_LIMITS } from './payment-limits.ts';
import { SILENT_LOG } from './silent-log.ts';

export interface TestContext extends MarketContext {
  readonly indexer: Indexer;
}

export type ContextOptions = Partial<Omit<MarketContext, 'limits' | 'store' | 'chain'>> & {
  readonly limits?: Partial<PaymentLimits>;
};

type ContextWorld = Pick<World, 'chain' | 'relayer' | 'oracle' | 'localnet'>;

/** It knows the Config as of this moment, or of its last refresh. */
export async function createContext(
  world: ContextWorld,
  store: Store,
  { limits, ...given }: ContextOptions = {},
): Promise<TestContext> {
  const { chain, relayer, oracle, localnet } = world;
  const { wallMs = Date.now, crash = NO_CRASH_POINTS, log = SILENT_LOG } = given;
  const recorder = new SubmissionRecorder(crash);
  const indexer = createIndexer({ chain, store, wallMs, log, record: recorder.record });
  const relayers = given.relayers ?? createRelayers({ relayer }, () => relayer.address);
  const web = new WebReader({ clock: chain.clock, listed: [] });
  const live = { current: await chain.accounts.getConfig() };
  const config = createServiceConfig({
    ...{ relayers, origin: 'http://127.0.0.1', utility: await chain.accounts.getUtility() },
    ...{ demoWorld: undefined, webSources: [], refuseUnlandable: () => undefined },
    platform: { chain, keys: { relayer, oracle } as never, localnet },
    live,
    settings: readSettings({ TOTE_SANDBOX: '0' }, '.'),
  });
  const context = {
    ...{ chain, store, indexer, recorder, crash, wallMs, log, readBarrier: undefined },
    ...{ relayers, config, web, priceUpdates: NO_PRICE_UPDATES },
    limits: { ...AMPLE_LIMITS, ...limits },
    fees: undefined,
    isCluster: false,
    confirmWaitMs: LIMITS.confirmWaitMsMax,
    refreshConfig: async () => {
      live.current = await chain.accounts.getConfig();
    },
    checkGate: () => undefined,
    checkStakes: () => undefined,
    bettors: new BettorCache(chain.accounts),
    findMarket: (id: string) => findMarket(store, indexer.cache, id),
    findCachedMarket: (id: string) => indexer.cache.findView(id),
    findBet: (id: string) => findBet({ store, cache: indexer.cache }, id),
    refuseHalted: (id: string) => indexer.refuseHalted(id),
    ...given,
    indexer,
  };
  // It sees what a test changes in the context afterwards.
  const runner = new SubmissionRunner(context);
  onTestFinished(() => runner.stop());
  return Object.assign(context, { runner });
}
