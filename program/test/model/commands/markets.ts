import fc from 'fast-check';
import { GENESIS_TIME } from '../../support/chain.ts';
import { keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { updateConfig } from '../actions/config.ts';
import { type CreateMarketArgs, createMarket } from '../actions/markets.ts';
import type { Decider, Model } from '../model.ts';
import type { Profile } from '../profile.ts';
import { choice, choose, currency, keyOf, rarely, sometimes } from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

const MARKETS_MAX = 6;
/** Expiries lie on a grid, so that runs meet the same addresses again: finding one takes long. */
const GRID_SECONDS = 600n;
const DAY = 86_400n;

const deciders = fc.record({
  kind: fc.constantFrom('oracle', 'oracle', 'named oracle', 'timed', 'state', 'state'),
  observed: choice,
  atLeast: fc.bigInt({ min: 1n, max: 3n }),
});

type DeciderChoice = typeof deciders extends fc.Arbitrary<infer T> ? T : never;

const create = step(
  'create',
  fc.record({
    currency,
    decider: deciders,
    isTriggered: fc.boolean(),
    isLatched: fc.boolean(),
    steps: fc.bigInt({ min: 1n, max: 3n }),
    closesBefore: fc.constantFrom(0n, 0n, 0n, 60n, 200n),
    refundAfter: fc.oneof(
      { weight: 15, arbitrary: fc.constantFrom(1n, 100n, 900n, 4_000n) },
      { weight: 1, arbitrary: fc.constantFrom(0n, 31n * DAY) },
    ),
    isByOperator: fc.boolean(),
    isByStranger: rarely(20),
    isRepeated: rarely(12),
    donation: sometimes(fc.bigInt({ min: 1_000_000n, max: 6_000_000n }), 6),
  }),
  (model, choices) => {
    if (model.markets.length >= MARKETS_MAX) return null;
    const decider = decideBy(model, choices.decider);
    const expiresAt = nextExpiry(model.now, choices.steps);
    const { currency, isTriggered, isLatched } = choices;
    const args: CreateMarketArgs = {
      creator: keys.creator,
      authority: authorityOf(model, choices),
      payer: keys.operator,
      currency,
      decider,
      isTriggered: isTriggered && decider.kind !== 'timed',
      isLatched: isLatched && decider.kind === 'state',
      nonce: BigInt(model.markets.length),
      closesAt: expiresAt - (decider.kind === 'timed' ? 60n : 0n) - choices.closesBefore,
      expiresAt,
      refundAt: expiresAt + choices.refundAfter,
      donation: choices.donation ?? 0n,
    };
    return createMarket(model, choices.isRepeated ? repeat(model, args) : args);
  },
);

function authorityOf(model: Model, by: { isByOperator: boolean; isByStranger: boolean }): Key {
  if (by.isByStranger) return keys.stranger;
  return by.isByOperator ? keyOf(model.terms.operator) : keys.creator;
}

function decideBy(model: Model, { kind, observed: index, atLeast }: DeciderChoice): Decider {
  switch (kind) {
    case 'oracle':
      return { kind: 'oracle', oracle: keyOf(model.terms.oracle), isNamed: false };
    case 'named oracle': {
      const oracle = index % 4 === 0 ? keys.oracle : keys.stranger;
      return { kind: 'oracle', oracle, isNamed: true };
    }
    case 'timed':
      return { kind: 'timed', atLeast: 100n };
    default: {
      const [first, second] = model.observed;
      if (!first || !second) throw new Error('there is nothing to observe');
      return { kind: 'state', observed: choose([first, second], index), atLeast };
    }
  }
}

/** At least a minute away. */
function nextExpiry(now: bigint, steps: bigint): bigint {
  const passed = (now + 60n - GENESIS_TIME) / GRID_SECONDS;
  return GENESIS_TIME + (passed + steps) * GRID_SECONDS;
}

/** The nonce and expiry of another market: the same address. */
function repeat(model: Model, args: CreateMarketArgs): CreateMarketArgs {
  const other = model.markets.at(-1);
  if (!other) return args;
  const { closesAt, expiresAt, refundAt } = other.domain.times;
  return {
    ...args,
    nonce: other.nonce,
    closesAt: BigInt(closesAt),
    expiresAt: BigInt(expiresAt),
    refundAt: BigInt(refundAt),
  };
}

const RATES = [
  [500, 500],
  [0, 0],
  [1_000, 1_000],
  [777, 333],
  [2_000, 0],
  [1, 1_999],
  [1_500, 501],
] as const;

function configStep(profile: Profile): StepArbitrary {
  return step(
    'config',
    fc.record({
      rates: choice,
      vetoSeconds: fc.constantFrom(0, 0, 60, 60, 300, 300, 604_801),
      minimum: choice,
      isFactProgramKnown: fc.constantFrom(true, true, true, false),
      hasOtherKeys: rarely(4),
      isZeroMinimum: rarely(12),
      isStranger: rarely(12),
    }),
    (model, choices) => {
      const [burnBps, developerBps] = choose(RATES, choices.rates);
      const minimum = profile.minimumStakes[choices.minimum % profile.minimumStakes.length] ?? 1n;
      const { keeper, oracle, guardian, operator } = keys;
      const isOther = choices.hasOtherKeys;
      const terms = {
        ...profile.terms,
        burnBps,
        developerBps,
        vetoSeconds: choices.vetoSeconds,
        minimumStakeSol: choices.isZeroMinimum ? 0n : minimum,
        minimumStakeUtility: minimum,
        oracle: (isOther ? keeper : oracle).address,
        guardian: (isOther ? keeper : guardian).address,
        operator: (isOther ? keeper : operator).address,
      };
      const { isFactProgramKnown } = choices;
      const admin = choices.isStranger ? keys.stranger : keys.admin;
      return updateConfig(model, { admin, terms, isFactProgramKnown });
    },
  );
}

export function marketSteps(profile: Profile): StepArbitrary[] {
  return [create, create, create, configStep(profile)];
}
