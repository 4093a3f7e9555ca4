import type { Address } from '@solana/kit';
import { type ErrorName, NO_ADDRESS } from '@tote/program-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { createKey } from './support/key.ts';
import { TERMS, type Terms } from './support/terms.ts';
import { createWorld } from './support/world.ts';

const world = createWorld();
const { build, addresses } = world;
beforeEach(() => world.reset());

const freeOf = (known: Address[]) => Array<Address>(16 - known.length).fill(NO_ADDRESS);

interface TermsCase {
  terms: Partial<Terms>;
  knownPrograms?: Address[];
}

const DAY = 86_400;
const WEEK = 7 * DAY;

/** Addresses of programs that do not exist, all different. */
function programs(count: number): Address[] {
  return Array.from({ length: count }, (_, index) => createKey(`program ${index}`).address);
}

const GOOD_TERMS: [string, TermsCase][] = [
  ['2,000 basis points burned', { terms: { burnBps: 2_000, developerBps: 0 } }],
  ['2,000 basis points for the developer', { terms: { burnBps: 0, developerBps: 2_000 } }],
  ['2,000 basis points together', { terms: { burnBps: 1_999, developerBps: 1 } }],
  ['no fees', { terms: { burnBps: 0, developerBps: 0 } }],
  ['a veto time of 7 days', { terms: { vetoSeconds: WEEK } }],
  ['a delay of 30 days', { terms: { changeDelay: 30 * DAY } }],
  ['a lead of 300 seconds', { terms: { leadSeconds: 300 } }],
  ['a horizon of a day', { terms: { horizonSeconds: DAY } }],
  ['a horizon of 3,650 days', { terms: { horizonSeconds: 3_650 * DAY } }],
  ['minimum stakes of 1', { terms: { minimumStakeSol: 1n, minimumStakeUtility: 1n } }],
  ['16 known programs', { terms: {}, knownPrograms: programs(16) }],
  ['no known program', { terms: {}, knownPrograms: [] }],
];

const BAD_TERMS: [string, TermsCase, ErrorName][] = [
  ['2,001 points burned', { terms: { burnBps: 2_001, developerBps: 0 } }, 'FeeTooHigh'],
  ['2,001 points for the developer', { terms: { burnBps: 0, developerBps: 2_001 } }, 'FeeTooHigh'],
  ['2,001 points together', { terms: { burnBps: 1_000, developerBps: 1_001 } }, 'FeeTooHigh'],
  ['fees that wrap 16 bits', { terms: { burnBps: 65_535, developerBps: 1 } }, 'FeeTooHigh'],
  ['a veto time over 7 days', { terms: { vetoSeconds: WEEK + 1 } }, 'VetoTooLong'],
  ['a veto time without end', { terms: { vetoSeconds: 0xffff_ffff } }, 'VetoTooLong'],
  ['a delay over 30 days', { terms: { changeDelay: 30 * DAY + 1 } }, 'DelayTooLong'],
  ['a delay without end', { terms: { changeDelay: 0xffff_ffff } }, 'DelayTooLong'],
  ['a lead over 300 seconds', { terms: { leadSeconds: 301 } }, 'LeadTooLong'],
  ['a horizon below a day', { terms: { horizonSeconds: DAY - 1 } }, 'InvalidHorizon'],
  ['a horizon over 3,650 days', { terms: { horizonSeconds: 3_650 * DAY + 1 } }, 'InvalidHorizon'],
  ['no minimum stake in SOL', { terms: { minimumStakeSol: 0n } }, 'InvalidTerms'],
  ['no minimum stake in UTILITY', { terms: { minimumStakeUtility: 0n } }, 'InvalidTerms'],
  ['17 known programs', { terms: {}, knownPrograms: programs(17) }, 'TooManyPrograms'],
  ['255 known programs', { terms: {}, knownPrograms: programs(255) }, 'TooManyPrograms'],
];

test('programs that are no longer known are wiped', () => {
  world.must(build.updateConfig({}, { knownPrograms: programs(16) }));
  const [first] = programs(1) as [Address];
  world.must(build.updateConfig({}, { knownPrograms: [first] }));
  expect(world.getConfig()).toMatchObject({
    knownProgramsLen: 1,
    knownPrograms: [first, ...freeOf([first])],
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

  test.each(BAD_TERMS)('do not take %s', (_, { terms, knownPrograms }, error) => {
    world.expectRefused(build.updateConfig(terms, { knownPrograms }), error);
  });
});
