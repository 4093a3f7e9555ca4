import { NO_ADDRESS } from '@tote/program-client';
import fc from 'fast-check';
import { PUMP_PROGRAM } from '../../support/facts.ts';
import { addresses, keys } from '../../support/genesis.ts';
import { applyConfig, cancelConfig, disableKeys, updateConfig } from '../actions/config.ts';
import type { Model, Settings } from '../model.ts';
import type { Profile } from '../profile.ts';
import { choice, choose, keyOf, rarely } from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

const DAY = 86_400;
const RATES = [
  [500, 500],
  [0, 0],
  [1_000, 1_000],
  [777, 333],
  [2_000, 0],
  [1, 1_999],
  [1_500, 501],
] as const;

const { factProgram } = addresses;
const KNOWN = [[factProgram, PUMP_PROGRAM], [factProgram, PUMP_PROGRAM], [factProgram], []];
const { keeper, oracle, guardian, operator, admin } = keys;
const ORACLES = [oracle.address, oracle.address, keeper.address, NO_ADDRESS];
const OPERATORS = [operator.address, operator.address, operator.address, keeper.address];
const GUARDIANS = [guardian.address, guardian.address, keeper.address];
const ADMINS = [admin, admin, admin, keeper];

const settings = fc.record({
  rates: choice,
  vetoSeconds: fc.constantFrom(0, 0, 60, 60, 300, 300, 300, 604_801),
  changeDelay: fc.constantFrom(0, 0, 0, 60, 300, 300, 900, 2_592_001),
  leadSeconds: fc.constantFrom(0, 0, 0, 30, 300, 300, 301),
  horizonDays: fc.constantFrom(3_650, 3_650, 400, 1, 1, 0, 3_651),
  /** Only the guardian changes. */
  isGuardianOnly: rarely(4),
  minimum: choice,
  known: choice,
  oracle: choice,
  operator: choice,
  guardian: choice,
  admin: choice,
  isZeroMinimum: rarely(16),
});

type SettingsChoices = typeof settings extends fc.Arbitrary<infer T> ? T : never;

function settingsOf({ config }: Model, profile: Profile, choices: SettingsChoices): Settings {
  const guardian = choose(GUARDIANS, choices.guardian);
  if (choices.isGuardianOnly) {
    const { admin, knownPrograms, terms } = config;
    return { admin, knownPrograms, terms: { ...terms, guardian } };
  }
  const [burnBps, developerBps] = choose(RATES, choices.rates);
  const minimum = choose(profile.minimumStakes, choices.minimum);
  return {
    admin: choose(ADMINS, choices.admin),
    knownPrograms: choose(KNOWN, choices.known),
    terms: {
      ...profile.terms,
      burnBps,
      developerBps,
      vetoSeconds: choices.vetoSeconds,
      changeDelay: choices.changeDelay,
      minimumStakeSol: choices.isZeroMinimum ? 0n : minimum,
      minimumStakeUtility: minimum,
      oracle: choose(ORACLES, choices.oracle),
      operator: choose(OPERATORS, choices.operator),
      guardian,
      leadSeconds: choices.leadSeconds,
      horizonSeconds: choices.horizonDays * DAY,
    },
  };
}

function announceStep(profile: Profile): StepArbitrary {
  return step(
    'announce',
    fc.record({ settings, isStranger: rarely(12) }),
    (model, { settings: choices, isStranger }) => {
      const by = isStranger ? keys.stranger : model.config.admin;
      return updateConfig(model, by, settingsOf(model, profile, choices));
    },
  );
}

/** Early and late, and rarely with nothing there. */
const apply = step('apply', fc.record({ isAny: rarely(8) }), (model, { isAny }) => {
  return model.config.pendingAt > 0n || isAny ? applyConfig(model) : null;
});

const cancel = step(
  'cancel',
  fc.record({ by: fc.constantFrom('admin', 'guardian', 'guardian', 'stranger'), isAny: rarely(8) }),
  (model, { by, isAny }) => {
    const { config } = model;
    if (config.pendingAt === 0n && !isAny) return null;
    if (by === 'stranger') return cancelConfig(model, keys.stranger);
    return cancelConfig(model, by === 'admin' ? config.admin : keyOf(config.terms.guardian));
  },
);

const disable = step(
  'disable',
  fc.record({
    by: fc.constantFrom('guardian', 'guardian', 'admin', 'operator'),
    /** From the current one down; one below 0 does not exist yet. */
    operatorsBack: fc.constantFrom(null, null, 0, 1, 1, -1),
    oraclesBack: fc.constantFrom(null, 0, 1, 1, 2, -1),
    /** Seldom: most of the others need the keys. */
    isMeant: rarely(3),
  }),
  (model, { by, operatorsBack, oraclesBack, isMeant }) => {
    if (!isMeant || (operatorsBack === null && oraclesBack === null)) return null;
    const { config } = model;
    const back = (current: number, count: number | null) =>
      count === null ? undefined : Math.max(current - count, 0);
    const signer = by === 'admin' ? config.admin : keyOf(config.terms[by]);
    return disableKeys(model, {
      by: signer,
      operatorGeneration: back(config.operatorGeneration, operatorsBack),
      oracleGeneration: back(config.oracleGeneration, oraclesBack),
    });
  },
);

export function configSteps(profile: Profile): StepArbitrary[] {
  const announce = announceStep(profile);
  return [announce, announce, apply, apply, cancel, disable];
}
