import { beforeEach, test } from 'vitest';
import type { AdminOptions } from './support/build.ts';
import type { Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, keys } = world;
const { bob, guardian, stranger } = keys;
beforeEach(() => world.reset());

const cancel = () => build.cancelConfig();

test('the guardian may not where nothing but the guardian changes', () => {
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
