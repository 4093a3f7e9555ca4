// vectors/facts.json through the real program: each case as a market on the account it observes.
import { type Address, address } from '@solana/kit';
import { type Decider, encodeClauses, MarketSource, Outcome } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountCase,
  type FactCase,
  readVectors,
  toClause,
} from '../../tools/test-setup/vectors.ts';
import { createKey } from './support/key.ts';
import { setTime } from './support/patch.ts';
import { createWorld } from './support/world.ts';

const LIFETIME = 1_000n;
const LEAD = 60n;
const observed = createKey('observed account').address;
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
      : { source, account: observed, ...fact };
  const expiresAt = BigInt(vector.expiresAt);
  setTime(world, expiresAt - LIFETIME);
  const market = world.createMarket({ decider, expiresAt, closesAt: expiresAt - LEAD });
  world.setAccount(observed, { data, owner });
  world.at(expiresAt);
  return market;
}

function expectReading(market: Address, expected: FactCase['expected']) {
  const instruction = world.build.resolveByFact(market, observed);
  if (expected === 'Invalid') {
    world.expectRefused(instruction, 'ObservationInvalid');
    return;
  }
  world.must(instruction);
  expect(world.getMarket(market).outcome).toBe(expected === 'Met' ? Outcome.Yes : Outcome.No);
}

describe('vectors/facts.json as states at expiry', () => {
  test.each(cases)('$name', (vector) => {
    expectReading(prepare(vector, MarketSource.StateFact), vector.expected);
  });
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
