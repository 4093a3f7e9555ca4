// A service that takes bets, without HTTP: the real chain, store and indexer.
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
import { BettorCache } from '../../src/admission/bettor-cache.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { createCreateMarket, type MarketContext } from '../../src/commands/create-market.ts';
import { createPlaceBet } from '../../src/commands/place-bet.ts';
import { createIndexer } from '../../src/indexer/indexer.ts';
import { findBet } from '../../src/queries/find-bet.ts';
import { openStore, type StoreOptions } from '../../src/store/open-store.ts';
import { findMarket } from '../../src/store/projection/find-market.ts';
import { BetGroups, type GroupLimits } from '../../src/submissions/bets/bet-groups.ts';
import type { BetContext } from '../../src/submissions/bets/context.ts';
import { BetRecorder } from '../../src/submissions/recorder.ts';
import { createRecovery } from '../../src/submissions/recover.ts';
import { type CrashPoints, NO_CRASH_POINTS } from '../../src/telemetry/crash-points.ts';
import { SILENT_LOG } from '../../src/telemetry/log.ts';
import type { Idempotency, PlaceBetInput } from '../../src/use-cases/use-cases.ts';

export interface BettingOptions extends WorldOptions {
  store?: Partial<StoreOptions>;
  limits?: Partial<GroupLimits>;
  waitMs?: number;
  crash?: CrashPoints;
}

export async function createBetting(options: BettingOptions = {}) {
  const world = await createWorld(options);
  const store = await openStore({ wallMs: Date.now, ...options.store });
  onTestFinished(() => store.close());
  return { world, store, ...(await startBetting(world, store, options)) };
}

/** Once more for the same chain and store: after a restart, or as another replica. */
export async function startBetting(
  world: World,
  store: BetContext['store'],
  { limits, waitMs, crash = NO_CRASH_POINTS }: BettingOptions = {},
) {
  const { chain, relayer } = world;
  const recorder = new BetRecorder(crash);
  const record = recorder.record;
  const indexer = createIndexer({ chain, store, wallMs: Date.now, log: SILENT_LOG, record });
  const context: MarketContext = {
    chain,
    store,
    relayer,
    indexer,
    findMarket: (id) => findMarket(store, indexer.cache, id),
    findBet: (id) => findBet({ store, cache: indexer.cache }, id),
    config: {
      decimals: DECIMALS,
      minimumStake: { SOL: amount(MINIMUM_SOL), UTILITY: amount(1_000n) },
      oracle: world.oracle.address,
      feeRates: { burnBps: 500, developerBps: 500 },
      vetoSeconds: 0,
    },
    wallMs: Date.now,
    bettors: new BettorCache(chain.accounts),
    recorder,
    crash,
    log: { error: (fields, message) => console.error(message, fields) },
  };
  const groups = new BetGroups(context, limits);
  onTestFinished(() => groups.close());
  const placeBet = createPlaceBet(context, groups, { waitMs });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const create = createCreateMarket(context, { signal: stopping.signal, waitMs });
  const recovery = createRecovery(context, groups);
  return {
    context,
    groups,
    indexer,
    placeBet,
    create,
    recover: () => recovery.run(0, stopping.signal),
    stop: async () => {
      stopping.abort(new Error('stopped'));
      await groups.close();
    },
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
