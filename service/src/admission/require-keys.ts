// Whether our keys may do what they are about to do. The program refuses it too; here it is refused
// before anything is stored or signed.
import { DomainError } from '@tote/domain';
import type { ServiceConfig } from '../use-cases/use-cases.ts';

/** For markets, for bets in gated ones, and for opening an account in somebody's name. */
export function requireOperator({ isOperatorDisabled }: Operating): void {
  if (isOperatorDisabled) throw new DomainError('operator_disabled');
}

/** For markets that our oracle would decide. */
export function requireOracle({ isOracleDisabled }: Deciding): void {
  if (isOracleDisabled) throw new DomainError('oracle_disabled');
}

export type Operating = Pick<ServiceConfig, 'isOperatorDisabled'>;
type Deciding = Pick<ServiceConfig, 'isOracleDisabled'>;
