import { beforeEach, describe, test } from 'vitest';
import { setBooks } from './support/books.ts';
import { bettorAddress } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { CURRENCIES } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const TOTAL_MAX = (1n << 63n) - 1n;
const MAX_U64 = (1n << 64n) - 1n;

const world = createWorld();
const { build, keys } = world;
const { alice } = keys;
const bettor = bettorAddress(alice);

beforeEach(() => {
  world.reset();
  world.bettor(alice, { isDelegated: false });
});

describe.each(CURRENCIES)('the total in %s', (_, currency) => {
  test('reaches 2^63 - 1, and not one more', () => {
    setBooks(world, currency, { owed: TOTAL_MAX - 5n });
    world.expectRefused(build.deposit(alice, currency, 6n), 'TotalTooLarge');
    const result = world.must(build.deposit(alice, currency, 5n));
    const moved = { amount: 5n, available: 5n, owed: TOTAL_MAX };
    expectEvent(result, 'Deposited', { currency, bettor, ...moved });
    world.expectRefused(build.deposit(alice, currency, 1n), 'TotalTooLarge');
  });

  test('does not wrap around', () => {
    world.expectRefused(build.deposit(alice, currency, MAX_U64), 'TotalTooLarge');
    setBooks(world, currency, { owed: 1n });
    world.expectRefused(build.deposit(alice, currency, MAX_U64), 'MathOverflow');
  });
});
