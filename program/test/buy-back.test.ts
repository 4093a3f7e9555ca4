import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventOf, expectEvent } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket, fund } from './support/scenes.ts';
import { AUCTION } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol } = keys;
const { Sol, Utility } = Currency;
const { vaultSol } = addresses;
const SOL = 1_000_000_000n;
const { lot, firstPrice, roundSeconds } = AUCTION;
const START_PRICE = 8n * firstPrice;
const ANY_PRICE = (1n << 64n) - 1n;
const OWED_AT = 8;

const world = createWorld();
beforeEach(() => world.reset());

const buy = (maxPrice = ANY_PRICE, buyer = carol) => world.build.buyBack(buyer, maxPrice);

/** A market that puts lots into the reserve: the burn share of 2 SOL is one lot. */
const sellLots = (lots: bigint) => closedMarket(world, { yes: SOL, no: lots * 2n * SOL });

/** A triggered market that is settled before its expiry: Alice has won what Bob staked. */
function _resolvedEarly(stake: bigint) {
  fund(world, stake, alice, bob);
  const market = world.createMarket({ isTriggered: true });
  world.bet(alice, market, Outcome.Yes, stake);
  world.bet(bob, market, Outcome.No, stake);
  world.resolveEarly(market);
  world.settle(market, alice, bob);
  return market;
}

describe('a lot', () => {
  test('goes to the buyer, whose UTILITY is burned, with every counter and the event', () => {
    sellLots(3n);
    world.must(world.build.collectFees(Sol));
    world.advance(1_800n);
    const before = world.getVault(Sol);
    const supply = world.getUtilitySupply();
    const coins = [world.getCoins(carol, Sol), world.getCoins(carol, Utility)] as const;
    const lamports = world.getLamports(vaultSol);
    const result = world.must(buy());
    const price = 4_062_500_000n;
    const sold = { burnedTotal: lot, utilityBurnedTotal: price };
    expect(world.getVault(Sol)).toEqual({
      ...before,
      ...sold,
      owed: before.owed - lot,
      feesBurn: 2n * lot,
      clearingPrice: price,
      roundStartedAt: before.roundStartedAt + roundSeconds,
    });
    expect(world.getUtilitySupply()).toBe(supply - price);
    expect(world.getCoins(carol, Utility)).toBe(coins[1] - price);
    expect(world.getCoins(carol, Sol)).toBe(coins[0] + lot);
    expect(world.getLamports(vaultSol)).toBe(lamports - lot);
    const { address: buyer } = carol;
    expectEvent(result, 'BoughtBack', { buyer, lot, price, reserve: 2n * lot, ...sold });
    world.expectConserved();
  });
});

describe('a round', () => {
  test('sells one lot, and the next one begins when its time is over', () => {
    sellLots(3n);
    const begin = world.now;
    world.must(buy());
    world.expectRefused(buy(), 'RoundSold');
    world.at(begin + roundSeconds - 1n);
    world.expectRefused(buy(), 'RoundSold');
    world.at(begin + roundSeconds);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(8n * START_PRICE);
    world.expectRefused(buy(), 'RoundSold');
  });
});

describe('there is nothing for sale', () => {
  test('while it is one lamport short of a lot', () => {
    closedMarket(world, { yes: SOL, no: 2n * SOL - 20n });
    expect(world.getVault(Sol).feesBurn).toBe(lot - 1n);
    world.expectRefused(buy(), 'NothingForSale');
    closedMarket(world, { yes: SOL, no: 100_000n });
    world.must(buy());
  });
});

describe('the accounts', () => {
  test('a vault that owes less than its reserve sells nothing', () => {
    sellLots(1n);
    const { feesDeveloper } = world.getVault(Sol);
    patchU64(world, vaultSol, OWED_AT, lot - 1n);
    world.expectRefused(buy(), 'VaultUnderfunded');
    patchU64(world, vaultSol, OWED_AT, lot + feesDeveloper - 1n);
    world.expectRefused(buy(), 'BooksMismatch');
    patchU64(world, vaultSol, OWED_AT, lot + feesDeveloper);
    world.must(buy());
  });

  test('a vault that holds less than it owes sells nothing', () => {
    sellLots(1n);
    const data = world.getData(vaultSol);
    const { owed } = world.getVault(Sol);
    const hold = (lamports: bigint) =>
      world.setAccount(vaultSol, { data, owner: addresses.program, lamports });
    hold(owed - 1n);
    world.expectRefused(buy(), 'VaultUnderfunded');
    hold(owed);
    world.must(buy());
  });
});
