import type { Address } from '@solana/kit';
import { type Clause, type Decider, MARKET_FLAGS, MarketSource } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR, type MarketInput } from './support/build.ts';
import { latchedFact, PUMP_PROGRAM, stateFact, timedFact } from './support/facts.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { createWorld } from './support/world.ts';

const { oracle, stranger } = keys;
const { triggered, latched, gated, custom, inverted } = MARKET_FLAGS;
const PUMP_SWAP = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' as Address;
const LAUNCH_LAB = 'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj' as Address;
const observed = createKey('observed').address;
const unknownProgram = createKey('unknown program').address;

const world = createWorld();
beforeEach(() => world.reset());

const named = (address: Address): Decider => ({
  source: MarketSource.NamedOracle,
  oracle: address,
});
const factOf = (factOwner: Address, clauses: Clause[]): Decider => ({
  source: MarketSource.StateFact,
  account: observed,
  factOwner,
  clauses,
});
const state = stateFact(observed);
const timed = timedFact();
const curve = latchedFact(observed);

const discriminator = (value: bigint): Clause => ({
  offset: 0,
  type: 'u64',
  comparator: 'eq',
  value,
});
const CURVE = discriminator(0x60acd86037f8b717n);
const POOL = discriminator(0xbc6db111046d9af1n);
const LAUNCH = discriminator(0x46dec3d7f5e3edf7n);
const complete: Clause = { offset: 48, type: 'u8', comparator: 'eq', value: 1n };
const statusFrom = (value: bigint): Clause => ({
  offset: 17,
  type: 'u8',
  comparator: 'gte',
  value,
});

/** All of these close early enough for a timed fact. */
function build(input: MarketInput) {
  const expiresAt = world.now + HOUR;
  return world.build.createMarket({ expiresAt, closesAt: expiresAt - 60n, ...input });
}

function flagsOf(input: MarketInput) {
  const instruction = build(input);
  const result = world.must(instruction);
  const { flags } = world.getMarket(instruction.accounts[3]?.address as Address);
  expect(result.events[0]).toMatchObject({ name: 'MarketCreated', flags });
  return flags;
}

describe('flags follow from what the creator asks for and the program knows', () => {
  const cases: [string, MarketInput, number][] = [
    ['the Config’s oracle', {}, 0],
    ['the Config’s oracle, triggered', { isTriggered: true }, triggered | gated],
    ['the Config’s oracle, gated', { isGated: true }, gated],
    ['the Config’s oracle, both', { isTriggered: true, isGated: true }, triggered | gated],
    [
      'the Config’s oracle, triggered and inverted',
      { isTriggered: true, isInverted: true },
      triggered | gated | inverted,
    ],
    ['the Config’s oracle by name', { decider: named(oracle.address) }, 0],
    [
      'the Config’s oracle by name, triggered',
      { decider: named(oracle.address), isTriggered: true },
      triggered | gated,
    ],
    ['another oracle', { decider: named(stranger.address) }, custom],
    ['another oracle, gated', { decider: named(stranger.address), isGated: true }, gated | custom],
    [
      'another oracle, triggered',
      { decider: named(stranger.address), isTriggered: true },
      triggered | gated | custom,
    ],
    ['a state of a known program', { decider: state }, 0],
    ['a state, triggered', { decider: state, isTriggered: true }, triggered],
    [
      'a state, triggered and inverted',
      { decider: state, isTriggered: true, isInverted: true },
      triggered | inverted,
    ],
    [
      'a state of an unknown program',
      { decider: stateFact(observed, { factOwner: unknownProgram }) },
      custom,
    ],
    [
      'a state of an unknown program, triggered',
      { decider: stateFact(observed, { factOwner: unknownProgram }), isTriggered: true },
      triggered | custom,
    ],
    ['a timed fact of a known program', { decider: timed }, 0],
    [
      'a timed fact of an unknown program',
      { decider: timedFact({ factOwner: unknownProgram }) },
      custom,
    ],
    ['a curve', { decider: curve }, latched],
    ['a curve, latched', { decider: curve, isLatched: true }, latched],
    ['a curve, triggered', { decider: curve, isTriggered: true }, triggered | latched],
    ['a curve, inverted', { decider: curve, isInverted: true }, latched | inverted],
    [
      'a curve, all of it',
      { decider: curve, isTriggered: true, isLatched: true, isInverted: true },
      triggered | latched | inverted,
    ],
  ];
  test.each(cases)('%s', (_, input, flags) => {
    expect(flagsOf(input)).toBe(flags);
  });

  test.each(cases)('%s, without the operator or asked for: custom', (_, input, flags) => {
    expect(flagsOf({ ...input, operator: null })).toBe(flags | custom);
    expect(flagsOf({ ...input, isCustom: true })).toBe(flags | custom);
  });

  test('a program is known while it is on the list, first or last of sixteen', () => {
    const programs = Array.from({ length: 16 }, (_, i) => createKey(`program ${i}`).address);
    world.must(world.build.updateConfig({}, { knownPrograms: programs }));
    const of = (factOwner: Address) => flagsOf({ decider: stateFact(observed, { factOwner }) });
    expect(of(programs[0] as Address)).toBe(0);
    expect(of(programs[15] as Address)).toBe(0);
    expect(of(addresses.factProgram)).toBe(custom);
    world.must(world.build.updateConfig({}, { knownPrograms: programs.slice(0, 15) }));
    expect(of(programs[15] as Address)).toBe(custom);
  });
});

