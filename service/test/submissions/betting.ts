// Test setup: a service that takes bets, without HTTP, on a real chain, store and indexer.
import { createHash } from 'node:crypto';
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import type { Lander } from '@tote/chain/landing';
import { SCOPES } from '@tote/domain';
import { expect, onTestFinished, vi } from 'vitest';
import { createWorld, type World, type WorldOptions } from '../../../packages/chain/test/world.ts';
import type { Caller } from '../../src/auth/caller.ts';
import { BetGroups, type GroupLimits } from '../../src/bets/bet-groups.ts';
import type { BetContext } from '../../src/bets/bettor-cache.ts';
import type { PlaceBetInput } from '../../src/bets/check-bet.ts';
import { BetPlacer } from '../../src/bets/place-bet.ts';
import { createMarket } from '../../src/markets/create-market.ts';
import { MarketHandler } from '../../src/markets/submission/handler.ts';
import { openStore, type StoreOptions } from '../../src/store/open-store.ts';
import type { Idempotency } from '../../src/submissions/idempotency.ts';
import { Recovery } from '../../src/submissions/recover.ts';
import type { CrashPoint } from '../../src/telemetry/crash-points.ts';
import { type ContextOptions, createContext } from '../support/command-context.ts';
import { createGate } from '../support/create-gate.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

/** What a command takes besides its context. */
type Rest<F> = F extends (context: never, ...rest: infer R) => unknown ? R : never;

export interface BettingOptions extends WorldOptions, ContextOptions {
  store?: Partial<StoreOptions>;
  groups?: Partial<GroupLimits>;
}

export async function createBetting(options: BettingOptions = {}) {
  const world = await createWorld(options);
  const store = await openStore({ ...options.store });
  onTestFinished(() => store.close());
  return { world, store, ...(await startBetting(world, store, options)) };
}

const LOG = { ...SILENT_LOG, error: (fields: object, text: string) => console.error(text, fields) };

/** Another instance on the same chain and store: after a restart, or as another replica. */
export async function startBetting(
  world: World,
  store: BetContext['store'],
  { groups: limits, store: _store, ...options }: BettingOptions = {},
) {
  const context = await createContext(world, store, { log: LOG, ...options });
  const { runner, indexer } = context;
  const groups = new BetGroups(context, limits);
  const placer = new BetPlacer(context, groups);
  const stop = async () => {
    const stopped = runner.stop();
    await groups.close();
    await stopped;
  };
  onTestFinished(stop);
  const recovery = new Recovery(context, runner, {
    'place-bets': groups.handler,
    'create-market': new MarketHandler(context),
  });
  return {
    ...{ context, groups, indexer, stop },
    placeBet: (...bet: Parameters<BetPlacer['place']>) => placer.place(...bet),
    create: (...args: Rest<typeof createMarket>) => createMarket(context, ...args),
    recover: () => recovery.run(0),
    async createMarket(given?: Parameters<World['createMarket']>[0]) {
      const address = await world.createMarket(given);
      await indexer.catchUp();
      return { address, id: marketIdOf(address) };
    },
  };
}

type Started = Awaited<ReturnType<typeof startBetting>>;
export type Betting = Awaited<ReturnType<typeof createBetting>>;

/** Simulates a crash: from this point on it throws, and another instance takes over. */
export function crashAt(point: CrashPoint) {
  const crash = {
    hasCrashed: false,
    reach(reached: CrashPoint) {
      crash.hasCrashed ||= reached === point;
      if (crash.hasCrashed) throw new Error(`crashed at ${point}`);
    },
    reachSoon(reached: CrashPoint) {
      crash.hasCrashed ||= reached === point;
    },
  };
  return crash;
}

/** What an instance does that crashes at this point. */
export async function crashWhile(
  { world, store, context: { bettors } }: Pick<Betting, 'world' | 'store' | 'context'>,
  point: CrashPoint,
  act: (crashing: Started) => Promise<unknown>,
): Promise<void> {
  const crash = crashAt(point);
  const options = { crash, bettors, confirmWaitMs: 300, log: SILENT_LOG };
  const crashing = await startBetting(world, store, options);
  await act(crashing).catch(() => undefined);
  await crashing.stop();
  expect(crash.hasCrashed).toBe(true);
}

/** The same world, in which our transactions land in this way. */
export const landingBy = (world: World, land: Lander['land']): World => ({
  ...world,
  chain: { ...world.chain, lander: { land } },
});

/** The next transaction lands after this is called. */
export function holdNext({ lander }: World['chain']): () => void {
  const land = lander.land.bind(lander);
  const { opened, open } = createGate();
  vi.spyOn(lander, 'land').mockImplementationOnce(async (...args) => {
    await opened;
    return land(...args);
  });
  return open;
}

/** Waits until what was stored first can no longer land. */
export async function passExpiry({ chain }: World, { db }: BetContext['store']) {
  const first = await db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow();
  const height = () => chain.rpc.getBlockHeight({ commitment: 'finalized' }).send();
  await expect.poll(height).toBeGreaterThan(first.last_valid_block_height);
  return first;
}

/** In SOL, of a Bettor on chain. */
export const availableOf = async ({ chain }: World, wallet: Address) =>
  (await chain.accounts.findBettor(wallet))?.available[0];

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
