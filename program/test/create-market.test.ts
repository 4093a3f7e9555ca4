import { createHash } from 'node:crypto';
import { type ExpectedTerms, MarketSource, NO_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from './support/build.ts';
import { stateFact, timedFact } from './support/facts.ts';
import { keys } from './support/genesis.ts';
import { createKey } from './support/key.ts';
import { TERMS } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const { stranger } = keys;

const world = createWorld();
beforeEach(() => world.reset());

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());

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
      stateFact(createKey('observed').address),
      timedFact(),
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
