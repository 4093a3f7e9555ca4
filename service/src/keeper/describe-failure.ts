import { TransactionFailed } from '@tote/chain/landed';
import { DomainError } from '@tote/domain';
import { findProgramError } from '../submissions/land-and-ingest.ts';
import { NotResolvableYet } from './not-resolvable-yet.ts';

/** The public text of a failure. Internal errors are not shown, as they may hold secrets. */
export function describeFailure(error: unknown): string {
  if (error instanceof DomainError || error instanceof NotResolvableYet) return error.message;
  if (error instanceof TransactionFailed) {
    return `The chain refused it: ${findProgramError(error) ?? error.failure.text}.`;
  }
  return 'Something went wrong here.';
}
