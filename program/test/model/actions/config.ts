// The settings: announced, applied, cancelled, and keys that lose their power at once.
import { isDeepStrictEqual } from 'node:util';
import { feeRates } from '@tote/domain';
import { NO_ADDRESS } from '@tote/program-client';
import type { Key } from '../../support/key.ts';
import type { Terms } from '../../support/terms.ts';
import type { Config, Model, Settings } from '../model.ts';
import { ask, askAll, require, requireAll, type Transaction } from '../plan.ts';

const DAY = 24 * 60 * 60;
const VETO_SECONDS_MAX = 7 * DAY;
const CHANGE_DELAY_MAX = 30 * DAY;
const LEAD_MAX = 300;
const isHorizon = (seconds: number) => seconds >= DAY && seconds <= 3_650 * DAY;

/** In force at once without a delay, otherwise it waits, and what waited before is gone. */
export function updateConfig(model: Model, by: Key, settings: Settings): Transaction {
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
        () => require(terms.leadSeconds <= LEAD_MAX, 'LeadTooLong'),
        () => require(isHorizon(terms.horizonSeconds), 'InvalidHorizon'),
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
  const isNewOperator = settings.terms.operator !== config.terms.operator;
  const operatorGeneration = config.operatorGeneration + (isNewOperator ? 1 : 0);
  const generations = { oracleGeneration, operatorGeneration };
  model.config = { ...config, ...settings, pendingAt: 0n, ...generations };
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
    build: (world) => world.build.cancelConfig({ authority: by }),
    apply() {
      const { admin, terms, pendingAt } = model.config;
      const isAdmin = by === admin;
      requireAll({
        NotAdminOrGuardian: isAdmin || by.address === terms.guardian,
        NothingPending: pendingAt > 0n,
        NotAdmin: isAdmin || pendingAt === 0n || !replacesOnlyGuardian(model.config),
      });
      if (!isAdmin) model.statistics.reach('changes cancelled by the guardian');
      model.config = { ...model.config, pendingAt: 0n };
      return { name: 'ConfigCancelled', admin: admin.address, effectiveAt: pendingAt };
    },
  };
}

/** The guardian cannot keep itself in office. */
function replacesOnlyGuardian({ terms, admin, knownPrograms, pending }: Config): boolean {
  if (!pending || pending.terms.guardian === terms.guardian) return false;
  const kept = { ...pending.terms, guardian: terms.guardian };
  const others = pending.admin === admin && isDeepStrictEqual(kept, terms);
  return others && isDeepStrictEqual(pending.knownPrograms, knownPrograms);
}

/** At least one of the two. */
export interface DisableKeysArgs {
  by: Key;
  /** The operators up to this one. */
  operatorGeneration?: number;
  /** The oracles up to this one. */
  oracleGeneration?: number;
}

export function disableKeys(model: Model, args: DisableKeysArgs): Transaction {
  const { by, operatorGeneration, oracleGeneration } = args;
  return {
    kind: 'disable_keys',
    build: (world) =>
      world.build.disableKeys({ authority: by, operatorGeneration, oracleGeneration }),
    apply() {
      const { config } = model;
      requireAll({
        NotAdminOrGuardian: by === config.admin || by.address === config.terms.guardian,
        UnknownGeneration:
          (oracleGeneration ?? 0) <= config.oracleGeneration &&
          (operatorGeneration ?? 0) <= config.operatorGeneration,
      });
      disableUpTo(model, 'operator', operatorGeneration);
      disableUpTo(model, 'oracle', oracleGeneration);
      const mask =
        (operatorGeneration === undefined ? 0 : 1) + (oracleGeneration === undefined ? 0 : 2);
      return {
        name: 'KeysDisabled',
        mask,
        by: by.address,
        oracleDisabledBelow: BigInt(model.config.oracleDisabledBelow),
        operatorDisabledBelow: BigInt(model.config.operatorDisabledBelow),
      };
    },
  };
}

function disableUpTo(model: Model, name: 'operator' | 'oracle', generation?: number): void {
  if (generation === undefined) return;
  const { config } = model;
  const below = Math.max(config[`${name}DisabledBelow`], generation + 1);
  const isCurrent = generation === config[`${name}Generation`];
  const left = isCurrent ? removeKey(config, name) : config;
  model.config = { ...left, [`${name}DisabledBelow`]: below };
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
