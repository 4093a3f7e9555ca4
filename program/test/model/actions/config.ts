// The settings: announced, applied, cancelled, and keys that lose their power at once.
import { feeRates } from '@tote/domain';
import { NO_ADDRESS } from '@tote/program-client';
import type { Key } from '../../support/key.ts';
import type { Terms } from '../../support/terms.ts';
import type { Config, Model, Settings } from '../model.ts';
import { ask, askAll, require, requireAll, type Transaction } from '../plan.ts';

const DAY = 24 * 60 * 60;
const VETO_SECONDS_MAX = 7 * DAY;
const CHANGE_DELAY_MAX = 30 * DAY;

export interface UpdateConfigArgs {
  /** Who signs. */
  by: Key;
  /** What is to be in force. */
  settings: Settings;
}

/** In force at once without a delay, otherwise it waits, and what waited before is gone. */
export function updateConfig(model: Model, { by, settings }: UpdateConfigArgs): Transaction {
  const { terms, admin: newAdmin, knownPrograms } = settings;
  return {
    kind: 'update_config',
    build: (world) => {
      const known = [...knownPrograms];
      return world.build.updateConfig(terms, { admin: by, newAdmin, knownPrograms: known });
    },
    apply() {
      const { config, statistics } = model;
      const hasMinimums = terms.minimumStakeSol > 0n && terms.minimumStakeUtility > 0n;
      askAll(
        () => require(by === config.admin, 'NotAdmin'),
        () => ask({ fee_rates_out_of_range: 'FeeTooHigh' }, () => feeRates(terms)),
        () => require(hasMinimums, 'InvalidTerms'),
        () => require(terms.vetoSeconds <= VETO_SECONDS_MAX, 'VetoTooLong'),
        () => require(terms.changeDelay <= CHANGE_DELAY_MAX, 'DelayTooLong'),
      );
      if (config.pendingAt > 0n) statistics.reach('announcements replaced');
      const delay = config.terms.changeDelay;
      const effectiveAt = model.now + BigInt(delay);
      model.config = { ...config, pending: settings, pendingAt: effectiveAt };
      const applied = delay === 0;
      if (applied) putIntoForce(model, settings);
      return { name: 'ConfigAnnounced', applied, admin: newAdmin.address, effectiveAt };
    },
  };
}

function putIntoForce(model: Model, settings: Settings): void {
  const { config, statistics } = model;
  const isNewOracle = settings.terms.oracle !== config.terms.oracle;
  const oracleGeneration = config.oracleGeneration + (isNewOracle ? 1 : 0);
  if (isNewOracle) statistics.reach('oracles replaced');
  model.config = { ...config, ...settings, pendingAt: 0n, oracleGeneration };
}

/** Anybody may. */
export function applyConfig(model: Model): Transaction {
  return {
    kind: 'apply_config',
    build: (world) => world.build.applyConfig(),
    apply() {
      const { pending, pendingAt } = model.config;
      require(pending !== null && pendingAt > 0n, 'NothingPending');
      require(model.now >= pendingAt, 'ChangeTooEarly');
      putIntoForce(model, pending);
      return { name: 'ConfigApplied', admin: pending.admin.address, effectiveAt: pendingAt };
    },
  };
}

export function cancelConfig(model: Model, by: Key): Transaction {
  return {
    kind: 'cancel_config',
    build: (world) => world.build.cancelConfig({ admin: by }),
    apply() {
      const { admin, pendingAt } = model.config;
      requireAll({ NotAdmin: by === admin, NothingPending: pendingAt > 0n });
      model.config = { ...model.config, pendingAt: 0n };
      return { name: 'ConfigCancelled', admin: admin.address, effectiveAt: pendingAt };
    },
  };
}

/** At least one of the two. */
export interface DisableKeysArgs {
  by: Key;
  operator: boolean;
  /** The oracles up to this one. */
  oracleGeneration?: number;
}

export function disableKeys(model: Model, args: DisableKeysArgs): Transaction {
  const { by, operator, oracleGeneration } = args;
  return {
    kind: 'disable_keys',
    build: (world) => world.build.disableKeys({ authority: by, operator, oracleGeneration }),
    apply() {
      const { config } = model;
      requireAll({
        NotAdminOrGuardian: by === config.admin || by.address === config.terms.guardian,
        UnknownGeneration: (oracleGeneration ?? 0) <= config.oracleGeneration,
      });
      if (operator) model.config = removeKey(model.config, 'operator');
      if (oracleGeneration !== undefined) disableOracles(model, oracleGeneration);
      const mask = (operator ? 1 : 0) + (oracleGeneration === undefined ? 0 : 2);
      const oracleDisabledBelow = BigInt(model.config.oracleDisabledBelow);
      return { name: 'KeysDisabled', mask, by: by.address, oracleDisabledBelow };
    },
  };
}

function disableOracles(model: Model, generation: number): void {
  const { config } = model;
  const oracleDisabledBelow = Math.max(config.oracleDisabledBelow, generation + 1);
  const isCurrent = generation === config.oracleGeneration;
  const left = isCurrent ? removeKey(config, 'oracle') : config;
  model.config = { ...left, oracleDisabledBelow };
}

/** Also from a change that would have kept it, whether it still waits or not. */
function removeKey(config: Config, name: 'operator' | 'oracle'): Config {
  const removed = config.terms[name];
  const without = (terms: Terms): Terms => ({ ...terms, [name]: NO_ADDRESS });
  const { pending } = config;
  const isKept = pending?.terms[name] === removed;
  return {
    ...config,
    terms: without(config.terms),
    pending: isKept ? { ...pending, terms: without(pending.terms) } : pending,
  };
}

/** Says whether this is the operator's signature. */
export function isOperator({ config }: Model, { address }: Key): boolean {
  return config.terms.operator === address;
}
