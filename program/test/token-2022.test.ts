// UTILITY as a mint of Token-2022: which extensions the mint may have, and what owners can switch
// on in their token accounts. Everything else about UTILITY runs with such a mint, too.

import type { Address } from '@solana/kit';
import {
  ExtensionType,
  getExtensionTypes,
  getImmutableOwner,
  getMetadataPointerState,
  unpackAccount,
  unpackMint,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { getApproveInstruction } from '@solana-program/token';
import { Currency, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { turnSwitch } from '../../packages/chain/test/token-switch.ts';
import { utilityAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import type { Key } from './support/key.ts';
import { patchBytes } from './support/patch.ts';
import { closedMarket } from './support/scenes.ts';
import { withAccount } from './support/tamper.ts';
import { type Extensions, setMint, tokenAmount, tokenProgram } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, treasury } = keys;
const { Utility } = Currency;
const { treasuryToken, utilityMint } = addresses;
const FEE = 50_000_000n;
const aliceToken = utilityAddress(alice);

const world = createWorld();
const { build } = world;
beforeEach(() => {
  world.reset();
  world.bettor(alice, { utility: 5n * SOL });
});

const turn = (owner: Key, name: 'cpiGuard' | 'memoRequired', isOn = true) =>
  world.must(turnSwitch(owner.signer, utilityAddress(owner), name, isOn));

/** Somebody may move what is in the owner's account, by its own signature. */
function approve(owner: Key, delegate: Key): void {
  const input = { source: utilityAddress(owner), delegate: delegate.address, owner: owner.signer };
  const approval = { ...input, amount: 100n * SOL };
  world.must(getApproveInstruction(approval, { programAddress: tokenProgram }));
}

describe('a mint', () => {
  const fresh = createWorld({ isInitialized: false });
  beforeEach(() => fresh.reset());
  const initialize = () => fresh.build.initialize();
  const write = (...types: readonly number[]) => {
    const sizes: Record<number, number> = { 18: 64, 19: 80, 20: 64, 21: 80, 22: 64, 23: 72 };
    const extensions: Extensions = types.map((type) => [type, new Uint8Array(sizes[type] ?? 32)]);
    setMint(fresh, utilityMint, { decimals: 6, supply: 0n, mintAuthority: null, extensions });
  };

  test.each([
    [[]],
    ...[18, 19, 20, 21, 22, 23].map((type) => [[type]]),
    [[18, 19, 20, 21, 22, 23]],
  ])('may have the extensions %j', (types) => {
    write(...types);
    fresh.must(initialize());
    expect(fresh.getConfig()).toMatchObject({ utilityMint, utilityDecimals: 6 });
  });

  const known = Array.from({ length: 28 }, (_, index) => index + 1);
  test.each([...known.filter((type) => type < 18 || type > 23), 29, 274, 65_535])(
    'with extension %i is refused, alone and among others',
    (type) => {
      for (const types of [[type], [type, 18], [18, type], [18, 19, type]]) {
        write(...types);
        fresh.expectRefused(initialize(), 'ForbiddenExtension');
      }
    },
  );

  test('ends with type 0: what is behind it is no extension', () => {
    write(18, 0, 1);
    fresh.must(initialize());
  });

  test('is what the type byte says: a token account is none', () => {
    write(18);
    for (const type of [0, 2, 255]) {
      patchBytes(fresh, utilityMint, 165, [type]);
      fresh.expectRefused(initialize(), 'InvalidMint');
    }
    patchBytes(fresh, utilityMint, 165, [1]);
    fresh.must(initialize());
  });
});

describe('the CPI guard', () => {
  const deposit = (authority = alice) => {
    const instruction = build.deposit(alice, Utility, SOL, { authority });
    return withAccount(instruction, 3, aliceToken);
  };

  test('of a depositor is named, and nothing moves until it is off', () => {
    turn(alice, 'cpiGuard');
    world.expectRefused(deposit(), 'CpiGuarded');
    turn(alice, 'cpiGuard', false);
    world.must(deposit());
    expect(world.getBettor(alice).available[Utility]).toBe(6n * SOL);
  });

  test('does not bind a delegate of the token account', () => {
    turn(alice, 'cpiGuard');
    approve(alice, bob);
    world.must(deposit(bob));
    expect(world.getBettor(alice).available[Utility]).toBe(6n * SOL);
    world.expectRefused(deposit(), 'CpiGuarded');
  });

  test('of a buyer is named; a delegate of its account may buy', () => {
    closedMarket(world, { yes: SOL, no: 2n * SOL });
    turn(alice, 'cpiGuard');
    const buy = (buyer: Key) => withAccount(build.buyBack(buyer, 1n << 63n), 3, aliceToken);
    world.expectRefused(buy(alice), 'CpiGuarded');
    approve(alice, bob);
    const [supply, coins] = [world.getUtilitySupply(), world.getCoins(alice, Utility)];
    world.must(buy(bob));
    const { utilityBurnedTotal } = world.getVault(Currency.Sol);
    expect(utilityBurnedTotal).toBeGreaterThan(0n);
    expect(world.getUtilitySupply()).toBe(supply - utilityBurnedTotal);
    expect(world.getCoins(alice, Utility)).toBe(coins - utilityBurnedTotal);
  });
});

describe('a required memo', () => {
  const withdraw = () => build.withdraw(alice, Utility, SOL);

  test('of the receiver is named, and nothing moves until it is off', () => {
    turn(alice, 'memoRequired');
    world.expectRefused(withdraw(), 'MemoRequired');
    turn(alice, 'memoRequired', false);
    world.must(withdraw());
  });

  test('keeps winnings in the balance, where they cannot be swept', () => {
    world.must(build.setAutoWithdraw(alice, true));
    const market = world.createMarket({ currency: Utility });
    world.bet(alice, market, Outcome.Yes, SOL);
    world.resolve(market, Outcome.Yes);
    world.settle(market, alice);
    turn(alice, 'memoRequired');
    const sweep = build.withdraw(alice, Utility, SOL, { authority: keys.keeper });
    world.expectRefused(sweep, 'MemoRequired');
    turn(alice, 'memoRequired', false);
    world.must(sweep);
  });

  test('of the treasury leaves it its share, and the burn share is destroyed', () => {
    turn(treasury, 'memoRequired');
    closedMarket(world, { yes: SOL, no: SOL, currency: Utility });
    const [before, supply] = [world.getVault(Utility), world.getUtilitySupply()];
    const result = world.must(build.collectFees(Utility));
    const owed = before.owed - FEE;
    expect(world.getVault(Utility)).toEqual({ ...before, owed, feesBurn: 0n, burnedTotal: FEE });
    expect(world.getUtilitySupply()).toBe(supply - FEE);
    expect(tokenAmount(world, treasuryToken)).toBe(0n);
    const moved = { developer: 0n, burned: FEE, owed, burnedTotal: FEE };
    expectEvent(result, 'FeesCollected', { currency: Utility, ...moved });
    world.expectConserved();
    world.expectRefused(build.collectFees(Utility), 'MemoRequired');

    turn(treasury, 'memoRequired', false);
    world.must(build.collectFees(Utility));
    expect(tokenAmount(world, treasuryToken)).toBe(FEE);
    expect(world.getVault(Utility)).toMatchObject({ owed: owed - FEE, feesDeveloper: 0n });
    world.expectConserved();
  });
});

test('mint and accounts of these tests are as Token-2022 makes them', () => {
  const owner = new PublicKey(tokenProgram);
  const read = (address: Address) => {
    const data = Buffer.from(world.getData(address));
    return [
      new PublicKey(address),
      { data, owner, lamports: 1, executable: false },
      owner,
    ] as const;
  };
  const mint = unpackMint(...read(utilityMint));
  expect(getExtensionTypes(mint.tlvData)).toEqual([
    ExtensionType.MetadataPointer,
    ExtensionType.TokenMetadata,
  ]);
  expect(getMetadataPointerState(mint)?.metadataAddress?.toBase58()).toBe(utilityMint);
  const account = unpackAccount(...read(aliceToken));
  expect(getImmutableOwner(account)).not.toBeNull();
  expect(account.tlvData.length).toBe(4);
});
