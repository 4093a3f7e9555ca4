// A permanent event of a token, decided by a fact: its bonding curve is sold out, or it migrated to
// its pool.

import type { Address } from '@solana/kit';
import { formatInstant } from '@tote/domain';
import { type Clause, type Decider, MarketSource } from '@tote/program-client';
import {
  type ConditionKind,
  LAUNCHPADS,
  type Launchpad,
  type ResolutionRule,
} from './condition-kind.ts';
import { evaluateFact } from './evaluation/evaluate-fact.ts';
import { measureState } from './evaluation/measure-state.ts';
import { CURVE_COMPLETE, launchReached, POOL_EXISTS } from './latched-facts.ts';
import {
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from './oracles/derived-addresses.ts';
import { LAUNCHLAB_STATUS } from './oracles/layouts/launchlab-pool.ts';
import {
  LAUNCHLAB_PROGRAM,
  PUMP_PROGRAM,
  PUMPSWAP_PROGRAM,
  WRAPPED_SOL,
} from './oracles/programs.ts';
import { describeTrigger, flagsOf, readTiming, type Timing } from './threshold.ts';
import { requireToken } from './token-subject.ts';

export const TOKEN_EVENTS = ['curve_complete', 'migrated'] as const;
type TokenEvent = (typeof TOKEN_EVENTS)[number];

export interface TokenEventCondition {
  readonly type: 'token_event';
  readonly tokenAddress: Address;
  readonly event: TokenEvent;
  readonly launchpad: Launchpad;
  /** The mint that the curve is paired with; the addresses of pools are derived from it. */
  readonly quoteMint: Address;
  readonly timing: Timing;
}

export const tokenEvent: ConditionKind<TokenEventCondition> = {
  parse(fields, input) {
    const launchpad = input.token?.launchpad ?? 'pump';
    return {
      type: 'token_event',
      tokenAddress: requireToken(input),
      event: fields.choice('event', TOKEN_EVENTS),
      launchpad: fields.choice('launchpad', LAUNCHPADS, launchpad),
      quoteMint: fields.address('quoteMint', input.token?.quoteMint ?? WRAPPED_SOL),
      timing: readTiming(fields, 'any_time_before'),
    };
  },

  warn: () => [],

  describe(condition, expiresAt) {
    const moment = formatInstant(expiresAt);
    const what = WORDS[condition.launchpad][condition.event](condition);
    if (condition.timing === 'at_expiry') return `Yes if ${what} at ${moment}; otherwise No.`;
    return describeTrigger(condition.timing, what, moment);
  },

  async resolutionRule(condition): Promise<ResolutionRule> {
    return {
      decider: await FACTS[condition.launchpad][condition.event](condition),
      ...flagsOf(condition.timing),
      // Once true, always true.
      isLatched: true,
      closesEarly: false,
    };
  },

  async listAccounts(condition) {
    const { decider } = await tokenEvent.resolutionRule(condition);
    return 'account' in decider ? [decider.account] : [];
  },

  async measure(condition, sample, { expiresAt }) {
    return measureState(await tokenEvent.resolutionRule(condition), sample, expiresAt);
  },

  async evaluate(condition, evidence, moments) {
    return evaluateFact(await tokenEvent.resolutionRule(condition), evidence, moments);
  },
};

type Words = (condition: TokenEventCondition) => string;

const WORDS: Record<Launchpad, Record<TokenEvent, Words>> = {
  pump: {
    curve_complete: ({ tokenAddress }) =>
      `the pump.fun bonding curve of ${tokenAddress} is complete`,
    migrated: ({ tokenAddress, quoteMint }) =>
      `${tokenAddress} has migrated: its PumpSwap pool with ${nameOf(quoteMint)} exists`,
  },
  launchlab: {
    curve_complete: ({ tokenAddress, quoteMint }) =>
      `the LaunchLab curve of ${tokenAddress} with ${nameOf(quoteMint)} is complete`,
    migrated: ({ tokenAddress, quoteMint }) =>
      `${tokenAddress} has migrated to Raydium from its LaunchLab pool with ${nameOf(quoteMint)}`,
  },
};

function nameOf(mint: Address): string {
  return mint === WRAPPED_SOL ? 'SOL' : mint;
}

type Fact = (condition: TokenEventCondition) => Promise<Decider>;

const FACTS: Record<Launchpad, Record<TokenEvent, Fact>> = {
  pump: {
    curve_complete: async ({ tokenAddress }) =>
      stateFact(await findPumpCurveAddress(tokenAddress), PUMP_PROGRAM, CURVE_COMPLETE),
    migrated: async ({ tokenAddress, quoteMint }) => {
      const account = await findPumpSwapPoolAddress(tokenAddress, quoteMint);
      return stateFact(account, PUMPSWAP_PROGRAM, POOL_EXISTS);
    },
  },
  launchlab: {
    curve_complete: (condition) => launchLabFact(condition, LAUNCHLAB_STATUS.complete),
    migrated: (condition) => launchLabFact(condition, LAUNCHLAB_STATUS.migrated),
  },
};

async function launchLabFact(
  { tokenAddress, quoteMint }: TokenEventCondition,
  status: number,
): Promise<Decider> {
  const account = await findLaunchLabPoolAddress(tokenAddress, quoteMint);
  return stateFact(account, LAUNCHLAB_PROGRAM, launchReached(status));
}

function stateFact(account: Address, factOwner: Address, clauses: readonly Clause[]): Decider {
  return { source: MarketSource.StateFact, account, factOwner, clauses };
}
