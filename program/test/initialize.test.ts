import type { Address } from '@solana/kit';
import { AccountState, getTokenDecoder } from '@solana-program/token';
import {
  Currency,
  getConfigEncoder,
  getVaultEncoder,
  type InitializeInput,
  NO_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveAddress, toBytes } from './support/address-bytes.ts';
import { KNOWN_PROGRAMS } from './support/build.ts';
import { createKey, type Key } from './support/key.ts';
import { patchBytes } from './support/patch.ts';
import { AUCTION, NO_SETTINGS, type Terms } from './support/terms.ts';
import { NATIVE_MINT, setMint, tokenProgram } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const MAX_PRICE = 1n << 60n;
const MONTH = 30n * 86_400n;
/** In the loader's ProgramData: whether there is an authority, then the authority. */
const HAS_AUTHORITY = 12;
const MINT_IS_INITIALIZED = 45;

const world = createWorld({ isInitialized: false });
const { build, addresses, keys } = world;
type Overrides = Partial<Omit<InitializeInput, 'terms'>> & { terms?: Partial<Terms> };
const initialize = (overrides: Overrides = {}) => build.initialize(overrides);
const bumpOf = (...seeds: (string | Uint8Array)[]) => deriveAddress(addresses.program, seeds).bump;
beforeEach(() => world.reset());

describe('all is well', () => {
  test('the Config holds the terms, the keys, the mint and the known programs', () => {
    world.must(initialize({ terms: { changeDelay: 172_800 } }));
    const config = {
      accountType: 1,
      version: 3,
      bump: bumpOf('config'),
      utilityDecimals: 6,
      burnBps: 500,
      developerBps: 500,
      vetoSeconds: 0,
      changeDelay: 172_800,
      knownProgramsLen: 2,
      minimumStake: [100_000n, 1_000n],
      admin: keys.admin.address,
      operator: keys.operator.address,
      oracle: keys.oracle.address,
      guardian: keys.guardian.address,
      treasury: keys.treasury.address,
      knownPrograms: [...KNOWN_PROGRAMS, ...Array<Address>(14).fill(NO_ADDRESS)],
      utilityMint: addresses.utilityMint,
      oracleGeneration: 0,
      oracleDisabledBelow: 0,
      operatorGeneration: 0,
      operatorDisabledBelow: 0,
      leadSeconds: 0,
      horizonSeconds: 3_650 * 86_400,
      pendingAt: 0n,
      pending: NO_SETTINGS,
    };
    expect(world.getConfig()).toEqual(config);
    expect(world.getData(addresses.config)).toEqual(getConfigEncoder().encode(config));
    expect(world.getData(addresses.config)).toHaveLength(1_488);
  });

  test('the SOL vault holds nothing but the auction', () => {
    world.must(initialize());
    const vault = {
      ...emptyVault(Currency.Sol),
      lot: 100_000_000n,
      clearingPrice: 1_000_000_000n,
      roundSeconds: 3_600n,
    };
    expect(world.getVault(Currency.Sol)).toEqual(vault);
    expect(world.getData(addresses.vaultSol)).toEqual(getVaultEncoder().encode(vault));
    expect(world.getData(addresses.vaultSol)).toHaveLength(152);
  });

  test('the UTILITY vault names the mint and its token account', () => {
    world.must(initialize());
    const vault = {
      ...emptyVault(Currency.Utility),
      tokenBump: bumpOf('vault-token'),
      tokenAccount: addresses.vaultToken,
      mint: addresses.utilityMint,
    };
    expect(world.getVault(Currency.Utility)).toEqual(vault);
    expect(world.getData(addresses.vaultUtility)).toEqual(getVaultEncoder().encode(vault));
  });

  test('the token account is an empty one of the mint, owned by the UTILITY vault', () => {
    world.must(initialize());
    const account = world.findAccount(addresses.vaultToken);
    expect(account?.owner).toEqual(toBytes(tokenProgram));
    expect(account?.data.length).toBe(165);
    expect(getTokenDecoder().decode(world.getData(addresses.vaultToken))).toMatchObject({
      mint: addresses.utilityMint,
      owner: addresses.vaultUtility,
      amount: 0n,
      state: AccountState.Initialized,
      delegate: { __option: 'None' },
      closeAuthority: { __option: 'None' },
    });
  });

  test('the payer pays the rent of four accounts, ten times that of the SOL vault, and nothing else', () => {
    const before = world.getLamports(keys.operator.address);
    world.must(initialize());
    const paid = before - world.getLamports(keys.operator.address);
    expect(paid).toBe(fundings().reduce((sum, funding) => sum + funding));
    expect(singletons().map((address) => world.getLamports(address))).toEqual(fundings());
  });

  test('the decimals are the mint’s, and a mint authority is not asked for', () => {
    setMint(world, addresses.utilityMint, { decimals: 9, supply: 0n, mintAuthority: null });
    world.must(initialize());
    expect(world.getConfig().utilityDecimals).toBe(9);
  });
});

