// Alice, Bob and Carol, once in SOL and once in UTILITY. The numbers are base units of either.
//
//                         Alice           Bob         Carol
//   deposit      10,000,000,000  10,000,000,000  10,000,000,000
//   on Yes        6,000,000,001                   3,000,000,000   together  9,000,000,001
//   on No                         4,000,000,000   2,000,000,000   together  6,000,000,000
//
// Yes wins. Of the 6,000,000,000 on No 5 % = 300,000,000 are burned, 5 % = 300,000,000 go to the
// developer, and D = 5,400,000,000 to the winners:
//
//   share         3,600,000,000               0   1,799,999,999   1 is left and burned too
//   paid          9,600,000,001               0   4,799,999,999
//   balance      13,600,000,000   6,000,000,000   9,799,999,999
//
// 13,600,000,000 + 6,000,000,000 + 9,799,999,999 + 300,000,001 + 300,000,000 = 30,000,000,000.
import type { Address } from '@solana/kit';
import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { VAULT_SOL_FUNDING } from './support/books.ts';
import { bettorAddress, vaultAddress } from './support/build.ts';
import { eventOf } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { AUCTION } from './support/terms.ts';
import { tokenAmount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol, keeper, operator, treasury } = keys;
const wallets = [alice, bob, carol];
const { Yes, No } = Outcome;
const { Sol, Utility } = Currency;

const DEPOSIT = 10_000_000_000n;
const ALICE_YES = 6_000_000_001n;
const BOB_NO = 4_000_000_000n;
const CAROL_YES = 3_000_000_000n;
const CAROL_NO = 2_000_000_000n;
const FEE = 300_000_000n;
const DUST = 1n;
const BALANCES = [13_600_000_000n, 6_000_000_000n, 9_799_999_999n];

const world = createWorld();
beforeEach(() => world.reset());

const balances = (currency: Currency) =>
  wallets.map((wallet) => world.getBettor(wallet).available[currency]);
const treasuryCoins = (currency: Currency) =>
  currency === Sol
    ? world.getLamports(treasury.address)
    : tokenAmount(world, addresses.treasuryToken);

/** Deposits, and bets by wallets and by their delegate. */
function play(currency: Currency): Address {
  for (const wallet of wallets) {
    world.bettor(wallet);
    world.must(world.build.deposit(wallet, currency, DEPOSIT));
  }
  const market = world.createMarket({ currency });
  world.bet(alice, market, Yes, 1_000_000_000n);
  const bets = [
    { wallet: alice, outcome: Yes, amount: ALICE_YES - 1_000_000_000n },
    { wallet: bob, outcome: No, amount: BOB_NO },
    { wallet: carol, outcome: Yes, amount: CAROL_YES },
    { wallet: carol, outcome: No, amount: CAROL_NO },
  ];
  expect(eventOf(world.must(world.build.placeBets(market, bets)), 'BetsPlaced').accepted).toBe(4);
  expect(balances(currency)).toEqual([3_999_999_999n, 6_000_000_000n, 5_000_000_000n]);
  world.expectConserved();
  return market;
}

/** The oracle speaks, everybody is settled, and the market closes. */
function finish(market: Address, currency: Currency) {
  world.resolve(market, Yes);
  const settled = eventOf(world.settle(market, ...wallets), 'PositionsSettled');
  expect(settled.positions.map(({ payout }) => payout)).toEqual([
    9_600_000_001n,
    0n,
    4_799_999_999n,
  ]);
  expect(balances(currency)).toEqual(BALANCES);
  expect(settled.held).toBe(2n * FEE + DUST);
  const closed = eventOf(world.must(world.build.closeMarket(market)), 'MarketClosed');
  expect(closed).toMatchObject({ burn: FEE, developer: FEE, dust: DUST });
  world.expectConserved();
}

/** Everybody takes everything out and closes the Bettor. */
function leave(currency: Currency) {
  world.nextSlot();
  wallets.forEach((wallet, index) => {
    world.must(world.build.withdraw(wallet, currency, BALANCES[index] ?? 0n));
    world.must(world.build.closeBettor(wallet));
    expect(world.findAccount(bettorAddress(wallet))).toBeUndefined();
  });
  world.expectConserved();
}

describe.each([
  ['SOL', Sol],
  ['UTILITY', Utility],
])('the story in %s', (_, currency) => {
  test('ends with every base unit where it belongs', () => {
    const before = wallets.map((wallet) => world.getCoins(wallet, currency));
    const operatorBefore = world.getLamports(operator.address);
    const treasuryBefore = treasuryCoins(currency);
    const supply = world.getUtilitySupply();

    finish(play(currency), currency);
    world.must(world.build.collectFees(currency));
    leave(currency);

    const gained = BALANCES.map((balance) => balance - DEPOSIT);
    expect(gained).toEqual([3_600_000_000n, -4_000_000_000n, -200_000_001n]);
    const after = wallets.map((wallet) => world.getCoins(wallet, currency));
    expect(after).toEqual(before.map((coins, index) => coins + (gained[index] ?? 0n)));
    expect(treasuryCoins(currency)).toBe(treasuryBefore + FEE);
    // All rent is back with who paid it.
    expect(world.getLamports(operator.address)).toBe(operatorBefore);
    const { owed, feesBurn, feesDeveloper } = world.getVault(currency);
    const reserve = currency === Sol ? FEE + DUST : 0n;
    expect([owed, feesBurn, feesDeveloper]).toEqual([reserve, reserve, 0n]);
    expect(supply - world.getUtilitySupply()).toBe(currency === Sol ? 0n : FEE + DUST);
  });
});

test('the reserve of the story in SOL is sold lot by lot, and its UTILITY burned', () => {
  finish(play(Sol), Sol);
  world.must(world.build.collectFees(Sol));
  leave(Sol);
  const supply = world.getUtilitySupply();
  const coins = world.getLamports(keeper.address);
  // 300,000,001 are three lots of 100,000,000 and the dust, one per round. Each goes after half of
  // its round, for 4,062,500,000 / 1,000,000,000 of the last price.
  const prices = [4_062_500_000n, 16_503_906_250n, 67_047_119_141n];
  world.advance(AUCTION.roundSeconds / 2n);
  for (const price of prices) {
    expect(eventOf(world.must(world.build.buyBack(keeper, price)), 'BoughtBack').price).toBe(price);
    world.advance(AUCTION.roundSeconds);
  }
  const burned = prices.reduce((sum, price) => sum + price, 0n);
  expect(supply - world.getUtilitySupply()).toBe(burned);
  expect(world.getLamports(keeper.address)).toBe(coins + FEE);
  expect(world.getVault(Sol)).toMatchObject({
    owed: DUST,
    feesBurn: DUST,
    burnTotal: FEE + DUST,
    burnedTotal: FEE,
    utilityBurnedTotal: burned,
  });
  expect(world.getLamports(vaultAddress(Sol))).toBe(VAULT_SOL_FUNDING + DUST);
  world.expectRefused(world.build.buyBack(keeper, 1n << 63n), 'NothingForSale');
});
