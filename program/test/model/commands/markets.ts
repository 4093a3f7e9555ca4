import type { Currency, ExpectedTerms } from '@tote/program-client';
import fc from 'fast-check';
import { GENESIS_TIME } from '../../support/chain.ts';
import { keys } from '../../support/genesis.ts';
import { findKey, type Key } from '../../support/key.ts';
import {
  type AskedFlags,
  type CreateMarketArgs,
  createMarket,
  NOTHING_ASKED,
  termsNow,
} from '../actions/markets.ts';
import { isLatched } from '../deciders.ts';
import type { Decider, Model } from '../model.ts';
import { choice, currency, keyOf, pick, rarely, sometimes } from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

const MARKETS_MAX = 7;
/** Expiries lie on a grid, so that runs meet the same addresses again: finding one takes long. */
const GRID_SECONDS = 600n;
const DAY = 86_400n;
const WINDOW_SECONDS = 120n;
const FRESH = [...Array<null>(30).fill(null), 'pending', 'pending'] as const;
const CREATORS = ['creator', 'creator', 'creator', 'operator', 'operator'] as const;
const SIGNERS = ['operator', 'operator', 'operator', 'operator', null] as const;

const deciders = fc.record({
  kind: fc.constantFrom('oracle', 'oracle', 'named oracle', 'timed', 'counter', 'curve', 'curve'),
  index: choice,
  atLeast: fc.bigInt({ min: 1n, max: 3n }),
});

type DeciderChoice = typeof deciders extends fc.Arbitrary<infer T> ? T : never;

const asked = fc.record({
  isTriggered: fc.boolean(),
  isLatched: fc.boolean(),
  isGated: rarely(3),
  isCustom: rarely(8),
  isInverted: fc.boolean(),
});

const create = step(
  'create',
  fc.record({
    currency,
    decider: deciders,
    asked,
    /** Asks for whatever was chosen. */
    isWild: rarely(10),
    /** What the creator looked at before the Config changed. */
    stale: fc.constantFrom(...FRESH, 'burnBps', 'developerBps', 'vetoSeconds', 'minimumStake'),
    steps: fc.bigInt({ min: 1n, max: 3n }),
    closesBefore: fc.constantFrom(0n, 0n, 0n, 60n, 200n),
    refundAfter: fc.oneof(
      { weight: 15, arbitrary: fc.constantFrom(1n, 100n, 900n, 4_000n) },
      { weight: 1, arbitrary: fc.constantFrom(0n, 31n * DAY) },
    ),
    isTooSoon: rarely(12),
    isTooLate: rarely(12),
    isFar: rarely(12),
    authority: fc.constantFrom(...CREATORS, ...CREATORS, 'stranger' as const),
    signer: fc.constantFrom(...SIGNERS, ...SIGNERS, ...SIGNERS, 'stranger' as const),
    isRepeated: rarely(12),
    donation: sometimes(fc.bigInt({ min: 1_000_000n, max: 6_000_000n }), 6),
  }),
  (model, choices) => {
    if (model.markets.length >= MARKETS_MAX) return null;
    const { currency, stale } = choices;
    const decider = decideBy(model, choices.decider);
    const expiresAt = nextExpiry(model.now, choices.steps) + (choices.isFar ? 2n * DAY : 0n);
    const lead = BigInt(model.config.terms.leadSeconds);
    const isLeading = decider.kind === 'timed' && !choices.isTooLate;
    const needsWindow = decider.kind !== 'oracle' && !choices.isTooSoon;
    const args: CreateMarketArgs = {
      creator: keys.creator,
      authority: signerOf(model, choices.authority) ?? keys.creator,
      operator: signerOf(model, choices.signer),
      payer: keys.operator,
      currency,
      decider,
      asked: choices.isWild ? choices.asked : allowedOf(decider, choices.asked),
      expected: expectedOf(model, currency, decider, stale),
      nonce: BigInt(model.markets.length),
      closesAt: expiresAt - (isLeading ? lead : 0n) - choices.closesBefore,
      expiresAt,
      refundAt: expiresAt + choices.refundAfter + (needsWindow ? WINDOW_SECONDS : 0n),
      donation: choices.donation ?? 0n,
    };
    return createMarket(model, choices.isRepeated ? repeat(model, args) : args);
  },
);

function signerOf(model: Model, name: 'operator' | 'creator' | 'stranger' | null): Key | null {
  if (name === null) return null;
  return name === 'operator' ? keyOf(model.config.terms.operator) : keys[name];
}

function decideBy(model: Model, { kind, index, atLeast }: DeciderChoice): Decider {
  switch (kind) {
    case 'oracle': {
      // Sometimes an oracle that the creator remembers from before.
      const now = findKey(model.config.terms.oracle) ?? keys.oracle;
      return { kind: 'oracle', oracle: index % 12 === 0 ? keys.keeper : now, isNamed: false };
    }
    case 'named oracle': {
      const oracle = index % 4 === 0 ? keys.oracle : keys.stranger;
      return { kind: 'oracle', oracle, isNamed: true };
    }
    case 'timed':
      return { kind: 'timed', atLeast: 100n };
    default: {
      const observed = pick(
        model.observed.filter((one) => one.kind === kind),
        index,
      );
      if (!observed) throw new Error('there is nothing to observe');
      return { kind: 'state', observed, atLeast: kind === 'curve' ? 1n : atLeast };
    }
  }
}

/** As much of it as the program grants to such a decider. */
function allowedOf(decider: Decider, wanted: AskedFlags): AskedFlags {
  const { isTriggered, isCustom } = wanted;
  const staysTrue = isLatched(decider);
  switch (decider.kind) {
    case 'oracle':
      return {
        ...NOTHING_ASKED,
        ...{ isTriggered, isCustom },
        isGated: wanted.isGated,
        isInverted: wanted.isInverted && isTriggered,
      };
    case 'timed':
      return { ...NOTHING_ASKED, isCustom };
    case 'state': {
      const isInverted = wanted.isInverted && (isTriggered || staysTrue);
      const isLatched = wanted.isLatched && staysTrue;
      return { ...NOTHING_ASKED, isTriggered, isCustom, isInverted, isLatched };
    }
  }
}

/** What the Config says, or in one of its terms what it said or will say. */
function expectedOf(
  { config }: Model,
  currency: Currency,
  decider: Decider,
  stale: 'burnBps' | 'developerBps' | 'vetoSeconds' | 'minimumStake' | 'pending' | null,
): ExpectedTerms {
  const terms = termsNow(stale === 'pending' ? (config.pending ?? config) : config, currency);
  const oracle = decider.kind === 'oracle' ? decider.oracle.address : terms.oracle;
  const expected = { ...terms, oracle };
  if (stale === null || stale === 'pending') return expected;
  if (stale === 'minimumStake') return { ...expected, minimumStake: terms.minimumStake + 1n };
  return { ...expected, [stale]: terms[stale] + 1 };
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
  const { closesAt, expiresAt, refundAt } = other.times;
  return {
    ...args,
    nonce: other.nonce,
    closesAt: BigInt(closesAt),
    expiresAt: BigInt(expiresAt),
    refundAt: BigInt(refundAt),
  };
}

export const marketSteps: StepArbitrary[] = [create, create, create, create];
