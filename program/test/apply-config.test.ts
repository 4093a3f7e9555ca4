import { beforeEach, describe, expect, test } from 'vitest';
import { programs } from './support/term-limits.ts';
import type { Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { admin, bob, stranger } = keys;
beforeEach(() => world.reset());

const apply = () => build.applyConfig();
const announce = (terms: Partial<Terms>, options = {}) =>
  world.must(build.updateConfig({ changeDelay: DELAY, ...terms }, options));

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
    expect(world.getConfig()).toMatchObject({ admin: admin.address, knownPrograms });
  });
});
