// Refuses requests that need a disabled key, before anything is stored or signed. The program
// refuses them too.
import type { Address } from '@solana/kit';
import { DomainError } from '@tote/domain';
import type { ServiceConfig } from '../use-cases/use-cases.ts';
import type { Relayers } from './relayers.ts';

/** For creating markets, bets in gated markets, and opening an account for another wallet. */
export function requireOperator({ isOperatorDisabled }: Operating): void {
  if (isOperatorDisabled) throw new DomainError('operator_disabled');
}

/**
 * For choosing a delegate. The key itself if it is not ours, otherwise the operator: a delegation
 * to another key of ours would survive when that key is disabled.
 */
export function requireOperatorKey({ relayers, config }: Keys, delegate: Address): Address {
  if (!relayers.find(delegate)) return delegate;
  requireOperator(config);
  return relayers.operator.address;
}

interface Keys {
  readonly relayers: Relayers;
  readonly config: Operating;
}

/** For creating markets that our oracle decides. */
export function requireOracle({ isOracleDisabled }: Deciding): void {
  if (isOracleDisabled) throw new DomainError('oracle_disabled');
}

export type Operating = Pick<ServiceConfig, 'isOperatorDisabled'>;
type Deciding = Pick<ServiceConfig, 'isOracleDisabled'>;
