// A question that states no measurable fact: the market's oracle says whether it happened.
import { isAddress } from '@solana/kit';
import { DomainError, formatInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import type {
  AttestedCondition,
  CompiledCondition,
  ConditionInput,
  ConditionKind,
} from './condition.ts';
import { renderCondition } from './render-condition.ts';

export const attested: ConditionKind<AttestedCondition> = {
  compile(fields, { tokenAddress }) {
    const extra = Object.keys(fields).find((name) => name !== 'type');
    if (extra !== undefined) {
      const reason = `an attested condition has no field ${extra}`;
      throw new DomainError('condition_invalid', { reason });
    }
    return compileAttested({ tokenAddress });
  },

  read({ tokenAddress }) {
    if (tokenAddress === null) return { type: 'attested', tokenAddress };
    if (typeof tokenAddress !== 'string' || !isAddress(tokenAddress)) return undefined;
    return { type: 'attested', tokenAddress };
  },

  describe({ tokenAddress }, expiresAt: UnixSeconds) {
    const about = tokenAddress === null ? '' : ` (about the token ${tokenAddress})`;
    const by = formatInstant(expiresAt);
    return `Yes if the market's oracle attests that it has happened${about} by ${by}, otherwise No.`;
  },
};

export function compileAttested(input: Pick<ConditionInput, 'tokenAddress'>): CompiledCondition {
  const condition: AttestedCondition = { type: 'attested', tokenAddress: input.tokenAddress };
  return {
    condition,
    canonical: renderCondition(condition),
    decider: { source: MarketSource.Oracle },
    // The attestation is the trigger: it ends the market at once.
    isTriggered: true,
    isLatched: false,
    closesEarly: false,
    warnings: [],
  };
}
