import { Currency } from '@tote/program-client';
import { beforeEach, expect, test } from 'vitest';
import { keys, SOL } from './genesis.ts';
import { withBytes, withoutSigner } from './tamper.ts';
import { createWorld, type World } from './world.ts';

const { alice, bob } = keys;

let world: World;
beforeEach(() => {
  world = createWorld();
});

test('names refusals, knows whose they are, and sees that nothing changed', () => {
  world.bettor(alice, { sol: SOL });
  world.expectRefused(world.build.deposit(alice, Currency.Sol, 0n), 'ZeroAmount');
  const unknown = withBytes(world.build.openBettor(bob), 0, 255);
  expect(world.expectRefused(unknown, 'UnknownInstruction').error).toMatchObject({ number: 1 });
  const unsigned = withoutSigner(world.build.withdraw(alice, Currency.Sol, 1n), 0);
  world.expectRefused(unsigned, 'MissingSignature');
  const tooMuch = world.build.deposit(alice, Currency.Utility, 1n << 60n);
  expect(world.expectFailure(tooMuch).error).toMatchObject({ kind: 'other', name: 'Custom(1)' });
  expect(() =>
    world.expectRefused(world.build.deposit(alice, Currency.Sol, 1n), 'ZeroAmount'),
  ).toThrow('expected a failure, but the transaction succeeded');
});

test('takes the same transaction twice, and goes back to where it began', () => {
  const before = world.snapshot();
  world.bettor(alice);
  const deposit = world.build.deposit(alice, Currency.Sol, SOL);
  world.must(deposit);
  world.must(deposit);
  expect(world.getBettor(alice).available).toEqual([2n * SOL, 0n]);
  world.advance(60n);
  world.reset();
  expect(world.snapshot()).toEqual(before);
  expect(world.now).toBe(1_800_000_000n);
  world.bettor(alice, { sol: SOL });
  expect(world.totals().sol).toMatchObject({ available: SOL, owed: SOL, held: SOL });
});
