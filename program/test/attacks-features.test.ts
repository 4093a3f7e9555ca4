// The runtime changes with its features. `npm test` runs all tests of the program once more with
// every feature active; what an audit found by that is tried here with both.
import type { Address } from '@solana/kit';
import { Outcome, type ProgramInstruction } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { RUNS_WITH_ALL_FEATURES } from './support/chain.ts';
import { verdictsOf } from './support/expect-event.ts';
import { addresses, keys, SOL } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { withAccount } from './support/tamper.ts';
import { createWorld, type World } from './support/world.ts';

const { alice, bob, carol } = keys;
const { Yes } = Outcome;

/** Lengths around what is read of an account before anything else is known about it. */
const LENGTHS = [0, 1, 2, 7, 8, 151, 215, 375];

/** An account of the program that no instruction of it has made. */
function strayAccount(world: World, length: number): Address {
  const address = createKey('stray account').address;
  const data = new Uint8Array(length);
  world.setAccount(address, { data, owner: addresses.program, lamports: SOL });
  return address;
}

describe.each([
  ['the features of LiteSVM', false],
  ['all features', true],
])('with %s', (_, hasAllFeatures) => {
  const world = createWorld({ hasAllFeatures });

  test.each(LENGTHS)('an account of %i bytes among the bettors fails no neighbour', (length) => {
    world.reset();
    for (const wallet of [alice, bob, carol]) world.bettor(wallet, { sol: SOL });
    const market = world.createMarket();
    const stray = strayAccount(world, length);
    const bets = [alice, bob, carol].map((wallet) => ({ wallet, outcome: Yes, amount: 100_000n }));
    const batch = withAccount(world.build.placeBets(market, bets), 4, stray);
    expect(verdictsOf(world.must(batch))).toEqual(['Done', 'NotABettor', 'Done']);
    world.resolve(market, Yes);
    const settle = withAccount(world.build.settlePositions(market, [alice, bob, carol]), 2, stray);
    expect(verdictsOf(world.must(settle))).toEqual(['Done', 'NotABettor', 'Done']);
  });

  test.each(LENGTHS)(
    'an account of %i bytes in a single place is refused by its type',
    (length) => {
      world.reset();
      world.bettor(alice, { sol: SOL });
      const market = world.createMarket();
      const { build } = world;
      const stray = strayAccount(world, length);
      const places: [ProgramInstruction, number][] = [
        [build.updateConfig(), 2],
        [build.applyConfig(), 0],
        [build.growBettor(alice, 1), 1],
        [build.deposit(alice, 0, 1n), 1],
        [build.withdraw(alice, 0, 1n), 2],
        [build.createMarket(), 4],
        [build.refundMarket(market), 0],
        [build.closeMarket(market), 1],
        [build.placeBets(market, [{ wallet: alice, outcome: Yes, amount: 100_000n }]), 1],
      ];
      for (const [instruction, index] of places) {
        world.expectRefused(withAccount(instruction, index, stray), 'WrongAccountType');
      }
    },
  );
});

test('the run that is named after all features has them, and no other run', ({ task }) => {
  expect(RUNS_WITH_ALL_FEATURES).toBe(task.file.projectName === 'program-all-features');
});
