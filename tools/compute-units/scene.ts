// The setup of all measurements: funded bettors with positions in other markets, and a market with
// bets. All keys are fixed, so that addresses and costs are reproducible.
import type { Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
import type { MarketInput, TestBet } from '../../program/test/support/build.ts';
import { keys } from '../../program/test/support/genesis.ts';
import type { Key } from '../../program/test/support/key.ts';
import { createWorld, type World } from '../../program/test/support/world.ts';

/** As docs/compute-units.md says. */
const SLOTS = 8;
const SLOTS_TAKEN = 3;
export const SLOT = SLOTS_TAKEN;

export const BETS_MAX = 56;
export const POSITIONS_MAX = 63;
export const BALANCE = 500_000_000_000n;
const SETUP_BATCH = 16;
const { alice, bob } = keys;

/** Above 32 bits, like real stakes, and different for each bettor. */
const stakeOf = (index: number) => 5_000_000_000n + BigInt(index) * 137_438_953n;

export const outcomeOf = (index: number) => (index % 2 === 0 ? Outcome.Yes : Outcome.No);

export const betsOf = (wallets: readonly Key[], slot = SLOT): TestBet[] =>
  wallets.map((wallet, index) => ({
    ...{ wallet, outcome: outcomeOf(index), amount: stakeOf(index), slot },
  }));

export class Scene {
  readonly world: World = createWorld();
  readonly #elsewhere: Address[];

  constructor() {
    const { world } = this;
    const late = { expiresAt: world.now + 86_400n * 300n };
    this.#elsewhere = Array.from({ length: SLOTS_TAKEN }, () => world.createMarket(late));
    for (const wallet of [alice, bob]) this.#enrol(wallet);
    this.#betElsewhere([alice, bob]);
  }

  /** New bettors with a delegate and with positions in other markets. */
  crowd(size: number): Key[] {
    const wallets = Array.from({ length: size }, (_, index) =>
      this.#enrol(this.world.wallet(`bettor ${index}`)),
    );
    this.#betElsewhere(wallets);
    return wallets;
  }

  #betElsewhere(wallets: readonly Key[]): void {
    for (const [slot, market] of this.#elsewhere.entries()) this.#betAll(market, wallets, slot);
    for (const wallet of wallets) this.#expectSlots(wallet);
  }

  /** The hints of all measurements are right only if exactly the first slots are used. */
  #expectSlots(wallet: Key): void {
    const taken = this.world.getBettor(wallet).slots.map(({ stakeYes, stakeNo }) => {
      return stakeYes + stakeNo > 0n;
    });
    const isFirstOnes = taken.indexOf(false) === SLOT && taken.lastIndexOf(true) === SLOT - 1;
    if (taken.length === SLOTS && isFirstOnes) return;
    throw new Error(`the slots of ${wallet.name} are not taken as they should be`);
  }

  #enrol(wallet: Key): Key {
    return this.world.bettor(wallet, { sol: BALANCE, slots: SLOTS });
  }

  /** Throws unless each position is in the slot of its hint. */
  expectHints(market: Address, wallets: readonly Key[]): void {
    for (const wallet of wallets) {
      if (this.world.getBettor(wallet).slots[SLOT]?.market === market) continue;
      throw new Error(`the hint for ${wallet.name} is wrong`);
    }
  }

  #betAll(market: Address, wallets: readonly Key[], slot = SLOT): void {
    for (let from = 0; from < wallets.length; from += SETUP_BATCH) {
      const bets = betsOf(wallets.slice(from, from + SETUP_BATCH), slot);
      this.world.must(this.world.build.placeBets(market, bets, { isStrict: true }));
    }
  }

  market(input: MarketInput = {}): Address {
    return this.stakeBoth(this.world.createMarket(input));
  }

  stakeBoth(market: Address): Address {
    this.world.bet(alice, market, Outcome.Yes, 70_000_000_123n);
    this.world.bet(bob, market, Outcome.No, 90_000_000_321n);
    return market;
  }

  /** A market in which all of these have bets, placed by their delegate. */
  marketOf(wallets: readonly Key[]): Address {
    const market = this.market();
    this.#betAll(market, wallets);
    return market;
  }
}
