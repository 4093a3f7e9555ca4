import type { Address } from '@solana/kit';
import { Currency, NO_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectEvent } from './support/expect-event.ts';
import { createKey } from './support/key.ts';
import { withBytes } from './support/tamper.ts';
import { BAD_TERMS, GOOD_TERMS, programs } from './support/term-limits.ts';
import { TERMS, type Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses, keys } = world;
const { admin, bob } = keys;
beforeEach(() => world.reset());

/** Different from the first terms in everything. */
const NEW_TERMS: Terms = {
  burnBps: 700,
  developerBps: 300,
  vetoSeconds: 3_600,
  changeDelay: 7_200,
  leadSeconds: 30,
  horizonSeconds: 400 * 86_400,
  minimumStakeSol: 5_000_000n,
  minimumStakeUtility: 7_000n,
  operator: createKey('new operator').address,
  oracle: createKey('new oracle').address,
  guardian: createKey('new guardian').address,
  treasury: createKey('new treasury').address,
};

const DELAY = 3_600;
const freeOf = (known: Address[]) => Array<Address>(16 - known.length).fill(NO_ADDRESS);

describe('known programs', () => {
  test('programs that are no longer known are wiped', () => {
    world.must(build.updateConfig({}, { knownPrograms: programs(16) }));
    const [first] = programs(1) as [Address];
    world.must(build.updateConfig({}, { knownPrograms: [first] }));
    expect(world.getConfig()).toMatchObject({
      knownProgramsLen: 1,
      knownPrograms: [first, ...freeOf([first])],
    });
  });
});

describe('with a delay', () => {
  const delayed = createWorld({ terms: { changeDelay: DELAY } });
  beforeEach(() => delayed.reset());
  const announce = (terms: Partial<Terms> = NEW_TERMS, options = {}) =>
    delayed.build.updateConfig({ changeDelay: DELAY, ...terms }, options);

  test('a change is announced with its moment; only then it is in force, all of it', () => {
    const before = delayed.getConfig();
    const knownPrograms = programs(3);
    const result = delayed.must(announce(NEW_TERMS, { knownPrograms }));
    const effectiveAt = delayed.now + BigInt(DELAY);
    expectEvent(result, 'ConfigAnnounced', { applied: false, admin: admin.address, effectiveAt });
    expect([...result.returnData.slice(0, 8)]).toEqual([1, 3, 0, 0, 0, 0, 0, 0]);
    const { minimumStakeSol, minimumStakeUtility, ...terms } = NEW_TERMS;
    expect(delayed.getConfig()).toEqual({
      ...before,
      pendingAt: effectiveAt,
      pending: {
        ...terms,
        minimumStake: [minimumStakeSol, minimumStakeUtility],
        admin: admin.address,
        knownProgramsLen: 3,
        knownPrograms: [...knownPrograms, ...freeOf(knownPrograms)],
      },
    });
    const announced = delayed.getConfig();
    delayed.advance(BigInt(DELAY));
    delayed.must(delayed.build.applyConfig());
    const generations = { oracleGeneration: 1, operatorGeneration: 1 };
    expect(delayed.getConfig()).toEqual({
      ...{ ...announced, ...announced.pending, ...generations, pendingAt: 0n },
    });
  });

  test.each([
    ['none', 0],
    ['a shorter one', 1],
    ['a longer one', 30 * 86_400],
  ])('%s takes the old one first', (_, changeDelay) => {
    delayed.must(announce({ changeDelay }));
    const { pendingAt } = delayed.getConfig();
    expect(pendingAt).toBe(delayed.now + BigInt(DELAY));
    // Until then the old delay holds for whatever is announced.
    delayed.advance(BigInt(DELAY) - 1n);
    delayed.must(announce({ changeDelay }));
    expect(delayed.getConfig()).toMatchObject({ changeDelay: DELAY, burnBps: 500 });
    delayed.advance(BigInt(DELAY));
    delayed.must(delayed.build.applyConfig());
    const [event] = delayed.must(delayed.build.updateConfig({ changeDelay })).events;
    const effectiveAt = delayed.now + BigInt(changeDelay);
    expect(event).toMatchObject({ applied: changeDelay === 0, effectiveAt });
  });
});

describe('who may', () => {
  test('the admin hands over, and from then on only the new one may', () => {
    const result = world.must(build.updateConfig({ burnBps: 1 }, { newAdmin: bob }));
    const fields = { applied: true, admin: bob.address, effectiveAt: world.now };
    expectEvent(result, 'ConfigAnnounced', fields);
    expect(world.getConfig()).toMatchObject({ admin: bob.address, burnBps: 1 });

    world.expectRefused(build.updateConfig(), 'NotAdmin');
    world.expectRefused(build.updateConfig({}, { newAdmin: bob }), 'NotAdmin');
    world.must(build.updateConfig({ burnBps: 2 }, { admin: bob }));
    world.must(build.updateConfig({ burnBps: 3 }, { admin: bob, newAdmin: admin }));
    expect(world.getConfig()).toMatchObject({ admin: admin.address, burnBps: 3 });
  });
});

describe('markets', () => {
  const OLD = { burnBps: 500, developerBps: 500, vetoSeconds: 0, subject: TERMS.oracle };
  const NEW = { burnBps: 700, developerBps: 300, vetoSeconds: 3_600, subject: NEW_TERMS.oracle };

  test('a live market does not change by a byte, one created afterwards has the new terms', () => {
    const sol = world.createMarket();
    const utility = world.createMarket({ currency: Currency.Utility });
    const before = [sol, utility].map((market) => world.getData(market));
    world.must(build.updateConfig(NEW_TERMS));
    expect([sol, utility].map((market) => world.getData(market))).toEqual(before);
    expect(world.getMarket(sol)).toMatchObject({ ...OLD, minimumStake: 100_000n });
    expect(world.getMarket(utility)).toMatchObject({ ...OLD, minimumStake: 1_000n });

    const operator = createKey('new operator');
    const newSol = world.createMarket({ operator });
    const newUtility = world.createMarket({ operator, currency: Currency.Utility });
    expect(world.getMarket(newSol)).toMatchObject({ ...NEW, minimumStake: 5_000_000n });
    expect(world.getMarket(newUtility)).toMatchObject({ ...NEW, minimumStake: 7_000n });
  });
});

describe('the terms', () => {
  test.each(GOOD_TERMS)('take %s', (_, { terms, knownPrograms = [addresses.factProgram] }) => {
    world.must(build.updateConfig(terms, { knownPrograms }));
    const { minimumStakeSol, minimumStakeUtility, ...others } = { ...TERMS, ...terms };
    expect(world.getConfig()).toMatchObject({
      ...others,
      minimumStake: [minimumStakeSol, minimumStakeUtility],
      knownProgramsLen: knownPrograms.length,
      knownPrograms: [...knownPrograms, ...freeOf(knownPrograms)],
    });
  });

  test('do not take a reserved byte', () => {
    const update = build.updateConfig(NEW_TERMS);
    const changeDelay = Uint8Array.of(0x20, 0x1c, 0, 0);
    const at = Buffer.from(update.data).indexOf(changeDelay) + changeDelay.length;
    for (const offset of [at, at + 1, at + 2, at + 3]) {
      world.expectRefused(withBytes(update, offset, 1), 'InvalidInstructionData');
    }
    world.must(update);
  });

  test.each(BAD_TERMS)('do not take %s', (_, { terms, knownPrograms }, error) => {
    world.expectRefused(build.updateConfig(terms, { knownPrograms }), error);
  });
});
