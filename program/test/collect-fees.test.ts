import { Currency, type ErrorName } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { utilityAddress } from './support/build.ts';
import { eventOf, expectEvent } from './support/expect-event.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket, settledMarket } from './support/scenes.ts';
import { asReadonly, withAccount, withBytes } from './support/tamper.ts';
import { setMint, setTokenAccount, tokenAmount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, stranger, treasury } = keys;
const { Sol, Utility } = Currency;
const { utilityMint, treasuryToken, vaultToken, vaultSol, vaultUtility } = addresses;
const SOL = 1_000_000_000n;
const BETS = { yes: 3n * SOL, no: 2n * SOL };
const FEE = SOL / 10n;
const OWED_AT = 8;
const FEES_BURN_AT = 16;

const world = createWorld();
beforeEach(() => world.reset());

const collect = (currency: Currency) => world.build.collectFees(currency);

describe('in SOL', () => {
  test('the developer share goes to the treasury and the burn share stays in reserve', () => {
    closedMarket(world, BETS);
    const before = world.getVault(Sol);
    const lamports = [world.getLamports(vaultSol), world.getLamports(treasury.address)] as const;
    const result = world.must(collect(Sol), { feePayer: stranger });
    const owed = before.owed - FEE;
    expect(world.getVault(Sol)).toEqual({ ...before, feesDeveloper: 0n, owed });
    expect(world.getVault(Sol).feesBurn).toBe(FEE);
    expect(world.getLamports(vaultSol)).toBe(lamports[0] - FEE);
    expect(world.getLamports(treasury.address)).toBe(lamports[1] + FEE);
    expectEvent(result, 'FeesCollected', {
      currency: Sol,
      developer: FEE,
      burned: 0n,
      owed,
      burnedTotal: 0n,
    });
    world.expectConserved();
  });

  test('there is nothing to collect twice, nor from the reserve alone', () => {
    world.expectRefused(collect(Sol), 'NothingToCollect');
    closedMarket(world, BETS);
    world.must(collect(Sol));
    expect(world.getVault(Sol).feesBurn).toBe(FEE);
    world.expectRefused(collect(Sol), 'NothingToCollect');
  });

  test('the treasury is the Config’s of now, and nobody else', () => {
    closedMarket(world, BETS);
    for (const address of [stranger.address, keys.admin.address, vaultUtility]) {
      world.expectRefused(withAccount(collect(Sol), 2, address), 'WrongAddress');
    }
    world.must(world.build.updateConfig({ treasury: stranger.address }));
    world.expectRefused(collect(Sol), 'WrongAddress');
    const before = world.getLamports(stranger.address);
    world.must(withAccount(collect(Sol), 2, stranger.address));
    expect(world.getLamports(stranger.address)).toBe(before + FEE);
  });

  test('a treasury that cannot be paid yet delays neither payouts nor closes', () => {
    world.setLamports(treasury.address, 0n);
    // 5 % of 10,000,000 is less than the rent of an empty account.
    const small = { yes: SOL, no: 10_000_000n };
    const rent = world.rent(0);
    expect(rent).toBeGreaterThan(500_000n);
    closedMarket(world, small);
    expect(world.expectFailure(collect(Sol)).error).toMatchObject({ kind: 'other' });
    closedMarket(world, small);
    expect(world.getBettor(alice).available[Sol]).toBe(2n * (SOL + 9_000_000n));
    expect(world.getVault(Sol).feesDeveloper).toBe(1_000_000n);
    world.must(collect(Sol));
    expect(world.getLamports(treasury.address)).toBe(1_000_000n);
  });

  test('a donation to the vault is neither collected nor lost', () => {
    const market = settledMarket(world, BETS);
    const data = world.getData(vaultSol);
    const lamports = world.getLamports(vaultSol) + 777n;
    world.setAccount(vaultSol, { data, owner: addresses.program, lamports });
    world.must(world.build.closeMarket(market));
    world.must(collect(Sol));
    expect(world.getLamports(vaultSol)).toBe(lamports - FEE);
  });
});

