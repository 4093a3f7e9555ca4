import type { Address } from '@solana/kit';
import { NO_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from './support/key.ts';
import { withBytes } from './support/tamper.ts';
import { BAD_TERMS, GOOD_TERMS, programs } from './support/term-limits.ts';
import { TERMS, type Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses } = world;
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
