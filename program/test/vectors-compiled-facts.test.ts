// vectors/compiled-facts.json through the real program: what the service compiles a condition to,
// as a market, and what each account then decides.
import { type Address, address } from '@solana/kit';
import {
  type Decider,
  decodeClauses,
  type ErrorName,
  MarketSource,
  Outcome,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CompiledFactCase, readVectors } from '../../tools/test-setup/vectors.ts';
import { createKey } from './support/key.ts';
import { setTime } from './support/patch.ts';
import { createWorld } from './support/world.ts';

const LIFETIME = 3_600n;
const LEAD = 60n;
const somewhere = createKey('observed account').address;

const world = createWorld();
beforeEach(() => world.reset());

const cases = readVectors<CompiledFactCase>('compiled-facts.json');

function toDecider({
  source,
  account,
  factOwner,
  clauseCount,
  clauses,
}: CompiledFactCase): Decider {
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

describe.each(cases)('$name', (vector) => {
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

/** What makes a result certain closes its market for bets at once, whenever it is resolved. */
describe('a bet in a triggered or latched market', () => {
  const certain = cases.filter(({ isTriggered, isLatched }) => isTriggered || isLatched);

  test.each(certain)('$name: is refused once the fact holds, and not before', (vector) => {
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
});

test('there are facts of every kind', () => {
  const types = new Set(cases.map(({ condition }) => condition.type));
  expect([...types].sort()).toEqual([
    'account_fact',
    'authority',
    'price_feed',
    'token_event',
    'token_supply',
  ]);
});
