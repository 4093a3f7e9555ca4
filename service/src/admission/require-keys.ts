// Refuses requests that need a disabled key, before anything is stored or signed. The program
// refuses them too.
import { DomainError } from '@tote/domain';
import type { ServiceConfig } from '../use-cases/use-cases.ts';

/** For creating markets, bets in gated markets, and opening an account for another wallet. */
export function requireOperator({ isOperatorDisabled }: Operating): void {
  if (isOperatorDisabled) throw new DomainError('operator_disabled');
}

/** For creating markets that our oracle decides. */
export function requireOracle({ isOracleDisabled }: Deciding): void {
  if (isOracleDisabled) throw new DomainError('oracle_disabled');
}

export type Operating = Pick<ServiceConfig, 'isOperatorDisabled'>;
type Deciding = Pick<ServiceConfig, 'isOracleDisabled'>;
