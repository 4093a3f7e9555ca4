import { readFileSync } from 'node:fs';
import type { Address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { toBytes } from './support/address-bytes.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { settledMarket } from './support/scenes.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld } from './support/world.ts';

const { alice, keeper, operator } = keys;
const MARKET_BYTES = 376;
const BETS = { yes: 3n * SOL, no: 2n * SOL };
const FEE = SOL / 10n;

const world = createWorld();
beforeEach(() => world.reset());

const close = (market: Address, rentPayer = operator) =>
  world.build.closeMarket(market, { rentPayer });

describe('closing', () => {
  test('gives the rent to a payer that has become a program, too', () => {
    // A chain of its own, because `reset` leaves programs as they are.
    const other = createWorld();
    const market = settledMarket(other, { ...BETS, payer: keeper });
    const elf = readFileSync(new URL('../tote.so', import.meta.url));
    other.svm.addProgram(toBytes(keeper.address), elf);
    const before = other.getLamports(keeper.address);
    other.must(other.build.closeMarket(market, { rentPayer: keeper }));
    expect(other.getLamports(keeper.address)).toBe(before + other.rent(MARKET_BYTES));
  });

  test('ends for good: the address cannot be created again', () => {
    const market = settledMarket(world, { ...BETS, nonce: 77n });
    const { expiresAt, closesAt, refundAt } = world.getMarket(market);
    world.must(close(market));
    const same = { nonce: 77n, expiresAt };
    const again = world.build.createMarket({ ...same, closesAt, refundAt });
    expect(again.accounts[3]?.address).toBe(market);
    world.expectRefused(again, 'TimesOutOfOrder');
    const later = world.build.createMarket({ nonce: 77n, expiresAt: world.now + 100n });
    world.expectRefused(withAccount(later, 3, market), 'WrongAddress');
    // Whoever still names it finds nothing.
    world.expectRefused(world.build.settlePositions(market, [alice]), 'WrongOwner');
    world.expectRefused(world.build.refundMarket(market), 'WrongOwner');
  });

  test('ends for good: lamports sent in the transaction of the close revive nothing', () => {
    const market = settledMarket(world, BETS);
    const source = keys.stranger.signer;
    const send = getTransferSolInstruction({ source, destination: market, amount: 1_000_000_000n });
    world.must([close(market), send]);
    expect(world.findAccount(market)).toMatchObject({ data: new Uint8Array() });
    expect(world.findAccount(market)?.owner).toEqual(toBytes(SYSTEM_PROGRAM_ADDRESS));
    world.expectRefused(world.build.refundMarket(market), 'WrongOwner');
  });
});

describe('the counters of the vault', () => {
  test.each([
    ['burn', 16],
    ['developer', 24],
  ])('a %s counter at its end stops it', (_, offset) => {
    const market = settledMarket(world, BETS);
    // Its own sum, the sum of both counters, and one less, which is still more than what is owed.
    const ends = [
      [FEE, 'MathOverflow'],
      [2n * FEE, 'MathOverflow'],
      [2n * FEE + 1n, 'BooksMismatch'],
    ] as const;
    for (const [below, error] of ends) {
      patchU64(world, addresses.vaultSol, offset, (1n << 64n) - below);
      world.expectRefused(close(market), error);
    }
  });

  test('the statistic of all burn shares wraps', () => {
    const market = settledMarket(world, BETS);
    patchU64(world, addresses.vaultSol, 32, (1n << 64n) - 1n);
    world.must(close(market));
    expect(world.getVault(0)).toMatchObject({ burnTotal: FEE - 1n, feesBurn: FEE });
  });
});
