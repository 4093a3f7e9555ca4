import { Currency, type ErrorName } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { eventOf } from './support/expect-event.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { patchU64 } from './support/patch.ts';
import { closedMarket } from './support/scenes.ts';
import { setTokenAccount, tokenAmount } from './support/tokens.ts';
import { createWorld } from './support/world.ts';

const { alice, stranger, treasury } = keys;
const { Sol, Utility } = Currency;
const { utilityMint, treasuryToken, vaultUtility } = addresses;
const BETS = { yes: 3n * SOL, no: 2n * SOL };
const FEE = SOL / 10n;
const FEES_BURN_AT = 16;

const world = createWorld();
beforeEach(() => world.reset());

const collect = (currency: Currency) => world.build.collectFees(currency);

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

describe('in UTILITY', () => {
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
});

test('a vault whose counters are at their end pays nothing', () => {
  closedMarket(world, { ...BETS, currency: Utility });
  patchU64(world, vaultUtility, FEES_BURN_AT, (1n << 64n) - FEE);
  world.expectRefused(collect(Utility), 'MathOverflow');
  patchU64(world, vaultUtility, FEES_BURN_AT, (1n << 64n) - FEE - 1n);
  world.expectRefused(collect(Utility), 'VaultUnderfunded');
});
