// Refuses requests that need a disabled key, before anything is stored or signed. The program
// refuses them too.
import type { Address } from '@solana/kit';
import { DomainError } from '@tote/domain';
import type { ServiceConfig } from '../settings/service-config.ts';
import type { CommandContext } from './context.ts';

/** For creating markets, bets in gated markets, and opening an account for another wallet. */
export function requireOperator({ isOperatorDisabled }: ServiceConfig): void {
  if (isOperatorDisabled) throw new DomainError('operator_disabled');
}

/**
 * For choosing a delegate. The key itself if it is not ours, otherwise the operator: a delegation
 * to another key of ours would survive when that key is disabled.
 */
export function requireOperatorKey(
  { relayers, config }: CommandContext,
  delegate: Address,
): Address {
  if (!relayers.find(delegate)) return delegate;
  requireOperator(config);
  return relayers.operator.address;
}

/** For creating markets that our oracle decides. */
export function requireOracle({ isOracleDisabled }: ServiceConfig): void {
  if (isOracleDisabled) throw new DomainError('oracle_disabled');
}
