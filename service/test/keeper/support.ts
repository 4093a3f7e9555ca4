// The service without HTTP: chain, database, indexer, and bettors that send their own transactions.
import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import { createKey, type Key } from '@tote/chain/key';
import type { compileCondition } from '@tote/conditions/compile-condition';
import { compileSupported } from '@tote/conditions/compile-supported';
import {
  type Amount,
  addSeconds,
  amount,
  type Currency,
  type Outcome,
  type UnixSeconds,
} from '@tote/domain';
import {
  expectedTermsOf,
  findBettorAddress,
  findMarketAddress,
  getCreateMarketInstruction,
  getPlaceBetsInstruction,
  getSetDelegateInstruction,
  Currency as ProgramCurrency,
  Outcome as ProgramOutcome,
} from '@tote/program-client';
import { afterEach, beforeEach, expect } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { creditBettor, openBettor } from '../../src/embedded/credit.ts';
import { initializeEmbedded } from '../../src/embedded/initialize.ts';
import { createIndexer, type Indexer } from '../../src/indexer/indexer.ts';
import { createKeeper, type Keeper } from '../../src/keeper/keeper.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createKeeperReads } from '../../src/store/projection/list-due-markets.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import type { CrashPoints } from '../../src/telemetry/crash-points.ts';
import { startEmptyWorld } from '../embedded/support.ts';
import { NO_CRASH_POINTS } from '../support/no-crash-points.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

export const SOL = 1_000_000_000n;
const BETS_PER_TRANSACTION = 14;

export type World = Awaited<ReturnType<typeof startWorld>>;

/** A chain that is initialized, without a service. */
export async function startInitialized(options?: Parameters<typeof startEmptyWorld>[0]) {
  const empty = await startEmptyWorld(options);
  const { chain, keys, treasury } = empty;
  const { utilityMint } = await initializeEmbedded({ chain, keys, treasury: treasury.address });
  return { ...empty, utilityMint };
}

export async function startWorld(options?: Parameters<typeof startEmptyWorld>[0]) {
  const initialized = await startInitialized(options);
  const { chain, keys } = initialized;
  const wallMs = () => Date.now();
  const store = await openStore();
  const indexer = createIndexer({ chain, store, wallMs, log: SILENT_LOG });
  const reads = createKeeperReads(store, indexer.cache);
  const unpaid = { fees: undefined, crash: NO_CRASH_POINTS as CrashPoints };
  const parts = { store, indexer, reads, wallMs, ...unpaid };
  const keepers: Keeper[] = [];
  const keeper = () => {
    const made = createKeeper({ chain, keys, log: SILENT_LOG, ...parts });
    keepers.push(made);
    return made;
  };
  const close = async () => {
    await Promise.all(keepers.map((each) => each.stop()));
    await indexer.stop();
    await store.close();
    await initialized.close();
  };
  return { ...initialized, ...parts, keeper, close };
}

/** A new one for each test of a file. */
export function useWorld(): World {
  const world = {} as World;
  beforeEach(async () => {
    Object.assign(world, await startWorld());
  });
  afterEach(() => world.close());
  return world;
}

/** Moves the clock without stops. */
export async function passTime(world: World, seconds: number): Promise<void> {
  await world.localnet.sandbox.advanceClock(seconds);
  await world.chain.clock.refresh();
}

export interface MarketInput {
  currency?: Currency;
  /** From now. */
  expiresIn?: number;
  expiresAt?: UnixSeconds;
  refundAfter?: number;
  /** Before its expiry. */
  closesBefore?: number;
  condition?: string;
  /** A condition as a creator gives it; left out, the market is attested. */
  asked?: Record<string, unknown>;
  question?: string;
  compile?: (wanted: Parameters<typeof compileSupported>[0]) => ReturnType<typeof compileCondition>;
}

const toCode = (currency: Currency) =>
  currency === 'SOL' ? ProgramCurrency.Sol : ProgramCurrency.Utility;

/** Created by the operator for a new wallet. */
export async function createMarket(
  world: Pick<World, 'chain' | 'keys' | 'indexer' | 'reads'>,
  input: MarketInput = {},
): Promise<MarketView> {
  const { chain, keys, indexer, reads } = world;
  const { currency = 'SOL', expiresIn = 3_600, refundAfter = 86_400 } = input;
  const { question = 'Will it rain?', compile = compileSupported } = input;
  const now = await chain.clock.refresh();
  const { expiresAt = addSeconds(now, expiresIn) } = input;
  const { asked: condition } = input;
  const wanted = { question, tokenAddress: null, expiresAt, ...(condition && { condition }) };
  const compiled = await compile(wanted);
  const creator = (await createKey()).address;
  const seeds = { creator, nonce: 1n, expiresAt: BigInt(expiresAt) };
  const { programAddress } = chain;
  const market = await findMarketAddress(seeds, { programAddress });
  const instruction = getCreateMarketInstruction(
    {
      payer: keys.relayer.signer,
      authority: keys.relayer.signer,
      operator: keys.relayer.signer,
      terms: expectedTermsOf(await chain.accounts.getConfig(), toCode(currency)),
      creator,
      market,
      config: chain.addresses.config,
      currency: toCode(currency),
      ...compiled,
      nonce: 1n,
      closesAt: BigInt(expiresAt - (input.closesBefore ?? 0)),
      expiresAt: BigInt(expiresAt),
      refundAt: BigInt(expiresAt + refundAfter),
      question,
      condition: input.condition ?? compiled.canonical,
    },
    { programAddress },
  );
  await indexer.ingest([await chain.send([instruction], [keys.relayer])]);
  return getMarket(world, `market_${market}`, reads);
}