const refused: [string, MarketInput][] = [
  ['a latched oracle market', { isLatched: true }],
  ['a latched market of another oracle', { decider: named(stranger.address), isLatched: true }],
  ['an inverted oracle market', { isInverted: true }],
  ['an inverted, gated oracle market', { isInverted: true, isGated: true }],
  ['a latched timed fact', { decider: timed, isLatched: true }],
  ['a triggered timed fact', { decider: timed, isTriggered: true }],
  ['a gated timed fact', { decider: timed, isGated: true }],
  ['an inverted timed fact', { decider: timed, isInverted: true }],
  ['a gated state', { decider: state, isGated: true }],
  ['a gated, triggered state', { decider: state, isGated: true, isTriggered: true }],
  ['a gated curve', { decider: curve, isGated: true }],
  // What never held could not be told at the expiry from what holds no more.
  ['an inverted state that is neither triggered nor latched', { decider: state, isInverted: true }],
];
test.each(refused)('there is no such thing as %s', (_, input) => {
  world.expectRefused(build(input), 'InvalidFlags');
  world.expectRefused(build({ ...input, operator: null, isCustom: true }), 'InvalidFlags');
});

describe('what the program knows to stay true', () => {
  const known: [string, Decider, number][] = [
    ['a pump.fun curve is complete', factOf(PUMP_PROGRAM, [CURVE, complete]), latched],
    ['a PumpSwap pool exists', factOf(PUMP_SWAP, [POOL]), latched | custom],
    [
      'a LaunchLab launch has migrated',
      factOf(LAUNCH_LAB, [LAUNCH, statusFrom(2n)]),
      latched | custom,
    ],
  ];
  test.each(known)('%s: marked, asked or not', (_, decider, flags) => {
    expect(flagsOf({ decider, isLatched: true })).toBe(flags);
    expect(flagsOf({ decider })).toBe(flags);
  });

  const noPool = { ...POOL, comparator: 'ne' } as Clause;
  // program/tests/latched.rs tries every other byte.
  const unknown: [string, Decider][] = [
    ['a number that counts up and down', state],
    ['a curve of another program', factOf(addresses.factProgram, [CURVE, complete])],
    ['a pool of the curve’s program', factOf(PUMP_PROGRAM, [POOL])],
    ['a curve that exists', factOf(PUMP_PROGRAM, [CURVE])],
    ['the two the other way round', factOf(PUMP_PROGRAM, [complete, CURVE])],
    ['a curve with one more clause', factOf(PUMP_PROGRAM, [CURVE, complete, complete])],
    ['a pool with one more clause', factOf(PUMP_SWAP, [POOL, complete])],
    ['a pool that is none', factOf(PUMP_SWAP, [noPool])],
    ['a launch that exists', factOf(LAUNCH_LAB, [LAUNCH])],
    ['a launch with one more clause', factOf(LAUNCH_LAB, [LAUNCH, statusFrom(1n), statusFrom(1n)])],
  ];
  test.each(unknown)('%s is not: a creator cannot claim it', (_, decider) => {
    world.expectRefused(build({ decider, isLatched: true }), 'NotLatched');
    world.expectRefused(build({ decider, isLatched: true, isTriggered: true }), 'NotLatched');
    world.expectRefused(build({ decider, isLatched: true, isInverted: true }), 'NotLatched');
    expect(flagsOf({ decider }) & latched).toBe(0);
    world.expectRefused(build({ decider, isInverted: true }), 'InvalidFlags');
  });
});
