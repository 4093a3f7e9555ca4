// A question that states nothing measurable: the market's oracle attests whether it happened.
import type { Address } from '@solana/kit';
import { formatInstant, type UnixSeconds } from '@tote/domain';
import { unreadable } from '@tote/oracles/reading';
import { MarketSource } from '@tote/program-client';
import type { ConditionKind } from './condition-kind.ts';
import { NOT_DUE } from './evaluation/verdict.ts';
import { optionalToken } from './token-subject.ts';

export interface AttestedCondition {
  readonly type: 'attested';
  /** The token that the question is about, null for a global market. */
  readonly tokenAddress: Address | null;
}

export const attested = {
  parse: (_fields, input) => ({ type: 'attested', tokenAddress: optionalToken(input) }),

  warn: () => [],

  describe({ tokenAddress }, expiresAt: UnixSeconds) {
    const about = tokenAddress === null ? '' : ` (about the token ${tokenAddress})`;
    const by = formatInstant(expiresAt);
    const what = `the market's oracle attests that it has happened${about} by ${by}`;
    return `Yes if ${what}, otherwise No.`;
  },

  resolutionRule: () => ({
    decider: { source: MarketSource.Oracle },
    // The attestation is the trigger: it ends the market at once.
    isTriggered: true,
    isLatched: false,
    closesEarly: false,
  }),

  listAccounts: async () => [],

  measure: async () => unreadable('missing', 'nothing can be measured: somebody attests it'),

  async evaluate(_condition, { attestation }, { expiresAt, now }) {
    if (attestation?.outcome === 'Yes' && attestation.createdAt <= expiresAt) {
      return { verdict: 'met', at: attestation.createdAt, value: 'attested' };
    }
    if (now < expiresAt) return NOT_DUE;
    return { verdict: 'not_met', at: expiresAt, value: 'not attested' };
  },
} satisfies ConditionKind<AttestedCondition>;