export async function getMarket(
  world: Pick<World, 'reads'>,
  id: MarketId,
  reads = world.reads,
): Promise<MarketView> {
  const market = await reads.findMarket(id);
  if (!market) throw new Error(`there is no ${id}`);
  return market;
}

interface Ingesting {
  indexer: Pick<Indexer, 'ingest'>;
}

export interface TestBettor {
  key: Key;
  bettor: Address;
}

/** A wallet with 100 SOL and 100 UTILITY, and the relayer as delegate. */
export async function createBettor(
  world: Pick<World, 'chain' | 'keys' | 'utilityMint'> & Ingesting,
  autoWithdraw = false,
): Promise<TestBettor> {
  const { chain, keys, indexer } = world;
  const { programAddress } = chain;
  const key = await createKey();
  const bettor = await findBettorAddress(key.address, { programAddress });
  const delegation = {
    delegate: keys.relayer.address,
    expiresAt: 10_000_000_000n,
    allowanceSol: 100n * SOL,
    allowanceUtility: 100n * SOL,
  };
  const instructions = [
    await openBettor(world, { wallet: key.address, bettor }),
    ...(await creditBettor(world, { bettor, currency: 'SOL', amount: amount(100n * SOL) })),
    ...(await creditBettor(world, { bettor, currency: 'UTILITY', amount: amount(100_000_000n) })),
    getSetDelegateInstruction(
      { wallet: key.signer, bettor, config: chain.addresses.config, delegation, autoWithdraw },
      { programAddress },
    ),
  ];
  await indexer.ingest([await chain.send(instructions, [keys.relayer, keys.admin, key])]);
  return { key, bettor };
}

export async function balanceOf(world: World, { key }: TestBettor): Promise<bigint[]> {
  return (await world.chain.accounts.findBettor(key.address))?.available ?? [];
}

export function placeBet(
  world: World,
  market: MarketView,
  bettor: TestBettor,
  bet: { outcome: Outcome; stake: Amount },
): Promise<void> {
  const betId = randomBytes(2).readUInt16LE();
  return placeManyBets(world, { market, betId, bets: [{ bettor, ...bet }] });
}

export interface ManyBets {
  market: Pick<MarketView, 'address' | 'isGated'>;
  /** Not used before by any of these bettors. */
  betId: number;
  bets: readonly { bettor: TestBettor; outcome: Outcome; stake: Amount }[];
}

/** In SOL, as many in one transaction as fit, all of them with the same bet id. */
export async function placeManyBets(
  { chain, keys, indexer }: Pick<World, 'chain' | 'keys'> & Ingesting,
  { market, betId, bets }: ManyBets,
): Promise<void> {
  const operator = keys.relayer.signer;
  const all = await Promise.all(
    bets.map(async ({ bettor: { bettor, key }, outcome, stake }) => {
      const { epoch = 0n } = (await chain.accounts.findBettor(key.address)) ?? {};
      const side = outcome === 'Yes' ? ProgramOutcome.Yes : ProgramOutcome.No;
      return { bettor, outcome: side, amount: stake, delegated: { epoch, betId } };
    }),
  );
  for (let at = 0; at < all.length; at += BETS_PER_TRANSACTION) {
    const instruction = getPlaceBetsInstruction(
      {
        authority: operator,
        market: market.address,
        currency: ProgramCurrency.Sol,
        isStrict: true,
        config: chain.addresses.config,
        ...(market.isGated && { operator }),
        bets: all.slice(at, at + BETS_PER_TRANSACTION),
      },
      { programAddress: chain.programAddress },
    );
    const landed = await chain.send([instruction], [keys.relayer], { computeUnitLimit: 800_000 });
    await indexer.ingest([landed]);
  }
}

export function eventually<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  return until(async () => {
    const value = await read();
    expect(value).toSatisfy(isDone);
    return value;
  });
}

/** Waits until a market has ended, and tells how. */
export const awaitEnd = async (world: Pick<World, 'reads'>, { id }: Pick<MarketView, 'id'>) => {
  const read = async () => (await getMarket(world, id)).end;
  return eventually(read, (end) => end !== null);
};

/** Waits until a keeper could not decide a market, and tells why. */
export const awaitFailure = (keeper: Keeper, { id }: Pick<MarketView, 'id'>) => {
  const read = async () => (await keeper.findResolutionStatus(id))?.lastFailure;
  return eventually(read, (text) => typeof text === 'string');
};
