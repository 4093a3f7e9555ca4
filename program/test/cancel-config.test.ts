import { TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminOptions } from './support/build.ts';
import { expectEvent } from './support/expect-event.ts';
import { createKey } from './support/key.ts';
import { expectAccountsCounted, expectDataChecked, range } from './support/malformed.ts';
import { asReadonly, withAccount, withBytes, withoutSigner } from './support/tamper.ts';
import type { Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const DELAY = 3_600;
const world = createWorld({ terms: { changeDelay: DELAY } });
const { build, addresses, keys } = world;
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

  test('another change can be announced, and waits as long as any', () => {
    announce();
    world.advance(BigInt(DELAY) - 1n);
    world.must(cancel());
    announce();
    world.advance(1n);
    world.expectRefused(build.applyConfig(), 'ChangeTooEarly');
    world.advance(BigInt(DELAY) - 1n);
    world.must(build.applyConfig());
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

  test('not the guardian of now to keep itself: it is replaced when the delay is over', () => {
    world.must(build.updateConfig({ changeDelay: DELAY, guardian: bob.address }));
    world.advance(BigInt(DELAY));
    world.must(build.applyConfig());
    announce();
    world.expectRefused(build.cancelConfig({ authority: guardian }), 'NotAdminOrGuardian');
    world.must(build.cancelConfig({ authority: bob }));
  });

  test('the admin must sign', () => {
    announce();
    world.expectRefused(withoutSigner(cancel(), 0), 'MissingSignature');
  });
});

describe('a malformed instruction', () => {
  beforeEach(() => {
    announce();
  });

  test('with too few or too many bytes, or a reserved one set, is refused', () => {
    expectDataChecked(world, cancel(), range(1, 7));
  });

  test('with too few or too many accounts is refused', () => {
    expectAccountsCounted(world, cancel());
  });

  test('with an unknown tag is refused', () => {
    world.expectRefused(withBytes(cancel(), 0, 20), 'UnknownInstruction');
  });

  test('with a Config that is not writable, or is none, is refused', () => {
    world.expectRefused(asReadonly(cancel(), 1), 'NotWritable');
    world.expectRefused(withAccount(cancel(), 1, addresses.vaultSol), 'WrongAccountType');
    const copy = createKey('copied config').address;
    const data = world.getData(addresses.config);
    world.setAccount(copy, { data, owner: TOKEN_PROGRAM_ADDRESS });
    world.expectRefused(withAccount(cancel(), 1, copy), 'WrongOwner');
  });
});
