import type { Address } from '@solana/kit';
import {
  type Bettor,
  type Config,
  Currency,
  getBettorDecoder,
  getConfigDecoder,
  getMarketDecoder,
  getVaultDecoder,
  type Market,
  type Outcome,
  type Vault,
} from '@tote/program-client';
import {
  Build,
  bettorAddress,
  HOUR,
  type MarketInput,
  utilityAddress,
  vaultAddress,
} from './build.ts';
import { Chain, type ChainOptions, type Checkpoint } from './chain.ts';
import {
  latchedFact,
  latchedFactData,
  PUMP_PROGRAM,
  stateFact,
  stateFactData,
  timedFact,
} from './facts.ts';
import { addresses, keys, writeGenesis } from './genesis.ts';
import { createKey, type Key } from './key.ts';
import type { Terms } from './terms.ts';
import { mintSupply, tokenAmount } from './tokens.ts';
import { countTotals, expectConserved } from './totals.ts';

export interface WorldOptions extends ChainOptions {
  /** False leaves the program without a Config, for the tests of `initialize`. */
  isInitialized?: boolean;
  terms?: Partial<Terms>;
}

/** A new chain with the program on it and everybody rich. `reset` is faster than another one. */
export function createWorld(options: WorldOptions = {}): World {
  return new World(options);
}

const decoders = {
  config: getConfigDecoder(),
  vault: getVaultDecoder(),
  bettor: getBettorDecoder(),
  market: getMarketDecoder(),
};

export class World extends Chain {
  readonly keys = keys;
  readonly addresses = addresses;
  readonly build: Build;
  readonly #genesis: Checkpoint;

  constructor({ isInitialized = true, terms, ...options }: WorldOptions = {}) {
    super(options);
    this.build = new Build(this);
    writeGenesis(this);
    if (isInitialized) this.must(this.build.initialize({ terms }));
    this.#genesis = this.save();
  }

  /** Back to how this world was created. */
  reset(): void {
    this.restore(this.#genesis);
    this.build.reset();
  }

  // Reading

  getConfig(): Config {
    return decoders.config.decode(this.getData(addresses.config));
  }

  getVault(currency: Currency): Vault {
    return decoders.vault.decode(this.getData(vaultAddress(currency)));
  }

  getBettor(wallet: Key): Bettor {
    return decoders.bettor.decode(this.getData(bettorAddress(wallet)));
  }

  getMarket(market: Address): Market {
    return decoders.market.decode(this.getData(market));
  }

  /** What a wallet holds outside the program. */
  getCoins(wallet: Key, currency: Currency): bigint {
    if (currency === Currency.Sol) return this.getLamports(wallet.address);
    return tokenAmount(this, utilityAddress(wallet));
  }

  getUtilitySupply(): bigint {
    return mintSupply(this, addresses.utilityMint);
  }

  totals() {
    return countTotals(this);
  }

  expectConserved(): void {
    expectConserved(this);
  }

  // Setting the scene

  /** Opens a wallet's Bettor with these balances and, unless told not to, the usual delegate. */
  bettor(
    wallet: Key,
    { sol = 0n, utility = 0n, slots = 4, isDelegated = true }: BettorOptions = {},
  ): Key {
    const { build } = this;
    this.must(build.openBettor(wallet, { slots }));
    if (sol > 0n) this.must(build.deposit(wallet, Currency.Sol, sol));
    if (utility > 0n) this.must(build.deposit(wallet, Currency.Utility, utility));
    if (isDelegated) this.must(build.setDelegate(wallet));
    return wallet;
  }

  /** A wallet of any name, with SOL of its own. */
  wallet(name: string, lamports = 1_000_000_000_000n): Key {
    const key = createKey(name);
    this.setLamports(key.address, lamports);
    return key;
  }

  /** Creates a market, an oracle market in SOL unless told otherwise, and returns its address. */
  createMarket(input: MarketInput = {}): Address {
    const instruction = this.build.createMarket(input);
    this.must(instruction);
    return instruction.accounts[3]?.address as Address;
  }

  /** A market on a number in an account. The account starts at 0, which is not met. */
  createStateMarket(input: MarketInput & { name?: string } = {}): StateMarket {
    const { name = 'observed account', ...market } = input;
    const observed = createKey(name).address;
    this.setState(observed, 0n);
    return { market: this.createMarket({ decider: stateFact(observed), ...market }), observed };
  }

  /** A market on a bonding curve, which is not complete. */
  createLatchedMarket(input: MarketInput = {}): StateMarket {
    const observed = createKey('bonding curve').address;
    this.setCurve(observed, false);
    const decider = latchedFact(observed);
    return { market: this.createMarket({ decider, isLatched: true, ...input }), observed };
  }

  setCurve(observed: Address, isComplete: boolean): void {
    this.setAccount(observed, { data: latchedFactData(isComplete), owner: PUMP_PROGRAM });
  }

  setState(observed: Address, count: bigint): void {
    this.setAccount(observed, { data: stateFactData(count), owner: addresses.factProgram });
  }

  /** A market on a price at expiry, which closes a minute before. */
  createPriceMarket(input: MarketInput & { atLeast?: bigint } = {}): Address {
    const { atLeast, expiresAt = this.now + HOUR, closesAt = expiresAt - 60n, ...market } = input;
    return this.createMarket({ decider: timedFact({ atLeast }), expiresAt, closesAt, ...market });
  }

  // Moving on

  /** A wallet bets by itself. */
  bet(wallet: Key, market: Address, outcome: Outcome, amount: bigint) {
    return this.must(this.build.placeOwnBet(market, { wallet, outcome, amount }));
  }

  /** Goes to the expiry, if it is not over, and lets the oracle speak. */
  resolve(market: Address, outcome: Outcome.Yes | Outcome.No) {
    const { expiresAt } = this.getMarket(market);
    if (this.now < expiresAt) this.at(expiresAt);
    return this.must(this.build.resolveMarket(market, outcome));
  }

  settle(market: Address, ...wallets: Key[]) {
    return this.must(this.build.settlePositions(market, wallets));
  }
}

export interface BettorOptions {
  sol?: bigint;
  utility?: bigint;
  slots?: number;
  isDelegated?: boolean;
}

export interface StateMarket {
  market: Address;
  observed: Address;
}
