// Books that no transaction leaves behind. What an instruction takes must be there: with one coin
// less it is refused, with that coin it passes.
import { Currency, type ErrorName, type ProgramInstruction } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { setBooks, VAULT_SOL_FUNDING } from './support/books.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket, resolvedMarket, settledMarket } from './support/scenes.ts';
import { AUCTION, CURRENCIES } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const { alice, bob, carol, operator } = keys;
const { Sol } = Currency;
const BETS = { yes: 3n * SOL, no: 2n * SOL };
const FEE = SOL / 10n;
const MARKET_HELD_AT = 88;

const world = createWorld();
const { build } = world;
beforeEach(() => world.reset());

function expectLeast(
  instruction: ProgramInstruction,
  least: bigint,
  write: (value: bigint) => void,
  error: ErrorName,
): void {
  write(least - 1n);
  world.expectRefused(instruction, error);
  write(least);
  world.must(instruction);
}

const owe = (owed: bigint) => patchU64(world, addresses.vaultSol, 8, owed);

/** The SOL vault's own funding counts as held. */
function expectCovered(instruction: ProgramInstruction, currency: Currency, owed: bigint): void {
  const least = owed - (currency === Sol ? VAULT_SOL_FUNDING : 0n);
  const write = (held: bigint) => setBooks(world, currency, { owed, held });
  expectLeast(instruction, least, write, 'VaultUnderfunded');
}

describe.each(CURRENCIES)('a vault that holds less %s than it owes', (_, currency) => {
  test('takes no deposit', () => {
    world.bettor(alice, { isDelegated: false });
    expectCovered(build.deposit(alice, currency, 50n), currency, SOL);
  });

  test('pays no withdrawal', () => {
    world.bettor(alice, { sol: SOL, utility: SOL });
    expectCovered(build.withdraw(alice, currency, 1n), currency, 10n * SOL);
  });

  test('pays no fees', () => {
    closedMarket(world, { ...BETS, currency });
    expectCovered(build.collectFees(currency), currency, world.getVault(currency).owed);
  });
});

test('a vault that holds less than it owes sells nothing', () => {
  closedMarket(world, BETS);
  expectCovered(build.buyBack(carol, 1n << 62n), Sol, world.getVault(Sol).owed);
});

test.each(CURRENCIES)('a vault pays no withdrawal of more %s than it owes', (_, currency) => {
  world.bettor(alice, { sol: 5n * SOL, utility: 5n * SOL });
  const write = (owed: bigint) => setBooks(world, currency, { owed, held: 10n * SOL });
  expectLeast(build.withdraw(alice, currency, SOL), SOL, write, 'VaultUnderfunded');
  expect(world.getVault(currency).owed).toBe(0n);
});

test('a vault that owes less than its reserve sells nothing', () => {
  closedMarket(world, BETS);
  const buy = build.buyBack(carol, 1n << 62n);
  expect(world.getVault(Sol)).toMatchObject({ feesBurn: AUCTION.lot, feesDeveloper: FEE });
  owe(AUCTION.lot - 1n);
  world.expectRefused(buy, 'VaultUnderfunded');
  expectLeast(buy, AUCTION.lot + FEE, owe, 'BooksMismatch');
});

test('a vault that would owe less than nothing, or than its reserve, pays no fees', () => {
  closedMarket(world, BETS);
  owe(FEE - 1n);
  world.expectRefused(build.collectFees(Sol), 'VaultUnderfunded');
  expectLeast(build.collectFees(Sol), 2n * FEE, owe, 'BooksMismatch');
});

test('a market that holds less than its fees is not closed', () => {
  const market = settledMarket(world, BETS);
  const write = (held: bigint) => patchU64(world, market, MARKET_HELD_AT, held);
  const close = build.closeMarket(market, { rentPayer: operator });
  expectLeast(close, 2n * FEE, write, 'BooksMismatch');
});

test('into a vault that would owe less than its fees no market is closed', () => {
  const market = settledMarket(world, BETS);
  const close = build.closeMarket(market, { rentPayer: operator });
  expectLeast(close, 2n * FEE, owe, 'BooksMismatch');
});

test('a market that holds less than it must pay settles nobody', () => {
  const market = resolvedMarket(world, BETS);
  const write = (held: bigint) => patchU64(world, market, MARKET_HELD_AT, held);
  expectLeast(build.settlePositions(market, [bob, alice]), 4_800_000_000n, write, 'BooksMismatch');
});
