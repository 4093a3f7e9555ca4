import { beforeEach, describe, expect, test } from 'vitest';
import { expectEvent } from './support/expect-event.ts';
import { programs } from './support/term-limits.ts';
import type { Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { admin, bob, oracle, stranger } = keys;
beforeEach(() => world.reset());

const apply = () => build.applyConfig();
const announce = (terms: Partial<Terms>, options = {}) =>
  world.must(build.updateConfig({ changeDelay: DELAY, ...terms }, options));

/** Announces and waits. */
function change(terms: Partial<Terms>, options = {}) {
  announce(terms, options);
  world.advance(BigInt(DELAY));
  return world.must(apply());
}

describe('all is well', () => {
  test('everything that was announced is in force, and nothing is pending', () => {
    const knownPrograms = programs(16);
    announce(
      {
        burnBps: 700,
        developerBps: 300,
        vetoSeconds: 60,
        changeDelay: 1,
        minimumStakeSol: 5n,
        minimumStakeUtility: 7n,
        operator: bob.address,
        oracle: stranger.address,
        guardian: bob.address,
        treasury: stranger.address,
      },
      { knownPrograms },
    );
    const announced = world.getConfig();
    world.advance(BigInt(DELAY));
    world.must(apply());
    expect(world.getConfig()).toEqual({
      ...announced,
      ...announced.pending,
      pendingAt: 0n,
      oracleGeneration: 1,
      operatorGeneration: 1,
    });
    expect(world.getConfig()).toMatchObject({
      burnBps: 700,
      changeDelay: 1,
      minimumStake: [5n, 7n],
      admin: admin.address,
      operator: bob.address,
      oracle: stranger.address,
      knownPrograms,
    });
  });

  test('the event names the admin and the moment from which on it could be applied', () => {
    announce({ burnBps: 1 });
    const effectiveAt = world.now + BigInt(DELAY);
    world.at(effectiveAt + 77n);
    const result = world.must(apply());
    expectEvent(result, 'ConfigApplied', { admin: admin.address, effectiveAt });
    expect([...result.returnData.slice(0, 8)]).toEqual([17, 3, 0, 0, 0, 0, 0, 0]);
  });
});

describe('when', () => {
  test('from the announced moment on, not a second before', () => {
    announce({ burnBps: 1 });
    const { pendingAt } = world.getConfig();
    world.expectRefused(apply(), 'ChangeTooEarly');
    world.at(pendingAt - 1n);
    world.expectRefused(apply(), 'ChangeTooEarly');
    world.at(pendingAt);
    world.must(apply());
    expect(world.getConfig().burnBps).toBe(1);
  });

  test('not while nothing was announced', () => {
    world.expectRefused(apply(), 'NothingPending');
    world.advance(100_000_000n);
    world.expectRefused(apply(), 'NothingPending');
  });

  test('once', () => {
    change({ burnBps: 1 });
    world.expectRefused(apply(), 'NothingPending');
    announce({ burnBps: 2 });
    world.advance(BigInt(DELAY));
    world.expectRefused([apply(), apply()], 'NothingPending');
  });

  test('not after an announcement without a delay: that one is in force', () => {
    change({ changeDelay: 0 });
    world.must(build.updateConfig({ burnBps: 9 }));
    expect(world.getConfig().burnBps).toBe(9);
    world.expectRefused(apply(), 'NothingPending');
    world.expectRefused([build.updateConfig(), apply()], 'NothingPending');
  });
});

describe('the generation of the oracle', () => {
  const generation = () => world.getConfig().oracleGeneration;

  test('stays while the oracle does, whatever else changes', () => {
    change({ burnBps: 1, operator: bob.address, guardian: bob.address });
    change({ burnBps: 2 });
    expect(generation()).toBe(0);
  });

  test('grows with every other oracle, also with one that there was before', () => {
    expect(generation()).toBe(0);
    change({ oracle: bob.address });
    expect(generation()).toBe(1);
    change({ oracle: oracle.address });
    expect(generation()).toBe(2);
  });
});
