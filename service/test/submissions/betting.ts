// Test setup: a service that takes bets, without HTTP, on a real chain, store and indexer.
import { createHash } from 'node:crypto';
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { amount, DECIMALS, SCOPES } from '@tote/domain';
import { onTestFinished } from 'vitest';
import {
  createWorld,
  MINIMUM_SOL,
  type World,
  type WorldOptions,
} from '../../../packages/chain/test/world.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { BetGroups, type GroupLimits } from '../../src/bets/bet-groups.ts';
import { BettorCache } from '../../src/bets/bettor-cache.ts';
import type { BetContext } from '../../src/bets/context.ts';
import { createPlaceBet } from '../../src/bets/place-bet.ts';
import { createIndexer } from '../../src/indexer/indexer.ts';
import { createCreateMarket } from '../../src/markets/create-market.ts';
import type { MarketContext } from '../../src/markets/submission/context.ts';
import { MarketHandler } from '../../src/markets/submission/handler.ts';
import { findBet } from '../../src/queries/find-bet.ts';
import { openStore, type StoreOptions } from '../../src/store/open-store.ts';
import { findMarket } from '../../src/store/projection/find-market.ts';
import { SubmissionRecorder } from '../../src/submissions/recorder.ts';
import { Recovery } from '../../src/submissions/recover.ts';
import type { PaymentLimits } from '../../src/submissions/relayer-payments.ts';
import { createRelayers, type Relayers } from '../../src/submissions/relayers.ts';
import { SubmissionRunner } from '../../src/submissions/runner.ts';
import { type CrashPoints, NO_CRASH_POINTS } from '../../src/telemetry/crash-points.ts';
import type { Idempotency, PlaceBetInput } from '../../src/use-cases/use-cases.ts';
import { AMPLE_LIMITS } from '../support/payment-limits.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

export interface BettingOptions extends WorldOptions {
  store?: Partial<StoreOptions>;
  limits?: Partial<GroupLimits>;
  payments?: Partial<PaymentLimits>;
  waitMs?: number;
  crash?: CrashPoints;
  /** As on a cluster: large groups, and bets that are not simulated. */
  isCluster?: boolean;
  fees?: BetContext['fees'];
  relayers?: Relayers;
  refreshConfig?: BetContext['refreshConfig'];
}

export async function createBetting(options: BettingOptions = {}) {
  const world = await createWorld(options);
  const store = await openStore({ wallMs: Date.now, ...options.store });
  onTestFinished(() => store.close());
  return { world, store, ...(await startBetting(world, store, options)) };
}

/** Another instance on the same chain and store: after a restart, or as another replica. */
export async function startBetting(
  world: World,
  store: BetContext['store'],
  options: BettingOptions = {},
) {
  const { limits, payments, waitMs, crash = NO_CRASH_POINTS, isCluster, fees } = options;
  const { chain, relayer } = world;
  const recorder = new SubmissionRecorder(crash);
  const record = recorder.record;
  const indexer = createIndexer({ chain, store, wallMs: Date.now, log: SILENT_LOG, record });
  const context: MarketContext = {
    chain,
    store,
    relayers: options.relayers ?? createRelayers({ relayer }, () => relayer.address),
    refreshConfig: options.refreshConfig,
    indexer,
    findMarket: (id) => findMarket(store, indexer.cache, id),
    findBet: (id) => findBet({ store, cache: indexer.cache }, id),
    config: {
      decimals: DECIMALS,
      minimumStake: { SOL: amount(MINIMUM_SOL), UTILITY: amount(1_000n) },
      oracle: world.oracle.address,
      feeRates: { burnBps: 500, developerBps: 500 },
      vetoSeconds: 0,
      leadSeconds: 0,
      horizonSeconds: 3_650 * 86_400,
    },
    wallMs: Date.now,
    limits: { ...AMPLE_LIMITS, ...payments },
    bettors: new BettorCache(chain.accounts),
    recorder,
    crash,
    isCluster,
    fees,
    log: { error: (fields, message) => console.error(message, fields) },
  };
  const runner = new SubmissionRunner(context);
  const groups = new BetGroups(context, runner, limits);
  const stop = async () => {
    const stopped = runner.stop();
    await groups.close();
    await stopped;
  };
  onTestFinished(stop);
  const placeBet = createPlaceBet(context, groups, { waitMs });
  const create = createCreateMarket(context, runner, { waitMs });
  const recovery = new Recovery(context, runner, {
    'place-bets': groups.handler,
    'create-market': new MarketHandler(context),
  });
  return {
    context,
    groups,
    indexer,
    placeBet,
    create,
    recover: () => recovery.run(0),
    stop,
    /** A market on the chain and in the projection. */
    async createMarket(given?: Parameters<World['createMarket']>[0]) {
      const address = await world.createMarket(given);
      await indexer.catchUp();
      return { address, id: marketIdOf(address) };
    },
  };
}

export type Betting = Awaited<ReturnType<typeof createBetting>>;

export const callerOf = (wallet: Address): Caller => ({ wallet, scopes: new Set(SCOPES) });

export const bet = (marketId: string, text = '0.01', outcome = 'Yes'): PlaceBetInput => ({
  marketId,
  outcome,
  amount: { text, isJsonNumber: false },
});

export const keyed = (key: string, body = 'the same body'): Idempotency => ({
  key,
  requestHash: createHash('sha256').update(body).digest('hex'),
});
