import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminOptions } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import type { Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { admin, bob, guardian, operator, stranger, upgradeAuthority } = keys;
beforeEach(() => world.reset());

const cancel = () => build.cancelConfig();
const announce = () => world.must(build.updateConfig({ burnBps: 1 }));

describe('all is well', () => {
  test('nothing is pending any more, and the rest stays as it was', () => {
    const before = world.getConfig();
    announce();
    world.must(cancel());
    const { pending: _means, ...after } = world.getConfig();
    const { pending: _nothing, ...expected } = before;
    expect(after).toEqual(expected);
  });

  test('the event names the admin and the moment that will not come', () => {
    announce();
    const effectiveAt = world.now + BigInt(DELAY);
    world.advance(10n);
    const result = world.must(cancel());
    expectEvent(result, 'ConfigCancelled', { admin: admin.address, effectiveAt });
    expect([...result.returnData.slice(0, 8)]).toEqual([18, 3, 0, 0, 0, 0, 0, 0]);
  });

  test('also when it could have been applied already', () => {
    announce();
    world.advance(BigInt(DELAY) + 1n);
    world.must(cancel());
    world.expectRefused(build.applyConfig(), 'NothingPending');
    expect(world.getConfig().burnBps).toBe(500);
  });
});

describe('there is nothing to cancel', () => {
  test('before anything was announced, after it was cancelled, and after it was applied', () => {
    world.expectRefused(cancel(), 'NothingPending');
    announce();
    world.must(cancel());
    world.expectRefused(cancel(), 'NothingPending');
    announce();
    world.advance(BigInt(DELAY));
    world.must(build.applyConfig());
    world.expectRefused(cancel(), 'NothingPending');
  });
});

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
