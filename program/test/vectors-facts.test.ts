// vectors/facts.json through the real program: each case as a market on the account it observes;
// and vectors/compiled-facts.json: what the service compiles a condition to, as a market, and what
// each account then decides.

import { type Address, address } from '@solana/kit';
import {
  type Decider,
  decodeClauses,
  type ErrorName,
  encodeClauses,
  MarketSource,
  Outcome,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountCase,
  type CompiledFactCase,
  type FactCase,
  readVectors,
  toClause,
} from '../../tools/test-setup/vectors.ts';
import { createKey } from './support/key.ts';
import { setTime } from './support/patch.ts';
import { createWorld } from './support/world.ts';

const LIFETIME = 3_600n;
const LEAD = 60n;
const somewhere = createKey('observed account').address;
const someOwner = createKey('fact program').address;

const world = createWorld();
beforeEach(() => world.reset());

const dumps = new Map(readVectors<AccountCase>('accounts.json').map((dump) => [dump.name, dump]));
const cases = readVectors<FactCase>('facts.json');

function readObservation({ account, data = '' }: FactCase): { owner: Address; data: Uint8Array } {
  if (account === undefined) return { owner: someOwner, data: Buffer.from(data, 'hex') };
  const dump = dumps.get(account);
  if (!dump) throw new Error(`accounts.json has no ${account}`);
  return { owner: address(dump.owner), data: Buffer.from(dump.data, 'base64') };
}

/** Creates the market, lets the account be as it was, and goes to the expiry. */
function prepare(vector: FactCase, source: MarketSource.TimedFact | MarketSource.StateFact) {
  const { owner, data } = readObservation(vector);
  const clauses = vector.clauses.map(toClause);
  expect(Buffer.from(encodeClauses(clauses)).toString('hex')).toBe(vector.encoded);
  const fact = { factOwner: owner, clauses };
  const decider: Decider =
    source === MarketSource.TimedFact
      ? { source, ...fact }
      : { source, account: somewhere, ...fact };
  const expiresAt = BigInt(vector.expiresAt);
  setTime(world, expiresAt - LIFETIME);
  const market = world.createMarket({ decider, expiresAt, closesAt: expiresAt - LEAD });
  world.setAccount(somewhere, { data, owner });
  world.at(expiresAt);
  return market;
}

function expectReading(market: Address, expected: FactCase['expected']) {
  const instruction = world.build.resolveByFact(market, somewhere);
  if (expected === 'Invalid') {
    world.expectRefused(instruction, 'ObservationInvalid');
    return;
  }
  world.must(instruction);
  expect(world.getMarket(market).outcome).toBe(expected === 'Met' ? Outcome.Yes : Outcome.No);
}

test.each(cases)('vectors/facts.json as a state at expiry: $name', (vector) => {
  expectReading(prepare(vector, MarketSource.StateFact), vector.expected);
});

const isPyth = ({ clauses }: FactCase) =>
  clauses.filter(({ secondsAfterExpiry }) => secondsAfterExpiry === '0').length === 2;

describe('vectors/facts.json as prices at a moment', () => {
  test.each(cases.filter(isPyth))('$name', (vector) => {
    expectReading(prepare(vector, MarketSource.TimedFact), vector.expected);
  });

  test('these are the 18 of Pyth', () => {
    const names = cases.filter(isPyth).map(({ name }) => name);
    expect(names).toHaveLength(18);
    expect(names.every((name) => name.startsWith('pyth: '))).toBe(true);
  });
});

const compiled = readVectors<CompiledFactCase>('compiled-facts.json');

function toDecider(vector: CompiledFactCase): Decider {
  const { source, account, factOwner, clauseCount, clauses } = vector;
  const bytes = Uint8Array.from(Buffer.from(clauses, 'hex'));
  const fact = { factOwner: address(factOwner), clauses: decodeClauses(bytes, clauseCount) };
  return account === null || source === 'timed'
    ? { source: MarketSource.TimedFact, ...fact }
    : { source: MarketSource.StateFact, account: address(account), ...fact };
}

/** As the service creates it: a price at expiry closes early, everything else at the expiry. */
function createMarket(vector: CompiledFactCase): Address {
  const expiresAt = BigInt(vector.expiresAt);
  setTime(world, expiresAt - LIFETIME);
  return world.createMarket({
    decider: toDecider(vector),
    isTriggered: vector.isTriggered,
    isLatched: vector.isLatched,
    condition: vector.canonical,
    expiresAt,
    closesAt: vector.closesEarly ? expiresAt - LEAD : expiresAt,
  });
}

describe.each(compiled)('vectors/compiled-facts.json: $name', (vector) => {
  test.each(vector.observations)('$name: $expected', (observation) => {
    const market = createMarket(vector);
    const observed = vector.account === null ? somewhere : address(vector.account);
    const { owner, data, secondsAfterExpiry, expected } = observation;
    // No owner: nothing is at the address.
    if (owner !== null) {
      const bytes = Uint8Array.from(Buffer.from(data, 'hex'));
      world.setAccount(observed, { owner: address(owner), data: bytes });
    }
    world.at(BigInt(vector.expiresAt) + BigInt(secondsAfterExpiry));
    const instruction = world.build.resolveByFact(market, observed);
    if (expected !== 'Yes' && expected !== 'No') {
      world.expectRefused(instruction, expected as ErrorName);
      return;
    }
    world.must(instruction);
    expect(world.getMarket(market).outcome).toBe(Outcome[expected]);
  });
});

const certain = compiled.filter(({ isTriggered, isLatched }) => isTriggered || isLatched);

test.each(certain)('$name: a bet is refused once the fact holds, and not before', (vector) => {
  const { alice } = world.keys;
  world.bettor(alice, { sol: 1_000_000n });
  const { observations } = vector;
  const early = observations.filter((each) => BigInt(each.secondsAfterExpiry) < 0n);
  /** What the same account decides when it counts. */
  const holds = ({ owner, data }: (typeof early)[number]) =>
    observations.some(
      (each) => each.owner === owner && each.data === data && each.expected === 'Yes',
    );
  expect(early.some(holds)).toBe(true);
  expect(early.every(holds)).toBe(false);
  for (const observation of early) {
    const { owner, data } = observation;
    const market = createMarket(vector);
    const observed = address(vector.account ?? '');
    const bytes = Uint8Array.from(Buffer.from(data, 'hex'));
    if (owner !== null) world.setAccount(observed, { owner: address(owner), data: bytes });
    else world.setLamports(observed, 0n);
    const bet = { wallet: alice, outcome: Outcome.No, amount: 100_000n };
    const instruction = world.build.placeOwnBet(market, bet);
    if (holds(observation)) world.expectRefused(instruction, 'ConditionMet');
    else world.must(instruction);
  }
});

test('there are facts of every kind', () => {
  const types = new Set(compiled.map(({ condition }) => condition.type));
  expect([...types].sort()).toEqual([
    'account_fact',
    'authority',
    'price_feed',
    'token_event',
    'token_supply',
  ]);
});
