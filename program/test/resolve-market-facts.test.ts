import type { Address } from '@solana/kit';
import { sha256 } from '@tote/chain/lib/sha256-portable';
import {
  type Clause,
  type Decider,
  MarketSource,
  NO_ADDRESS,
  Outcome,
  TOKEN_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from './support/build.ts';
import { stateFact, stateFactData, timedFactData } from './support/facts.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { withAccount, withBytes, withoutAccount } from './support/tamper.ts';
import { createWorld, type StateMarket } from './support/world.ts';

const { oracle, stranger } = keys;
const { Yes, No } = Outcome;
const world = createWorld();
beforeEach(() => world.reset());

const resolve = ({ market, observed }: StateMarket) => world.build.resolveByFact(market, observed);
const outcomeOf = ({ market }: { market: Address }) => world.getMarket(market).outcome;
const expiryOf = ({ market }: { market: Address }) => world.getMarket(market).expiresAt;

test('a state is never decided by a word: neither the oracle’s nor anybody’s', () => {
  const fact = world.createStateMarket();
  world.at(expiryOf(fact));
  for (const outcome of [Yes, No]) {
    const posted = withBytes(resolve(fact), 1, outcome);
    world.expectRefused(posted, 'InvalidInstructionData');
  }
  const word = world.build.resolveMarket(fact.market, Yes, { oracle });
  world.expectRefused(word, 'InvalidAccountCount');
  const alone = withoutAccount(word, 2);
  world.expectRefused(alone, 'InvalidInstructionData');
  world.expectRefused(withAccount(alone, 1, fact.observed), 'InvalidInstructionData');
});

function missingFact(input: { isLatched?: boolean; isTriggered?: boolean } = {}): StateMarket {
  const observed = createKey('never created').address;
  const requirements: Clause[] = [{ offset: 0, type: 'u8', comparator: 'eq', value: 1n }];
  const decider = stateFact(observed, { requirements });
  return { market: world.createMarket({ decider, ...input }), observed };
}

describe('the observed account', () => {
  test.each([0n, 1n, 5_000_000n])('that is missing but for %i lamports is No', (lamports) => {
    const fact = missingFact();
    if (lamports > 0n) world.setLamports(fact.observed, lamports);
    world.at(expiryOf(fact));
    world.must(resolve(fact));
    expect(outcomeOf(fact)).toBe(No);
    expect(world.getMarket(fact.market).evidenceHash).toEqual(sha256(new Uint8Array()));
  });

  test.each([
    ['another program', stranger.address],
    ['this program', addresses.program],
  ])('that belongs to %s is refused', (_, owner) => {
    const fact = world.createStateMarket();
    world.setAccount(fact.observed, { data: stateFactData(1n), owner });
    world.at(expiryOf(fact));
    world.expectRefused(resolve(fact), 'WrongOwner');
  });

  test('that belongs to the System program is missing, whatever data it has', () => {
    // Whoever holds the key of an address can give it data before anything is created there.
    const fact = world.createStateMarket();
    const data = stateFactData(1n);
    world.setAccount(fact.observed, { data, owner: NO_ADDRESS });
    world.at(expiryOf(fact));
    world.must(resolve(fact));
    expect(outcomeOf(fact)).toBe(No);
    expect(world.getMarket(fact.market).evidenceHash).toEqual(sha256(data));
  });

  test('that is no mint by its length is not read as one, whatever its bytes say', () => {
    // A token account whose owner can change them: byte 45 stands in the middle of its owner.
    const mint = createKey('a mint').address;
    const clauses: Clause[] = [
      { offset: 45, type: 'u8', comparator: 'eq', value: 1n },
      { offset: 0, type: 'u32', comparator: 'eq', value: 0n },
    ];
    const factOwner = TOKEN_PROGRAM_ADDRESS;
    const decider: Decider = { source: MarketSource.StateFact, account: mint, factOwner, clauses };
    const market = world.createMarket({ decider, isTriggered: true });
    const data = new Uint8Array(165).fill(1, 45, 46).fill(1, 108, 109);
    world.setAccount(mint, { data, owner: factOwner });
    const resolution = world.build.resolveByFact(market, mint);
    world.expectRefused(resolution, 'ObservationInvalid');
    world.setAccount(mint, { data: data.slice(0, 82), owner: factOwner });
    world.must(resolution);
  });

  test('without data misses every requirement, and without requirements is not met', () => {
    const empty = { data: new Uint8Array(), owner: addresses.factProgram };
    const strict = missingFact();
    const lenient = world.createStateMarket({ name: 'lenient' });
    for (const { observed } of [strict, lenient]) world.setAccount(observed, empty);
    world.at(expiryOf(strict));
    world.expectRefused(resolve(strict), 'ObservationInvalid');
    world.must(resolve(lenient));
    expect(outcomeOf(lenient)).toBe(No);
  });
});

describe('the evidence', () => {
  /** As far as a clause can read: any offset of 16 bits, and 32 bytes from there. */
  const HASHED = 0xffff + 32;

  function resolveWith(length: number, last = 0) {
    const fact = world.createStateMarket();
    const data = new Uint8Array(length);
    data.set(stateFactData(1n));
    data[length - 1] = last;
    world.setAccount(fact.observed, { data, owner: addresses.factProgram });
    world.at(expiryOf(fact));
    const result = world.must(resolve(fact));
    const { outcome, evidenceHash } = world.getMarket(fact.market);
    expect(outcome).toBe(Yes);
    return { evidenceHash, data, result };
  }

  test('is the hash of as much as a clause can read, and not of one byte more', () => {
    const { evidenceHash, data } = resolveWith(HASHED + 1, 7);
    expect(evidenceHash).toEqual(sha256(data.subarray(0, HASHED)));
  });

  test.each([17, HASHED - 1, HASHED])('is the hash of all %i bytes', (length) => {
    const { evidenceHash, data } = resolveWith(length, 7);
    expect(evidenceHash).toEqual(sha256(data));
  });
});

describe('a market that watches this program', () => {
  /** Met when the byte at this offset of the account is this one. */
  const watch = (account: Address, offset: number, value: bigint): Decider => ({
    source: MarketSource.StateFact,
    account,
    factOwner: addresses.program,
    clauses: [{ offset, type: 'u8', comparator: 'eq', value }],
  });

  test('can follow another market', () => {
    const first = world.createMarket({ isTriggered: true });
    const OUTCOME_AT = 6;
    const second = world.createMarket({ decider: watch(first, OUTCOME_AT, 1n), isTriggered: true });
    const fact = { market: second, observed: first };
    world.expectRefused(resolve(fact), 'ResolveTooEarly');
    world.must(world.build.resolveMarket(first, Yes));
    world.must(resolve(fact));
    expect(outcomeOf(fact)).toBe(Yes);
  });

  test('cannot be its own witness: it is not created', () => {
    const input = { nonce: 5n, expiresAt: world.now + HOUR };
    const market = world.build.createMarket(input).accounts[3]?.address as Address;
    const SEQUENCE_AT = 8;
    const decider = watch(market, SEQUENCE_AT, 2n);
    world.expectRefused(world.build.createMarket({ ...input, decider }), 'Undecidable');
    const owned = { ...watch(keys.alice.address, SEQUENCE_AT, 2n), factOwner: market };
    const ownedByIt = { ...input, decider: owned as Decider };
    world.expectRefused(world.build.createMarket(ownedByIt), 'Undecidable');
  });
});

describe('a timed fact', () => {
  const account = createKey('price account').address;
  const owner = addresses.factProgram;

  function observe(price: bigint, publishTime: bigint, previousPublishTime: bigint) {
    const data = timedFactData({ price, publishTime, previousPublishTime });
    world.setAccount(account, { data, owner });
    return data;
  }

  test.each([
    ['at the strike is Yes', 100n, Yes],
    ['one below the strike is No', 99n, No],
  ])('%s, by anybody and any account of its program', (_, price, outcome) => {
    const market = world.createPriceMarket({ atLeast: 100n });
    const expiresAt = expiryOf({ market });
    const data = observe(price, expiresAt, expiresAt - 1n);
    world.at(expiresAt);
    const result = world.must(world.build.resolveByFact(market, account), { feePayer: stranger });
    const evidenceHash = sha256(data);
    expect(result.events[0]).toMatchObject({ outcome, evidenceHash, vetoEndsAt: world.now });
    expect(world.getMarket(market)).toMatchObject({ outcome, evidenceHash, subject: NO_ADDRESS });
  });

  test('takes one of a hundred updates, whoever brings which first', () => {
    const market = world.createPriceMarket();
    const expiresAt = expiryOf({ market });
    world.at(expiresAt + 100n);
    for (let second = -50n; second < 50n; second += 1n) {
      if (second === 0n) continue;
      observe(1_000n, expiresAt + second, expiresAt + second - 1n);
      world.expectRefused(world.build.resolveByFact(market, account), 'ObservationInvalid');
    }
    observe(1n, expiresAt, expiresAt - 1n);
    world.must(world.build.resolveByFact(market, account));
    expect(outcomeOf({ market })).toBe(No);
  });

  test('takes the first update after a gap around the expiry', () => {
    const market = world.createPriceMarket();
    const expiresAt = expiryOf({ market });
    world.at(expiresAt + 100n);
    observe(1n, expiresAt - 7n, expiresAt - 8n);
    world.expectRefused(world.build.resolveByFact(market, account), 'ObservationInvalid');
    observe(1n, expiresAt + 10n, expiresAt + 9n);
    world.expectRefused(world.build.resolveByFact(market, account), 'ObservationInvalid');
    observe(1_000n, expiresAt + 9n, expiresAt - 7n);
    world.must(world.build.resolveByFact(market, account));
    expect(outcomeOf({ market })).toBe(Yes);
  });
});
