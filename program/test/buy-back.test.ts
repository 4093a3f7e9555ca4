import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { utilityAddress } from './support/build.ts';
import { eventOf, expectEvent } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket, fund } from './support/scenes.ts';
import { asReadonly, withAccount, withoutSigner } from './support/tamper.ts';
import { AUCTION } from './support/terms.ts';
import { setMint, setTokenAccount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol, stranger } = keys;
const { Sol, Utility } = Currency;
const { vaultSol, vaultUtility, utilityMint, config } = addresses;
const SOL = 1_000_000_000n;
const { lot, firstPrice, roundSeconds } = AUCTION;
const START_PRICE = 8n * firstPrice;
const ANY_PRICE = (1n << 64n) - 1n;
const OWED_AT = 8;
const RESERVE_AT = 16;

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

  test('touches nothing that belongs to bettors or the developer', () => {
    sellLots(1n);
    const { owed, feesDeveloper } = world.getVault(Sol);
    const { available } = world.totals().sol;
    world.must(buy());
    expect(world.totals().sol).toMatchObject({ available, owed: owed - lot });
    expect(world.getVault(Sol).feesDeveloper).toBe(feesDeveloper);
    expect(world.getVault(Utility).owed).toBe(world.totals().utility.available);
  });

  test('is sold to anybody, from any token account they may spend from', () => {
    sellLots(1n);
    world.must(buy(ANY_PRICE, stranger));
    expect(world.getVault(Sol).burnedTotal).toBe(lot);
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

  test('of the next lot starts at eight times what this one cost', () => {
    sellLots(2n);
    world.advance(roundSeconds);
    world.must(buy(firstPrice));
    world.advance(roundSeconds);
    world.expectRefused(buy(8n * firstPrice - 1n), 'PriceAboveLimit');
    world.must(buy(8n * firstPrice));
  });

  test('waits for the next lot: a round starts with the lot, not with the last sale', () => {
    sellLots(1n);
    world.must(buy());
    const { now } = world;
    expect(world.getVault(Sol)).toMatchObject({
      roundStartedAt: now + roundSeconds,
      clearingPrice: START_PRICE,
    });
    world.advance(1_000_000n);
    sellLots(1n);
    expect(world.getVault(Sol).roundStartedAt).toBe(world.now);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(8n * START_PRICE);
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

  test('that is sold in its last second is followed by the next one in a second', () => {
    sellLots(2n);
    world.advance(roundSeconds - 1n);
    const { price } = eventOf(world.must(buy()), 'BoughtBack');
    world.expectRefused(buy(), 'RoundSold');
    world.advance(1n);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(8n * price);
  });

  test('keeps its time when it is sold after unsold ones', () => {
    sellLots(2n);
    const begin = world.now;
    world.at(begin + 3n * roundSeconds + 1_000n);
    world.must(buy());
    expect(world.getVault(Sol).roundStartedAt).toBe(begin + 4n * roundSeconds);
    world.at(begin + 4n * roundSeconds - 1n);
    world.expectRefused(buy(), 'RoundSold');
    world.at(begin + 4n * roundSeconds);
    world.must(buy());
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

  test('is over for the whole reserve: after 21 quiet rounds a lot per round, and 7 sales bring the price back', () => {
    sellLots(9n);
    world.advance(21n * roundSeconds);
    const paid: bigint[] = [];
    for (let sale = 1; sale <= 8; sale += 1) {
      paid.push(eventOf(world.must(buy()), 'BoughtBack').price);
      world.expectRefused(buy(), 'RoundSold');
      world.advance(roundSeconds - 1n);
      world.expectRefused(buy(), 'RoundSold');
      world.advance(1n);
    }
    expect(paid.map((price) => price / 476n)).toEqual(
      [8n, 64n, 512n, 4_096n].concat([32_768n, 262_144n, 2_097_152n, 16_777_216n]),
    );
    // 476 is what seven eighths of the first price leave, rounded down.
    const back = paid[6] as bigint;
    expect(back).toBe(998_244_352n);
    expect(firstPrice - back).toBeLessThan(firstPrice / 500n);
    world.expectConserved();
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

  test('in UTILITY', () => {
    closedMarket(world, { yes: SOL, no: 2n * SOL, currency: Utility });
    world.expectRefused(withAccount(buy(), 1, vaultUtility), 'WrongVault');
  });

  test('for collect_fees, which leaves the reserve alone', () => {
    sellLots(2n);
    world.must(world.build.collectFees(Sol));
    expect(world.getVault(Sol).feesBurn).toBe(2n * lot);
    world.expectRefused(world.build.collectFees(Sol), 'NothingToCollect');
    world.must(buy());
    expect(world.getVault(Sol).feesBurn).toBe(lot);
  });
});

describe('the buyer', () => {
  test('must sign and hold the UTILITY', () => {
    sellLots(1n);
    world.expectRefused(withoutSigner(buy(), 0), 'MissingSignature');
    const mint = utilityMint;
    const give = (amount: bigint) =>
      setTokenAccount(world, utilityAddress(carol), { mint, owner: carol.address, amount });
    give(START_PRICE - 1n);
    expect(world.expectFailure(buy()).error).toMatchObject({ kind: 'other', name: 'Custom(1)' });
    give(START_PRICE);
    world.must(buy());
    expect(world.getCoins(carol, Utility)).toBe(0n);
  });

  test('cannot pay with what belongs to somebody else', () => {
    sellLots(1n);
    // The price has come down to what the vault holds.
    world.advance(3_200n);
    const stolen = withAccount(buy(), 3, utilityAddress(stranger));
    expect(world.expectFailure(stolen).error).toMatchObject({ kind: 'other', name: 'Custom(4)' });
    const vaults = withAccount(buy(), 3, addresses.vaultToken);
    expect(world.expectFailure(vaults).error).toMatchObject({ kind: 'other', name: 'Custom(4)' });
  });

  test('cannot pay with another mint', () => {
    sellLots(1n);
    const mint = createKey('another mint').address;
    setMint(world, mint, { decimals: 6, supply: SOL * 100n, mintAuthority: null });
    const tokens = createKey('other tokens').address;
    setTokenAccount(world, tokens, { mint, owner: carol.address, amount: SOL * 100n });
    const paid = withAccount(buy(), 3, tokens);
    world.expectRefused(withAccount(paid, 4, mint), 'WrongAddress');
    expect(world.expectFailure(paid).error).toMatchObject({ kind: 'other', name: 'Custom(3)' });
  });

  test('gives a limit: one below the price is refused, zero too', () => {
    sellLots(1n);
    world.expectRefused(buy(START_PRICE - 1n), 'PriceAboveLimit');
    world.expectRefused(buy(0n), 'PriceAboveLimit');
    world.must(buy(START_PRICE));
  });
});

describe('the accounts', () => {
  test('are the program’s', () => {
    sellLots(1n);
    const fake = createKey('fake').address;
    for (const [index, address] of [
      [1, vaultSol],
      [2, config],
    ] as const) {
      world.setAccount(fake, { data: world.getData(address), owner: addresses.factProgram });
      world.expectRefused(withAccount(buy(), index, fake), 'WrongOwner');
    }
    world.expectRefused(withAccount(buy(), 1, config), 'WrongAccountType');
    world.expectRefused(withAccount(buy(), 2, vaultSol), 'WrongAccountType');
    world.expectRefused(withAccount(buy(), 5, stranger.address), 'WrongProgram');
  });

  test.each([0, 1, 3, 4])('number %i must be writable', (index) => {
    sellLots(1n);
    world.expectRefused(asReadonly(buy(), index), 'NotWritable');
  });

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

  test('the reserve counts, not what the vault happens to hold', () => {
    sellLots(1n);
    patchU64(world, vaultSol, RESERVE_AT, lot - 1n);
    world.expectRefused(buy(), 'NothingForSale');
  });
});

test('a malformed buy_back has other data or another number of accounts', () => {
  sellLots(1n);
  expectDataChecked(world, buy(), range(1, 7));
  expectAccountsCounted(world, buy());
});
