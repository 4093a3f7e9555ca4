// Facts that stay true once they are, and questions about what does not happen.
import type { Address } from '@solana/kit';
import { MarketState, NO_ADDRESS, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MarketInput } from './support/build.ts';
import { latchedFactData } from './support/facts.ts';
import { createWorld, type StateMarket } from './support/world.ts';

const { Yes, No } = Outcome;
const WINDOW = 120n;

const world = createWorld();
beforeEach(() => world.reset());

const resolve = ({ market, observed }: StateMarket) => world.build.resolveByFact(market, observed);
const outcomeOf = ({ market }: { market: Address }) => world.getMarket(market).outcome;
const timesOf = ({ market }: { market: Address }) => world.getMarket(market);

/** What can be seen of the account. */
const SIGHTS = {
  met: ({ observed }: StateMarket) => world.setCurve(observed, true),
  'not met': ({ observed }: StateMarket) => world.setCurve(observed, false),
  missing: ({ observed }: StateMarket) => world.setLamports(observed, 0n),
  'missing but for lamports': ({ observed }: StateMarket) => world.setLamports(observed, 5_000n),
  'of the System program, with data': ({ observed }: StateMarket) =>
    world.setAccount(observed, { data: latchedFactData(true), owner: NO_ADDRESS }),
};
type Sight = keyof typeof SIGHTS;

/** The outcome if it is resolved now, or the error; afterwards everything is as before. */
function tryResolve(fact: StateMarket): Outcome | string | undefined {
  return world.whatIf(() => {
    const result = world.send(resolve(fact));
    return result.ok ? outcomeOf(fact) : result.error?.name;
  });
}

/** By what is seen: before the expiry, in the window, and from then on until the refund. */
type Answers = Record<Sight, [early: Outcome | string, inWindow: Outcome, late: Outcome | string]>;

const EARLY = 'ResolveTooEarly';
const LATE = 'ObservationOutOfWindow';

const READ_AT_EXPIRY: Answers = {
  met: [EARLY, Yes, LATE],
  'not met': [EARLY, No, No],
  missing: [EARLY, No, LATE],
  'missing but for lamports': [EARLY, No, LATE],
  'of the System program, with data': [EARLY, No, LATE],
};
const TRIGGERED: Answers = { ...READ_AT_EXPIRY, met: [Yes, Yes, LATE] };

/** The complement. */
const INVERTED: Answers = {
  met: [EARLY, No, LATE],
  'not met': [EARLY, Yes, Yes],
  missing: [EARLY, Yes, LATE],
  'missing but for lamports': [EARLY, Yes, LATE],
  'of the System program, with data': [EARLY, Yes, LATE],
};
const INVERTED_TRIGGERED: Answers = { ...INVERTED, met: [No, No, LATE] };

const timings: [string, MarketInput, Answers][] = [
  ['read at expiry', {}, READ_AT_EXPIRY],
  ['triggered', { isTriggered: true }, TRIGGERED],
  ['inverted', { isInverted: true }, INVERTED],
  ['inverted and triggered', { isInverted: true, isTriggered: true }, INVERTED_TRIGGERED],
];

describe.each(timings)('a latched fact, %s', (_, input, answers) => {
  test.each(Object.entries(SIGHTS))('that is %s', (sight, show) => {
    const fact = world.createLatchedMarket(input);
    show(fact);
    const { expiresAt, refundAt } = timesOf(fact);
    const [early, inWindow, late] = answers[sight as Sight];
    const moments: [bigint, Outcome | string][] = [
      [world.now + 1n, early],
      [expiresAt - 1n, early],
      [expiresAt, inWindow],
      [expiresAt + WINDOW, inWindow],
      [expiresAt + WINDOW + 1n, late],
      [refundAt - 1n, late],
    ];
    for (const [moment, expected] of moments) {
      world.at(moment);
      expect(tryResolve(fact), `${moment - expiresAt} s after the expiry`).toBe(expected);
    }
    world.at(refundAt);
    expect(tryResolve(fact)).toBe(late === LATE ? LATE : 'RefundDatePassed');
    world.must(world.build.refundMarket(fact.market));
  });
});

describe('a state that counts up and down, inverted and triggered', () => {
  const create = () => world.createStateMarket({ isTriggered: true, isInverted: true });

  test('is No at any moment at which it holds', () => {
    const fact = create();
    expect(tryResolve(fact)).toBe(EARLY);
    world.setState(fact.observed, 1n);
    world.must(resolve(fact));
    expect(world.getMarket(fact.market)).toMatchObject({
      state: MarketState.Resolved,
      outcome: No,
      resolvedAt: world.now,
    });
  });

  test.each([
    ['does not hold', 0n, Yes],
    ['holds', 1n, No],
  ])('is read for 120 seconds after the expiry, and not later: it %s', (_, count, outcome) => {
    const fact = create();
    world.setState(fact.observed, count);
    const { expiresAt, refundAt } = timesOf(fact);
    for (const moment of [expiresAt, expiresAt + WINDOW]) {
      world.at(moment);
      expect(tryResolve(fact)).toBe(outcome);
    }
    for (const moment of [expiresAt + WINDOW + 1n, refundAt - 1n]) {
      world.at(moment);
      expect(tryResolve(fact)).toBe(LATE);
    }
  });
});

test('an observed account that misses a requirement proves nothing, early or late', () => {
  const fact = world.createLatchedMarket({ isTriggered: true });
  const data = latchedFactData(true);
  data[0] = 0;
  world.setAccount(fact.observed, { data, owner: latchedOwner(fact) });
  expect(tryResolve(fact)).toBe('ObservationInvalid');
  world.at(timesOf(fact).expiresAt);
  expect(tryResolve(fact)).toBe('ObservationInvalid');
  world.at(timesOf(fact).refundAt - 1n);
  expect(tryResolve(fact)).toBe('ObservationInvalid');
});

function latchedOwner({ market }: StateMarket): Address {
  return world.getMarket(market).factOwner;
}
