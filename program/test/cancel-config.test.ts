import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminOptions } from './support/build.ts';
import type { Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { bob, guardian, operator, stranger, upgradeAuthority } = keys;
beforeEach(() => world.reset());

const cancel = () => build.cancelConfig();

describe('who may', () => {
  test('the admin of now or the guardian, and nobody else: not the one to come', () => {
    const announced = build.updateConfig({}, { newAdmin: bob });
    world.must(announced);
    for (const other of [stranger, operator, upgradeAuthority, bob]) {
      world.expectRefused(build.cancelConfig({ authority: other }), 'NotAdminOrGuardian');
    }
    world.must(cancel());
    world.must(announced);
    world.must(build.cancelConfig({ authority: guardian }));
    expect(world.getConfig().pendingAt).toBe(0n);
  });

  test('not the guardian where nothing but the guardian changes', () => {
    const byGuardian = build.cancelConfig({ authority: guardian });
    const replaced = { changeDelay: DELAY, guardian: bob.address };
    world.must(build.updateConfig(replaced));
    world.expectRefused(byGuardian, 'NotAdmin');
    world.must(cancel());
    // With anything else in it, and where the guardian stays, it may.
    const others: [Partial<Terms>, AdminOptions][] = [
      [{ burnBps: 1 }, {}],
      [{ treasury: stranger.address }, {}],
      [{ horizonSeconds: 86_400 }, {}],
      [{}, { newAdmin: bob }],
      [{}, { knownPrograms: [] }],
    ];
    for (const [terms, options] of others) {
      world.must(build.updateConfig({ ...replaced, ...terms }, options));
      world.must(byGuardian);
    }
    world.must(build.updateConfig({ changeDelay: DELAY }));
    world.must(byGuardian);
  });
});
