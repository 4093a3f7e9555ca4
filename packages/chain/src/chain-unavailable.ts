import { DomainError } from '@tote/domain';

export function chainUnavailable(cause: unknown): DomainError {
  const error = new DomainError('chain_unavailable');
  error.cause = cause;
  return error;
}

export function isChainUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'chain_unavailable';
}
