import type { Address } from '@solana/kit';
import { sha256 } from '@tote/chain/lib/sha256-portable';
import {
  type Clause,
  type ExpectedTerms,
  encodeClauses,
  MarketSource,
  NO_ADDRESS,
} from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR, type MarketInput } from './support/build.ts';
import { stateFact, timedFact } from './support/facts.ts';
import { addresses, keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { withBytes } from './support/tamper.ts';
import { TERMS } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const { stranger } = keys;
const observed = createKey('observed').address;
const state = stateFact(observed);
const timed = timedFact();

const world = createWorld();
beforeEach(() => world.reset());

describe('the terms that the creator expects', () => {
  const { burnBps, developerBps, vetoSeconds, minimumStakeSol, minimumStakeUtility } = TERMS;
  const differing: [string, Partial<ExpectedTerms>][] = [
    ['a lower burn share', { burnBps: burnBps - 1 }],
    ['a higher burn share', { burnBps: burnBps + 1 }],
    ['no burn share', { burnBps: 0 }],
    ['a lower developer share', { developerBps: developerBps - 1 }],
    ['a higher developer share', { developerBps: developerBps + 1 }],
    ['a longer veto time', { vetoSeconds: vetoSeconds + 1 }],
    ['the longest veto time', { vetoSeconds: 0xffff_ffff }],
    ['a lower minimum stake', { minimumStake: minimumStakeSol - 1n }],
    ['a higher minimum stake', { minimumStake: minimumStakeSol + 1n }],
    ['the minimum stake of the other currency', { minimumStake: minimumStakeUtility }],
    ['another oracle', { oracle: stranger.address }],
    ['no oracle', { oracle: NO_ADDRESS }],
  ];
  test.each(differing)('are refused if they are not the Config’s: %s', (_, terms) => {
    world.expectRefused(world.build.createMarket({ terms }), 'TermsChanged');
    world.expectRefused(world.build.createMarket({ terms, operator: null }), 'TermsChanged');
  });

  test('are compared for facts and named oracles too, but for the oracle', () => {
    const oracleOfNobody = { oracle: stranger.address };
    const deciders = [
      state,
      timed,
      { source: MarketSource.NamedOracle, oracle: keys.bob.address } as const,
    ];
    for (const decider of deciders) {
      const closesAt = world.now + HOUR - 60n;
      const build = (terms: Partial<ExpectedTerms>) =>
        world.build.createMarket({ decider, closesAt, terms });
      world.expectRefused(build({ burnBps: 1 }), 'TermsChanged');
      world.expectRefused(build({ minimumStake: 1n }), 'TermsChanged');
      world.must(build(oracleOfNobody));
    }
  });
});

describe('the question', () => {
  const create = (question: string | Uint8Array) => world.build.createMarket({ question });

  test.each([
    ['of 1 byte', 'a'],
    ['of 300 characters', 'a'.repeat(300)],
    ['of 300 characters in 400 bytes', 'é'.repeat(100) + 'a'.repeat(200)],
    ['of 500 bytes in 250 characters', 'é'.repeat(250)],
    ['of 500 bytes in 125 characters', '😀'.repeat(125)],
  ])('%s is taken, and its hash kept', (_, question) => {
    const market = world.createMarket({ question });
    expect(world.getMarket(market).questionHash).toEqual(sha256(question));
  });

  test.each([
    ['without a byte', ''],
    ['of 301 characters', 'a'.repeat(301)],
    ['of 301 characters in 401 bytes', 'é'.repeat(100) + 'a'.repeat(201)],
    ['of 501 bytes in 251 characters', `${'é'.repeat(250)}a`],
    ['of 504 bytes in 126 characters', '😀'.repeat(126)],
  ])('%s is refused', (_, question) => {
    world.expectRefused(create(question), 'InvalidQuestion');
  });
});

describe('the condition', () => {
  test.each([1, 1_024])('of %i bytes is taken, and its hash kept', (length) => {
    const condition = 'c'.repeat(length);
    const market = world.createMarket({ condition });
    expect(world.getMarket(market).conditionHash).toEqual(sha256(condition));
  });

  test.each([0, 1_025])('of %i bytes is refused', (length) => {
    const instruction = world.build.createMarket({ condition: 'c'.repeat(length) });
    world.expectRefused(instruction, 'InvalidCondition');
  });
});

/** All of these close early enough for a timed fact. */
function build(input: MarketInput) {
  const expiresAt = world.now + HOUR;
  return world.build.createMarket({ expiresAt, closesAt: expiresAt - 60n, ...input });
}

function create(input: MarketInput) {
  const instruction = build(input);
  world.must(instruction);
  return world.getMarket(instruction.accounts[3]?.address as Address);
}

describe('what the market keeps of its decider', () => {
  const { source: stateSource } = state;

  test('a state has its account, its program and its clauses, padded to words', () => {
    const requirements: Clause[] = [{ offset: 0, type: 'u8', comparator: 'eq', value: 3n }];
    const decider = stateFact(observed, { requirements });
    const market = create({ decider });
    expect(market).toMatchObject({ source: stateSource, subject: observed, clauseCount: 2 });
    expect(market.factOwner).toBe(addresses.factProgram);
    expect(market.clausesLen).toBe(5 + 12);
    const clauses = 'clauses' in decider ? encodeClauses(decider.clauses) : [];
    expect([...market.clauses]).toEqual([...clauses, ...new Array(7).fill(0)]);
  });

  test('a timed fact has a program and clauses, and no account', () => {
    const market = create({ decider: timed });
    expect(market).toMatchObject({ source: MarketSource.TimedFact, subject: NO_ADDRESS });
    expect(market.factOwner).toBe(addresses.factProgram);
    expect([market.clauseCount, market.clausesLen]).toEqual([3, 36]);
    expect(market.clauses).toHaveLength(40);
  });
});

describe('clauses are readable', () => {
  const u8: Clause = { offset: 0, type: 'u8', comparator: 'eq', value: 1n };
  const bytes32: Clause = {
    offset: 0,
    type: 'bytes32',
    comparator: 'eq',
    value: new Uint8Array(32).fill(9),
  };
  const withClauses = (clauses: Clause[]) =>
    build({
      decider: { source: MarketSource.StateFact, account: observed, factOwner: observed, clauses },
    });
  const CLAUSES_AT = 64 + 64;

  test('one is enough, sixteen of the widest are the most', () => {
    world.must(withClauses([u8]));
    const instruction = withClauses(new Array(16).fill(bytes32));
    world.must(instruction);
    const market = instruction.accounts[3]?.address as Address;
    expect(world.getMarket(market)).toMatchObject({ clauseCount: 16, clausesLen: 576 });
    expect(world.getData(market)).toHaveLength(376 + 576);
  });

  test('none and seventeen are refused', () => {
    world.expectRefused(withClauses([]), 'InvalidFact');
    world.expectRefused(withClauses(new Array(17).fill(u8)), 'InvalidFact');
    world.expectRefused(withClauses(new Array(17).fill(bytes32)), 'InvalidFact');
  });

  test('their number must be the announced one', () => {
    const two = withClauses([u8, u8]);
    for (const count of [0, 1, 3, 255]) {
      world.expectRefused(withBytes(two, 4, count), 'InvalidFact');
    }
  });

  test.each([
    ['an unknown type', 2, 7],
    ['an unknown type with an expiry', 2, 0x83],
    ['an unknown comparator', 3, 6],
  ])('%s is refused', (_, at, byte) => {
    world.expectRefused(withBytes(withClauses([u8]), CLAUSES_AT + at, byte), 'InvalidFact');
  });

  test('32 bytes have no order', () => {
    const instruction = withClauses([bytes32]);
    world.must(withBytes(instruction, CLAUSES_AT + 3, 1));
    world.reset();
    for (const comparator of [2, 3, 4, 5]) {
      const ordered = withBytes(instruction, CLAUSES_AT + 3, comparator);
      world.expectRefused(ordered, 'InvalidFact');
    }
  });

  test('an oracle market has none, neither announced nor given', () => {
    world.expectRefused(withBytes(build({}), 4, 1), 'InvalidFact');
    // Ten bytes of the question become the question, the five before it a clause.
    const instruction = build({ question: '\0\0\0\0\x01question..' });
    const question = instruction.data[40] as number;
    const smuggled = withBytes(withBytes(instruction, 40, question - 5), 44, 5);
    world.expectRefused(smuggled, 'InvalidFact');
    world.expectRefused(withBytes(smuggled, 4, 1), 'InvalidFact');
  });
});

describe('a timed fact singles out one observation', () => {
  type Comparator = Clause['comparator'];
  const atExpiry = (offset: number, comparator: Comparator, secondsAfterExpiry = 0n): Clause => ({
    offset,
    type: 'i64',
    comparator,
    secondsAfterExpiry,
  });
  const before = atExpiry(16, 'lt');
  const from = atExpiry(8, 'gte');
  const decision: Clause = { offset: 0, type: 'i64', comparator: 'gte', value: 1n };
  const constant: Clause = { offset: 16, type: 'i64', comparator: 'lt', value: 0n };
  const withClauses = (...clauses: Clause[]) =>
    build({
      decider: { source: MarketSource.TimedFact, factOwner: addresses.factProgram, clauses },
    });

  test('by one time before and one at or after the expiry, in any order', () => {
    world.must(withClauses(before, from, decision));
    world.must(withClauses(from, before, decision));
    world.must(withClauses(from, atExpiry(8, 'lte', 60n), before, decision));
  });

  const refused: [string, Clause[]][] = [
    ['nothing says when', [decision]],
    ['nothing says that it is the first since', [from, decision]],
    ['nothing says that it is not before', [before, decision]],
    ['both speak of the same time', [atExpiry(8, 'lt'), from, decision]],
    ['the previous one may be at the expiry', [atExpiry(16, 'lte'), from, decision]],
    ['it must be after the expiry', [before, atExpiry(8, 'gt'), decision]],
    ['the previous one may be later by a second', [atExpiry(16, 'lt', 1n), from, decision]],
    ['it may be earlier by a second', [before, atExpiry(8, 'gte', -1n), decision]],
    ['the previous time is compared with a constant', [constant, from, decision]],
    ['the decision is one of the two', [before, from]],
  ];
  test.each(refused)('and is refused when %s', (_, clauses) => {
    world.expectRefused(withClauses(...clauses), 'FactNotUnique');
  });
});
