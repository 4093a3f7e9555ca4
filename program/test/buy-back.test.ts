import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { utilityAddress } from './support/build.ts';
import { eventOf, expectEvent } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket, fund } from './support/scenes.ts';
import { AUCTION } from './support/terms.ts';
import { setMint, setTokenAccount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol } = keys;
const { Sol, Utility } = Currency;
const { vaultSol, utilityMint } = addresses;
const SOL = 1_000_000_000n;
const { lot, firstPrice, roundSeconds } = AUCTION;
const START_PRICE = 8n * firstPrice;
const ANY_PRICE = (1n << 64n) - 1n;
const OWED_AT = 8;

const world = createWorld();
beforeEach(() => world.reset());

const buy = (maxPrice = ANY_PRICE, buyer = carol) => world.build.buyBack(buyer, maxPrice);

/** A market that puts so many lots into the reserve: the burn share of 2 SOL is one lot. */
const sellLots = (lots: bigint) => closedMarket(world, { yes: SOL, no: lots * 2n * SOL });

/** A triggered market that is settled before its expiry: Alice has won what Bob staked. */
function resolvedEarly(stake: bigint) {
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

  test('is counted on top of those sold before, while what was received stays', () => {
    sellLots(2n);
    const first = eventOf(world.must(buy()), 'BoughtBack');
    expect(first).toMatchObject({ price: START_PRICE, burnedTotal: lot, reserve: lot });
    world.advance(roundSeconds);
    const second = eventOf(world.must(buy()), 'BoughtBack');
    expect(second).toMatchObject({
      price: 8n * START_PRICE,
      reserve: 0n,
      burnedTotal: 2n * lot,
      utilityBurnedTotal: 9n * START_PRICE,
    });
    // First in, first out: what was sold can never be more than what came in.
    expect(world.getVault(Sol)).toMatchObject({ burnTotal: 2n * lot, burnedTotal: 2n * lot });
  });
});

describe('the price', () => {
  const prices: [string, bigint, bigint][] = [
    ['starts at eight times the last one', 0n, START_PRICE],
    ['falls by the second, rounded up', 1n, 7_997_812_500n],
    ['is halfway at half the round', 1_800n, 4_062_500_000n],
    ['is the last one at eight ninths of the round', 3_200n, firstPrice],
    ['is nearly an eighth in the last second', 3_599n, 127_187_500n],
    ['starts again at the last one when the round was not sold', 3_600n, firstPrice],
    ['falls in the second round', 3_601n, 999_726_563n],
    ['has fallen in the second round’s last second', 7_199n, 15_898_438n],
    ['is an eighth in the third round', 7_200n, 125_000_000n],
    ['goes on falling for six unsold rounds', 21_600n, 8n * 3_814n],
    ['goes on falling for seven unsold rounds', 25_200n, 8n * 476n],
    ['does not fall further for eight unsold rounds', 28_800n, 8n * 476n],
    ['does not fall further for a hundred thousand', 360_000_000n, 8n * 476n],
    ['falls within such a round as within any', 360_003_599n, 61n],
  ];
  test.each(prices)('%s', (_, elapsed, price) => {
    sellLots(1n);
    world.advance(elapsed);
    world.expectRefused(buy(price - 1n), 'PriceAboveLimit');
    const event = eventOf(world.must(buy(price)), 'BoughtBack');
    expect(event.price).toBe(price);
    expect(world.getVault(Sol).clearingPrice).toBe(price);
  });

  test('fits in a word at its highest, and the next one too', () => {
    sellLots(2n);
    const CLEARING_PRICE_AT = 64;
    patchU64(world, vaultSol, CLEARING_PRICE_AT, 1n << 60n);
    const mint = utilityMint;
    const pay = (amount: bigint) => {
      setMint(world, mint, { decimals: 6, supply: ANY_PRICE, mintAuthority: null });
      setTokenAccount(world, utilityAddress(carol), { mint, owner: carol.address, amount });
    };
    pay(1n << 63n);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(1n << 63n);
    expect(world.getVault(Sol).clearingPrice).toBe(1n << 60n);
    world.advance(roundSeconds);
    pay(1n << 63n);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(1n << 63n);
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

  test('does not begin earlier because the reserve was filled up again meanwhile', () => {
    sellLots(1n);
    world.must(buy());
    const { roundStartedAt } = world.getVault(Sol);
    const market = resolvedEarly(2n * SOL);
    expect(world.now).toBeLessThan(roundStartedAt);
    world.must(world.build.closeMarket(market));
    expect(world.getVault(Sol)).toMatchObject({ feesBurn: lot, roundStartedAt });
    world.expectRefused(buy(), 'RoundSold');
    world.at(roundStartedAt);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(8n * START_PRICE);
  });
});

describe('there is nothing for sale', () => {
  test('while the reserve is empty', () => {
    world.expectRefused(buy(), 'NothingForSale');
  });

  test('while it is one lamport short of a lot', () => {
    closedMarket(world, { yes: SOL, no: 2n * SOL - 20n });
    expect(world.getVault(Sol).feesBurn).toBe(lot - 1n);
    world.expectRefused(buy(), 'NothingForSale');
    closedMarket(world, { yes: SOL, no: 100_000n });
    world.must(buy());
  });

  test('after the last whole lot, whatever is left', () => {
    closedMarket(world, { yes: SOL, no: 3n * SOL });
    world.must(buy());
    expect(world.getVault(Sol).feesBurn).toBe(lot / 2n);
    world.expectRefused(buy(), 'NothingForSale');
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
