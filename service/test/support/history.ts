// A chain with a history: markets, bets of several kinds, resolutions and payouts, all executed by
// the real program.

import { createHash } from 'node:crypto';
import type { Address, Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { LandedTransaction } from '@tote/chain/landed';
import { amount } from '@tote/domain';
import {
  type BetInput,
  Currency,
  type Decider,
  expectedTermsOf,
  findMarketAddress,
  getBuyBackInstruction,
  getCloseBettorInstruction,
  getCloseMarketInstruction,
  getCollectFeesInstruction,
  getCreateMarketInstruction,
  getDepositInstruction,
  getPlaceBetsInstruction,
  getRefundMarketInstruction,
  getResolveMarketInstruction,
  getSettlePositionsInstruction,
  getVetoMarketInstruction,
  MarketSource,
  Outcome,
  type ProgramInstruction,
  readMarketFlags,
  type TermsArgs,
} from '@tote/program-client';
import { expect, onTestFinished } from 'vitest';
import {
  conditionOf,
  createWorld,
  SOL,
  type World,
  type WorldOptions,
} from '../../../packages/chain/test/world.ts';
import { ReservesReader } from '../../src/indexer/audit/reserves.ts';
import type { ReadingSizes } from '../../src/indexer/catch-up.ts';
import { createIndexer, type Indexer } from '../../src/indexer/indexer.ts';
import { createQueries, type Queries } from '../../src/queries/create-queries.ts';
import { SeriesBook } from '../../src/series/series-book.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import type { ServiceConfig } from '../../src/settings/service-config.ts';
import { openStore, type StoreOptions } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createDisable, createUpdate } from './change-config.ts';
import { TestLog } from './test-log.ts';

export { SOL };

export interface Bettor {
  readonly wallet: Key;
  readonly bettor: Address;
}

export interface HistoryMarket {
  readonly seconds?: number;
  readonly currency?: Currency;
  readonly question?: string;
  readonly condition?: string;
  readonly isTriggered?: boolean;
  readonly decider?: Decider;
}

/** A bet of a delegate; its id is the next one of the bettor by default. */
export interface HistoryBet {
  readonly by: Bettor;
  readonly outcome: 'Yes' | 'No';
  readonly amount: bigint;
  readonly id?: number;
}

export class History {
  readonly world: World;
  readonly #ids = new Map<Address, number>();
  #nonce = 1_000n;
  #updates = 0;

  constructor(world: World) {
    this.world = world;
  }

  get chain() {
    return this.world.chain;
  }

  async send(instructions: Instruction[], ...keys: Key[]): Promise<LandedTransaction> {
    const { relayer } = this.world;
    return this.chain.send(instructions, [relayer, ...keys]);
  }

  bettor(sol = 100n * SOL): Promise<Bettor> {
    return this.world.openBettor({ sol });
  }

  async depositUtility({ bettor }: Bettor, amount: bigint): Promise<void> {
    const { localnet, relayer, utilityMint } = this.world;
    const sourceToken = await localnet.sandbox.mintTo(utilityMint, relayer.address, amount);
    const tokens = { ...this.world, ...this.chain.addresses, sourceToken };
    const accounts = { ...tokens, authority: relayer.signer, vault: tokens.vaultUtility, bettor };
    await this.send([getDepositInstruction({ ...accounts, currency: Currency.Utility, amount })]);
  }

  async depositInstruction({ bettor }: Bettor, amount: bigint) {
    const { vaultSol: vault } = this.chain.addresses;
    const authority = this.world.relayer.signer;
    const currency = Currency.Sol as const;
    return getDepositInstruction({ authority, vault, bettor, currency, amount });
  }