describe('in UTILITY', () => {
  test('the developer share goes to the treasury and the burn share is burned', () => {
    closedMarket(world, { ...BETS, currency: Utility });
    const before = world.getVault(Utility);
    const [held, supply] = [tokenAmount(world, vaultToken), world.getUtilitySupply()];
    const result = world.must(collect(Utility), { feePayer: stranger });
    const owed = before.owed - 2n * FEE;
    const empty = { feesBurn: 0n, feesDeveloper: 0n, burnedTotal: FEE };
    expect(world.getVault(Utility)).toEqual({ ...before, ...empty, owed });
    expect(world.getVault(Utility)).toMatchObject({ burnTotal: FEE, utilityBurnedTotal: 0n });
    expect(tokenAmount(world, vaultToken)).toBe(held - 2n * FEE);
    expect(tokenAmount(world, treasuryToken)).toBe(FEE);
    expect(world.getUtilitySupply()).toBe(supply - FEE);
    expectEvent(result, 'FeesCollected', {
      currency: Utility,
      developer: FEE,
      burned: FEE,
      owed,
      burnedTotal: FEE,
    });
    world.expectConserved();
  });

  test('the total burned grows with every collection', () => {
    for (const times of [1n, 2n]) {
      closedMarket(world, { ...BETS, currency: Utility });
      world.must(collect(Utility));
      expect(world.getVault(Utility).burnedTotal).toBe(times * FEE);
      expect(tokenAmount(world, treasuryToken)).toBe(times * FEE);
    }
    world.expectRefused(collect(Utility), 'NothingToCollect');
  });

  test.each([
    ['nothing for the developer', { burnBps: 500, developerBps: 0 }, 0n, FEE],
    ['nothing to burn', { burnBps: 0, developerBps: 500 }, FEE, 0n],
  ])('there may be %s', (_, terms, developer, burned) => {
    world.must(world.build.updateConfig(terms));
    closedMarket(world, { ...BETS, currency: Utility });
    const supply = world.getUtilitySupply();
    const [event] = world.must(collect(Utility)).events;
    expect(event).toMatchObject({ developer, burned });
    expect(tokenAmount(world, treasuryToken)).toBe(developer);
    expect(world.getUtilitySupply()).toBe(supply - burned);
  });

  test('the share goes to the associated account of the treasury, and to no other', () => {
    closedMarket(world, { ...BETS, currency: Utility });
    const instruction = collect(Utility);
    const other = createKey('another token account').address;
    setTokenAccount(world, other, { mint: utilityMint, owner: treasury.address, amount: 0n });
    for (const place of [other, utilityAddress(stranger), treasury.address, utilityMint]) {
      world.expectRefused(withAccount(instruction, 2, place), 'WrongAddress');
    }
    world.expectRefused(asReadonly(instruction, 2), 'NotWritable');
  });

  const UNPAYABLE: [string, () => void, ErrorName][] = [
    ['does not exist', () => world.setLamports(treasuryToken, 0n), 'WrongOwner'],
    [
      'was handed over',
      () =>
        setTokenAccount(world, treasuryToken, {
          ...{ mint: utilityMint, owner: stranger.address, amount: 0n },
        }),
      'WrongTokenAccount',
    ],
  ];
  test.each(UNPAYABLE)('if that account %s, the burn share is destroyed', (_, spoil, error) => {
    spoil();
    closedMarket(world, { ...BETS, currency: Utility });
    const supply = world.getUtilitySupply();
    const result = world.must(collect(Utility));
    expect(eventOf(result, 'FeesCollected')).toMatchObject({ developer: 0n, burned: FEE });
    expect(supply - world.getUtilitySupply()).toBe(FEE);
    expect(world.getVault(Utility)).toMatchObject({ feesBurn: 0n, feesDeveloper: FEE });
    world.expectConserved();
    // With nothing to burn it says what is wrong.
    world.expectRefused(collect(Utility), error);
    closedMarket(world, { ...BETS, currency: Utility });
    const owner = treasury.address;
    setTokenAccount(world, treasuryToken, { mint: utilityMint, owner, amount: 0n });
    world.must(collect(Utility));
    expect(tokenAmount(world, treasuryToken)).toBe(2n * FEE);
    world.expectConserved();
  });

  test('vault, mint and program are the ones of the program', () => {
    closedMarket(world, { ...BETS, currency: Utility });
    const instruction = collect(Utility);
    const spare = createKey('spare').address;
    setTokenAccount(world, spare, { mint: utilityMint, owner: vaultUtility, amount: SOL });
    world.expectRefused(withAccount(instruction, 3, spare), 'WrongAddress');
    setMint(world, spare, { decimals: 6, supply: SOL, mintAuthority: null });
    world.expectRefused(withAccount(instruction, 4, spare), 'WrongAddress');
    world.expectRefused(withAccount(instruction, 5, spare), 'WrongProgram');
    world.expectRefused(asReadonly(instruction, 3), 'NotWritable');
    world.expectRefused(asReadonly(instruction, 4), 'NotWritable');
  });
});

