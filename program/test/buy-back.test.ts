import { Currency } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { addresses, keys, SOL } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket } from './support/scenes.ts';
import { AUCTION } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const { carol } = keys;
const { Sol } = Currency;
const { vaultSol } = addresses;
const { lot } = AUCTION;
const ANY_PRICE = (1n << 64n) - 1n;
const OWED_AT = 8;

const world = createWorld();
beforeEach(() => world.reset());

const buy = (maxPrice = ANY_PRICE, buyer = carol) => world.build.buyBack(buyer, maxPrice);

/** A market that puts lots into the reserve: the burn share of 2 SOL is one lot. */
const sellLots = (lots: bigint) => closedMarket(world, { yes: SOL, no: lots * 2n * SOL });

test('there is nothing for sale while it is one lamport short of a lot', () => {
  closedMarket(world, { yes: SOL, no: 2n * SOL - 20n });
  expect(world.getVault(Sol).feesBurn).toBe(lot - 1n);
  world.expectRefused(buy(), 'NothingForSale');
  closedMarket(world, { yes: SOL, no: 100_000n });
  world.must(buy());
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
