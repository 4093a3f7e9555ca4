import { Currency } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { utilityAddress } from './support/build.ts';
import { eventOf, expectEvent } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket } from './support/scenes.ts';
import { asReadonly, withAccount, withoutSigner } from './support/tamper.ts';
import { AUCTION } from './support/terms.ts';
import { setMint, setTokenAccount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { carol, stranger } = keys;
const { Sol, Utility } = Currency;
const { vaultSol, vaultUtility, utilityMint, config } = addresses;
const SOL = 1_000_000_000n;
const { lot, firstPrice } = AUCTION;
const START_PRICE = 2n * firstPrice;
const ANY_PRICE = (1n << 64n) - 1n;
const OWED_AT = 8;
const RESERVE_AT = 16;
const ROUND_STARTED_AT = 72;

const world = createWorld();
beforeEach(() => world.reset());

const buy = (maxPrice = ANY_PRICE, buyer = carol) => world.build.buyBack(buyer, maxPrice);

/** A market that puts so many lots into the reserve: the burn share of 2 SOL is one lot. */
const sellLots = (lots: bigint) => closedMarket(world, { yes: SOL, no: lots * 2n * SOL });

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
    const price = 1_062_500_000n;
    const sold = { burnedTotal: lot, utilityBurnedTotal: price };
    expect(world.getVault(Sol)).toEqual({
      ...before,
      ...sold,
      owed: before.owed - lot,
      feesBurn: 2n * lot,
      clearingPrice: price,
      roundStartedAt: world.now,
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
    const second = eventOf(world.must(buy()), 'BoughtBack');
    expect(second).toMatchObject({
      price: 2n * START_PRICE,
      reserve: 0n,
      burnedTotal: 2n * lot,
      utilityBurnedTotal: 3n * START_PRICE,
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
    ['starts at twice the last one', 0n, START_PRICE],
    ['falls by the second, rounded up', 1n, 1_999_479_167n],
    ['is halfway at half the round', 1_800n, 1_062_500_000n],
    ['is nearly an eighth in the last second', 3_599n, 125_520_834n],
    ['starts again at twice an eighth when the round was not sold', 3_600n, 250_000_000n],
    ['falls in the second round', 3_601n, 249_934_896n],
    ['has fallen in the second round’s last second', 7_199n, 15_690_105n],
    ['is twice a 64th in the third round', 7_200n, 31_250_000n],
    ['is twice 7 after nine unsold rounds', 32_400n, 14n],
    ['reaches 2 after ten unsold rounds', 36_000n, 2n],
    ['stays at 2 after a hundred thousand unsold rounds', 360_000_000n, 2n],
    ['never falls below 2 within such a round', 360_003_599n, 2n],
  ];
  test.each(prices)('%s', (_, elapsed, price) => {
    sellLots(1n);
    world.advance(elapsed);
    world.expectRefused(buy(price - 1n), 'PriceAboveLimit');
    const event = eventOf(world.must(buy(price)), 'BoughtBack');
    expect(event.price).toBe(price);
    expect(world.getVault(Sol).clearingPrice).toBe(price);
  });

  test('of the next lot starts at twice what this one cost', () => {
    sellLots(2n);
    world.advance(3_600n);
    world.must(buy(250_000_000n));
    world.expectRefused(buy(499_999_999n), 'PriceAboveLimit');
    world.must(buy(500_000_000n));
  });

  test('waits for the next lot: a round starts with the lot, not with the last sale', () => {
    sellLots(1n);
    world.must(buy());
    expect(world.getVault(Sol)).toMatchObject({ roundStartedAt: 0n, clearingPrice: START_PRICE });
    world.advance(1_000_000n);
    sellLots(1n);
    expect(world.getVault(Sol).roundStartedAt).toBe(world.now);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(2n * START_PRICE);
  });

  test('counts from the start of the round if the clock runs behind it', () => {
    sellLots(1n);
    patchU64(world, vaultSol, ROUND_STARTED_AT, world.now + 1_000n);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(START_PRICE);
  });

  test('fits in a word at its highest, and the next one too', () => {
    sellLots(2n);
    const CLEARING_PRICE_AT = 64;
    patchU64(world, vaultSol, CLEARING_PRICE_AT, 1n << 62n);
    const supply = ANY_PRICE;
    setMint(world, utilityMint, { decimals: 6, supply, mintAuthority: null });
    const mint = utilityMint;
    const pay = (amount: bigint) =>
      setTokenAccount(world, utilityAddress(carol), { mint, owner: carol.address, amount });
    pay(1n << 63n);
    expect(eventOf(world.must(buy()), 'BoughtBack').price).toBe(1n << 63n);
    expect(world.getVault(Sol).clearingPrice).toBe(1n << 62n);
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

  test('while no round has started', () => {
    sellLots(1n);
    patchU64(world, vaultSol, ROUND_STARTED_AT, 0n);
    world.expectRefused(buy(), 'NothingForSale');
  });

  test('in UTILITY', () => {
    closedMarket(world, { yes: SOL, no: 2n * SOL, currency: Utility });
    world.expectRefused(withAccount(buy(), 1, vaultUtility), 'InvalidCurrency');
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