describe('the vault', () => {
  test('is the one of the currency', () => {
    closedMarket(world, BETS);
    closedMarket(world, { ...BETS, currency: Utility });
    world.expectRefused(withAccount(collect(Sol), 1, vaultUtility), 'WrongVault');
    world.expectRefused(withAccount(collect(Utility), 1, vaultSol), 'WrongVault');
    world.expectRefused(withBytes(collect(Sol), 1, 2), 'InvalidCurrency');
  });

  test('and the Config are the program’s', () => {
    closedMarket(world, BETS);
    const fake = createKey('fake').address;
    for (const [index, address] of [addresses.config, vaultSol].entries()) {
      world.setAccount(fake, { data: world.getData(address), owner: addresses.factProgram });
      world.expectRefused(withAccount(collect(Sol), index, fake), 'WrongOwner');
    }
    world.expectRefused(withAccount(collect(Sol), 0, vaultSol), 'WrongAccountType');
    world.expectRefused(withAccount(collect(Sol), 1, addresses.config), 'WrongAccountType');
    world.expectRefused(asReadonly(collect(Sol), 1), 'NotWritable');
    world.expectRefused(asReadonly(collect(Sol), 2), 'NotWritable');
  });

  test('that would owe less than nothing pays nothing', () => {
    closedMarket(world, BETS);
    patchU64(world, vaultSol, OWED_AT, FEE - 1n);
    world.expectRefused(collect(Sol), 'VaultUnderfunded');
  });

  test('that would owe less than its reserve pays nothing', () => {
    closedMarket(world, BETS);
    patchU64(world, vaultSol, OWED_AT, 2n * FEE - 1n);
    world.expectRefused(collect(Sol), 'BooksMismatch');
    patchU64(world, vaultSol, OWED_AT, 2n * FEE);
    world.must(collect(Sol));
  });

  test('that would hold less SOL than it owes pays nothing', () => {
    closedMarket(world, BETS);
    const data = world.getData(vaultSol);
    const { owed } = world.getVault(Sol);
    const hold = (lamports: bigint) =>
      world.setAccount(vaultSol, { data, owner: addresses.program, lamports });
    hold(owed - 1n);
    world.expectRefused(collect(Sol), 'VaultUnderfunded');
    hold(owed);
    world.must(collect(Sol));
  });

  test('that would hold less UTILITY than it owes pays nothing', () => {
    closedMarket(world, { ...BETS, currency: Utility });
    const { owed } = world.getVault(Utility);
    const hold = (amount: bigint) =>
      setTokenAccount(world, vaultToken, { mint: utilityMint, owner: vaultUtility, amount });
    hold(owed - 1n);
    world.expectRefused(collect(Utility), 'VaultUnderfunded');
    hold(owed);
    world.must(collect(Utility));
  });

  test('whose counters are at their end pays nothing', () => {
    closedMarket(world, { ...BETS, currency: Utility });
    patchU64(world, vaultUtility, FEES_BURN_AT, (1n << 64n) - FEE);
    world.expectRefused(collect(Utility), 'MathOverflow');
  });
});

describe('a malformed collect_fees', () => {
  test.each([
    ['SOL', Sol],
    ['UTILITY', Utility],
  ])('in %s has other data or another number of accounts', (_, currency) => {
    closedMarket(world, { ...BETS, currency });
    expectDataChecked(world, collect(currency), range(2, 7));
    expectAccountsCounted(world, collect(currency));
  });
});