  async createInstruction(input: HistoryMarket = {}, creator: Key = this.world.relayer) {
    const { seconds = 3_600, currency = Currency.Sol, isTriggered = true } = input;
    const expiresAt = BigInt((await this.chain.clock.refresh()) + seconds);
    const seeds = { creator: creator.address, nonce: this.#nonce++, expiresAt };
    const market = await findMarketAddress(seeds);
    const instruction = getCreateMarketInstruction({
      ...seeds,
      payer: this.world.relayer.signer,
      authority: this.world.relayer.signer,
      operator: this.world.relayer.signer,
      terms: expectedTermsOf(await this.chain.accounts.getConfig(), currency),
      market,
      config: this.chain.addresses.config,
      currency,
      isTriggered,
      decider: input.decider ?? { source: MarketSource.Oracle },
      closesAt: expiresAt,
      refundAt: expiresAt + 86_400n,
      question: input.question ?? 'Does it happen?',
      condition: input.condition ?? conditionOf(isTriggered),
    });
    return { market, instruction };
  }

  async market(input: HistoryMarket = {}): Promise<Address> {
    const { market, instruction } = await this.createInstruction(input);
    await this.send([instruction]);
    return market;
  }

  async betInstruction(
    market: Address,
    bets: readonly HistoryBet[],
    { own, isStrict = own !== undefined }: { own?: Key; isStrict?: boolean } = {},
  ): Promise<ProgramInstruction> {
    const account = await this.chain.accounts.findMarket(market);
    const { gated } = readMarketFlags(account?.flags ?? 5);
    const { relayer } = this.world;
    const inputs: BetInput[] = [];
    for (const bet of bets) inputs.push(await this.#toInput(bet, own));
    return getPlaceBetsInstruction({
      authority: (own ?? relayer).signer,
      market,
      currency: account?.currency ?? Currency.Sol,
      bets: inputs,
      isStrict,
      config: this.chain.addresses.config,
      ...(gated && { operator: relayer.signer }),
    });
  }

  async #toInput({ by, outcome, amount, id }: HistoryBet, own?: Key): Promise<BetInput> {
    const shared = {
      bettor: by.bettor,
      outcome: outcome === 'Yes' ? Outcome.Yes : Outcome.No,
      amount,
    };
    if (own) return shared;
    const epoch = (await this.chain.accounts.findBettor(by.wallet.address))?.epoch ?? 0n;
    const betId = id ?? (this.#ids.get(by.bettor) ?? 0) + 1;
    this.#ids.set(by.bettor, betId);
    return { ...shared, delegated: { epoch, betId } };
  }

  async bets(market: Address, bets: readonly HistoryBet[]): Promise<LandedTransaction> {
    return this.send([await this.betInstruction(market, bets)]);
  }

  async ownBet(market: Address, bet: HistoryBet): Promise<LandedTransaction> {
    const own = bet.by.wallet;
    return this.send([await this.betInstruction(market, [bet], { own })], own);
  }

  async passExpiry(market: Address): Promise<void> {
    const account = await this.chain.accounts.findMarket(market);
    const now = await this.chain.clock.refresh();
    const seconds = Number(account?.expiresAt ?? 0n) - now;
    if (seconds > 0) await this.advance(seconds);
  }

  async advance(seconds: number): Promise<void> {
    await this.world.localnet.sandbox.advanceClock(seconds);
    await this.chain.clock.refresh();
  }

  resolveInstruction(market: Address, outcome: 'Yes' | 'No') {
    return getResolveMarketInstruction({
      market,
      oracle: this.world.oracle.signer,
      config: this.chain.addresses.config,
      outcome: outcome === 'Yes' ? Outcome.Yes : Outcome.No,
      evidenceHash: createHash('sha256').update('evidence').digest(),
    });
  }

  /** Without a veto time the program accepts no outcome in a slot with a bet. */
  async passLastBet(market: Address): Promise<void> {
    const { lastBetSlot = 0n } = (await this.chain.accounts.findMarket(market)) ?? {};
    const slotNow = () => this.chain.rpc.getSlot({ commitment: 'processed' }).send();
    await expect.poll(slotNow, { interval: 5 }).toBeGreaterThan(lastBetSlot);
  }

  async passSlot(): Promise<void> {
    const slotNow = () => this.chain.rpc.getSlot({ commitment: 'processed' }).send();
    const slot = await slotNow();
    await expect.poll(slotNow, { interval: 5 }).toBeGreaterThan(slot);
  }

  async passFinality(): Promise<void> {
    const findStatus = async () => {
      const [newest] = await this.chain.rpc
        .getSignaturesForAddress(this.chain.programAddress, { limit: 1, commitment: 'confirmed' })
        .send();
      return newest?.confirmationStatus;
    };
    await expect.poll(findStatus).toBe('finalized');
  }

  async resolve(market: Address, outcome: 'Yes' | 'No'): Promise<LandedTransaction> {
    if (outcome === 'No') await this.passExpiry(market);
    await this.passLastBet(market);
    return this.send([this.resolveInstruction(market, outcome)], this.world.oracle);
  }

  veto(market: Address, by = this.world.admin): Promise<LandedTransaction> {
    const accounts = { authority: by.signer, config: this.chain.addresses.config, market };
    return this.send([getVetoMarketInstruction(accounts)], by);
  }

  /** The present one, and all before it. */
  async disableOracle(): Promise<LandedTransaction> {
    const { oracleGeneration: oracle } = await this.chain.accounts.getConfig();
    return this.send([createDisable(this.world, { oracle })], this.world.admin);
  }

  refund(market: Address): Promise<LandedTransaction> {
    const { config } = this.chain.addresses;
    return this.send([getRefundMarketInstruction({ market, config })]);
  }

  settle(market: Address, ...bettors: Bettor[]): Promise<LandedTransaction> {
    const positions = bettors.map(({ bettor }) => ({ bettor }));
    return this.send([getSettlePositionsInstruction({ market, positions })]);
  }

  close(market: Address, currency = Currency.Sol): Promise<LandedTransaction> {
    const { vaultSol, vaultUtility } = this.chain.addresses;
    const vault = currency === Currency.Sol ? vaultSol : vaultUtility;
    const rentPayer = this.world.relayer.address;
    return this.send([getCloseMarketInstruction({ market, vault, rentPayer })]);
  }

  /** Whatever is left in it is forfeited. In a later slot than that of its delegate. */
  async closeBettor({ wallet, bettor }: Bettor): Promise<LandedTransaction> {
    const rentPayer = this.world.relayer.address;
    const forfeitTo = this.chain.addresses;
    const close = { wallet: wallet.signer, bettor, rentPayer, forfeitTo };
    await this.passSlot();
    return this.send([getCloseBettorInstruction(close)], wallet);
  }

  collectSol(): Promise<LandedTransaction> {
    const { config, vaultSol: vault } = this.chain.addresses;
    const treasury = this.world.admin.address;
    const currency = Currency.Sol as const;
    return this.send([getCollectFeesInstruction({ config, vault, currency, treasury })]);
  }

  async buyBack(): Promise<LandedTransaction> {
    const { localnet, relayer, utilityMint } = this.world;
    const buyerToken = await localnet.sandbox.mintTo(utilityMint, relayer.address, 10n ** 12n);
    const accounts = { ...this.world, ...this.chain.addresses, buyerToken };
    const maxPrice = 10n ** 12n;
    return this.send([getBuyBackInstruction({ ...accounts, buyer: relayer.signer, maxPrice })]);
  }

  /** For markets that are created later. */
  async update(terms: Partial<TermsArgs>): Promise<void> {
    const instruction = await createUpdate(this.world, terms);
    // A different limit makes two equal changes different transactions.
    const options = { computeUnitLimit: 100_000 + this.#updates++ };
    await this.chain.send([instruction], [this.world.admin], options);
  }
}

export async function createHistory(options?: WorldOptions): Promise<History> {
  return new History(await createWorld(options));
}

export interface Reader {
  readonly store: Store;
  readonly indexer: Indexer;
  readonly queries: Queries;
  readonly log: TestLog;
}

interface ReaderOptions {
  readonly store?: Store;
  readonly chain?: Chain;
  readonly sizes?: ReadingSizes;
  readonly isInFlight?: (signature: string) => boolean;
}

/** An indexer and queries on a store of their own. */
export async function createReader(
  history: History,
  options: Partial<StoreOptions> & ReaderOptions = {},
): Promise<Reader> {
  const wallMs = () => Date.now();
  const { chain = history.chain, store: given, sizes, isInFlight, ...storeOptions } = options;
  const log = new TestLog();
  const store = given ?? (await openStore({ ...storeOptions }));
  const indexer = createIndexer({ chain, store, wallMs, log, pollMs: 20, sizes, isInFlight });
  const config = configOf(history);
  const trust = { get: () => Promise.reject(new Error('nobody asks for it here')) };
  const reserves = new ReservesReader({
    ...{ chain, store, wallMs, everyMs: 0 },
    catchUp: () => indexer.catchUp(),
  });
  const queries = createQueries({
    ...{ chain, store, wallMs, cache: indexer.cache, config, trust, reserves },
    disabledOracles: { isEmpty: true, peek: (market) => market, mark: async (market) => market },
    hidden: { ids: [], mark: (market) => market, list: async () => [] },
    ...{ configVersion: () => 0, findProblem: () => undefined, findLag: () => undefined },
    findResolutionStatus: async () => null,
    book: new SeriesBook(),
  });
  onTestFinished(async () => {
    await indexer.stop();
    if (!given) await store.close();
  });
  return { store, indexer, queries, log };
}

function configOf({ world, chain }: History): ServiceConfig {
  return {
    programAddress: chain.programAddress,
    utilityMint: world.utilityMint,
    tokenProgram: world.tokenProgram,
    decimals: { SOL: 9, UTILITY: 6 },
    delegates: [world.relayer.address],
    origin: 'http://localhost',
    genesisHash: chain.genesisHash,
    ...{ cluster: 'embedded', hasSandbox: true, rpcUrl: undefined, explorerUrl: undefined },
    ...{ webSources: [], demo: undefined, refuseUnlandable: () => undefined },
    ...{ branding: readSettings({}, '.').branding, countryPolicy: undefined },
    onChain: () => ({
      minimumStake: { SOL: amount(100_000n), UTILITY: amount(1_000n) },
      feeRates: { burnBps: 500, developerBps: 500 },
      ...{ vetoSeconds: 0, leadSeconds: 0, horizonSeconds: 3_650 * 86_400 },
      delegate: world.relayer.address,
      oracle: world.oracle.address,
      treasury: world.admin.address,
      ...{ knownPrograms: [], isOperatorDisabled: false, isOracleDisabled: false },
      operatorDisabledBelow: 0,
    }),
  };
}

/** What most tests begin with: a reader, a bettor and a market. */
export async function createScene(options?: WorldOptions) {
  const history = await createHistory(options);
  const reader = await createReader(history);
  const alice = await history.bettor();
  const market = await history.market();
  return { history, reader, alice, market };
}