describe('who may', () => {
  test('without an upgrade authority nobody may, though the old bytes are still there', () => {
    writeAuthority(0, keys.upgradeAuthority);
    world.expectRefused(initialize(), 'NotUpgradeAuthority');
    writeAuthority(2, keys.upgradeAuthority);
    world.expectRefused(initialize(), 'NotUpgradeAuthority');
  });

  test('it happens once', () => {
    world.must(initialize());
    world.expectRefused(initialize(), 'AlreadyInitialized');
    const again = initialize({ admin: keys.stranger.signer, terms: { burnBps: 1 } });
    world.expectRefused(again, 'AlreadyInitialized');
  });
});

describe('the mint', () => {
  const mint = addresses.utilityMint;
  const options = { decimals: 6, supply: 0n, mintAuthority: keys.mintAuthority.address };

  test('with a freeze authority is refused', () => {
    setMint(world, mint, { ...options, freezeAuthority: keys.stranger.address });
    world.expectRefused(initialize(), 'InvalidMint');
  });

  test('that is not initialized is refused', () => {
    patchBytes(world, mint, MINT_IS_INITIALIZED, [0]);
    world.expectRefused(initialize(), 'InvalidMint');
  });

  test('of another program than the two token programs is refused', () => {
    const owner = keys.stranger.address;
    world.setAccount(mint, { data: world.getData(mint), owner });
    world.expectRefused(initialize({ tokenProgram: owner }), 'InvalidMint');
  });

  test.each([0, 81, 83, 165])('of %i bytes is refused', (length) => {
    const data = new Uint8Array(length);
    data.set(world.getData(mint).slice(0, length));
    world.setAccount(mint, { data, owner: tokenProgram });
    world.expectRefused(initialize(), 'InvalidMint');
  });

  test('may be no native one, whose tokens cannot be burned', () => {
    setMint(world, NATIVE_MINT, { decimals: 9, supply: 0n, mintAuthority: null });
    world.expectRefused(initialize({ utilityMint: NATIVE_MINT }), 'InvalidMint');
    setMint(world, createKey('like it').address, { decimals: 9, supply: 0n, mintAuthority: null });
    world.must(initialize({ utilityMint: createKey('like it').address }));
  });

  test('that does not exist is refused', () => {
    const missing = createKey('no mint').address;
    world.expectRefused(initialize({ utilityMint: missing }), 'InvalidMint');
    const system = { utilityMint: missing, tokenProgram: SYSTEM_PROGRAM_ADDRESS };
    world.expectRefused(initialize(system), 'InvalidMint');
  });
});

describe('the auction', () => {
  test.each([
    ['a lot of 1 lamport', { lot: 1n }],
    ['the largest lot', { lot: (1n << 64n) - 1n }],
    ['a first price of 1', { firstPrice: 1n }],
    ['a first price of 2^60', { firstPrice: MAX_PRICE }],
    ['rounds of 60 seconds', { roundSeconds: 60n }],
    ['rounds of 30 days', { roundSeconds: MONTH }],
  ])('takes %s', (_, auction) => {
    world.must(initialize(auction));
    const { lot, firstPrice, roundSeconds } = { ...AUCTION, ...auction };
    const expected = { lot, clearingPrice: firstPrice, roundSeconds, roundStartedAt: 0n };
    expect(world.getVault(Currency.Sol)).toMatchObject(expected);
  });

  test.each([
    ['a lot of 0', { lot: 0n }],
    ['a first price of 0', { firstPrice: 0n }],
    ['a first price above 2^60', { firstPrice: MAX_PRICE + 1n }],
    ['rounds of 59 seconds', { roundSeconds: 59n }],
    ['rounds above 30 days', { roundSeconds: MONTH + 1n }],
    ['rounds that run back', { roundSeconds: -3_600n }],
  ])('refuses %s', (_, auction) => {
    world.expectRefused(initialize(auction), 'InvalidAuction');
  });
});

function emptyVault(currency: Currency) {
  return {
    accountType: 2,
    version: 3,
    bump: bumpOf('vault', Uint8Array.of(currency)),
    currency,
    tokenBump: 0,
    owed: 0n,
    feesBurn: 0n,
    feesDeveloper: 0n,
    burnTotal: 0n,
    burnedTotal: 0n,
    utilityBurnedTotal: 0n,
    lot: 0n,
    clearingPrice: 0n,
    roundStartedAt: 0n,
    roundSeconds: 0n,
    tokenAccount: NO_ADDRESS,
    mint: NO_ADDRESS,
  };
}

/** What they are created with. */
function fundings(): bigint[] {
  return [world.rent(1_488), 10n * world.rent(152), world.rent(152), world.rent(165)];
}

function singletons(): Address[] {
  return [addresses.config, addresses.vaultSol, addresses.vaultUtility, addresses.vaultToken];
}

function writeAuthority(option: number, { address }: Key): void {
  patchBytes(world, addresses.programData, HAS_AUTHORITY, [option, ...toBytes(address)]);
}
