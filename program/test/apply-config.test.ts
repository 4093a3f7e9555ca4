import { TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendAndCompare } from './support/changes.ts';
import { expectEvent } from './support/expect-event.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { asReadonly, withAccount, withBytes } from './support/tamper.ts';
import { programs } from './support/term-limits.ts';
import type { Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, addresses, keys } = world;
const { admin, bob, guardian, oracle, stranger } = keys;
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

  test('anybody may call it, and nothing but the Config changes', () => {
    announce({ burnBps: 1 });
    world.advance(BigInt(DELAY));
    const { changes } = sendAndCompare(world, apply());
    expect(changes).toHaveLength(1);
    expect(changes[0]).toContain(addresses.config);
    expect(apply().accounts).toHaveLength(1);
  });

  test('a new admin takes over with it', () => {
    const result = change({}, { newAdmin: bob });
    expect(result.events[0]).toMatchObject({ name: 'ConfigApplied', admin: bob.address });
    world.expectRefused(build.updateConfig(), 'NotAdmin');
    world.must(build.updateConfig({}, { admin: bob }));
  });

  test('live markets do not change by a byte', () => {
    const market = world.createMarket();
    const before = world.getData(market);
    change({ burnBps: 1, developerBps: 2, vetoSeconds: 3, minimumStakeSol: 4n });
    expect(world.getData(market)).toEqual(before);
    expect(world.getMarket(world.createMarket())).toMatchObject({
      burnBps: 1,
      developerBps: 2,
      vetoSeconds: 3,
      minimumStake: 4n,
    });
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

  test('years later', () => {
    announce({ burnBps: 1 });
    world.advance(100_000_000n);
    world.must(apply());
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

  test('not after it was cancelled', () => {
    announce({ burnBps: 1 });
    world.must(build.cancelConfig());
    world.advance(BigInt(DELAY));
    world.expectRefused(apply(), 'NothingPending');
  });

  test('not after an announcement without a delay: that one is in force', () => {
    change({ changeDelay: 0 });
    world.must(build.updateConfig({ burnBps: 9 }));
    expect(world.getConfig().burnBps).toBe(9);
    world.expectRefused(apply(), 'NothingPending');
    world.expectRefused([build.updateConfig(), apply()], 'NothingPending');
  });

  test('after the longest delay of 30 days to the second', () => {
    const days = createWorld({ terms: { changeDelay: 30 * 86_400 } });
    days.must(days.build.updateConfig({ burnBps: 1 }));
    days.advance(30n * 86_400n - 1n);
    days.expectRefused(days.build.applyConfig(), 'ChangeTooEarly');
    days.advance(1n);
    days.must(days.build.applyConfig());
  });
});

describe('the generation of the oracle', () => {
  const generation = () => world.getConfig().oracleGeneration;

  test('grows with every other oracle, also with one that there was before', () => {
    expect(generation()).toBe(0);
    change({ oracle: bob.address });
    expect(generation()).toBe(1);
    change({ oracle: oracle.address });
    expect(generation()).toBe(2);
  });

  test('stays while the oracle does, whatever else changes', () => {
    change({ burnBps: 1, operator: bob.address, guardian: bob.address });
    change({ burnBps: 2 });
    expect(generation()).toBe(0);
  });

  test('does not grow with an announcement', () => {
    announce({ oracle: bob.address });
    expect(generation()).toBe(0);
    world.must(build.cancelConfig());
    expect(generation()).toBe(0);
  });

  test('is what a market remembers', () => {
    const first = world.createMarket();
    change({ oracle: bob.address });
    const second = world.createMarket();
    expect(world.getMarket(first).oracleGeneration).toBe(0);
    expect(world.getMarket(second).oracleGeneration).toBe(1);
  });
});

describe('a malformed instruction', () => {
  beforeEach(() => {
    announce({ burnBps: 1 });
    world.advance(BigInt(DELAY));
  });

  test('with too few or too many bytes, or a reserved one set, is refused', () => {
    expectDataChecked(world, apply(), range(1, 7));
  });

  test('with too few or too many accounts is refused', () => {
    expectAccountsCounted(world, apply());
  });

  test('with an unknown tag is refused', () => {
    world.expectRefused(withBytes(apply(), 0, 20), 'UnknownInstruction');
  });

  test('with a Config that is not writable, or is none, is refused', () => {
    world.expectRefused(asReadonly(apply(), 0), 'NotWritable');
    world.expectRefused(withAccount(apply(), 0, addresses.vaultSol), 'WrongAccountType');
    const copy = createKey('copied config').address;
    const data = world.getData(addresses.config);
    world.setAccount(copy, { data, owner: TOKEN_PROGRAM_ADDRESS });
    world.expectRefused(withAccount(apply(), 0, copy), 'WrongOwner');
    world.expectRefused(withAccount(apply(), 0, guardian.address), 'WrongOwner');
  });
});
