import type { TransactionError } from './transaction-error.ts';
import type { Execution } from './vm.ts';

/** The transaction was not included: nothing is recorded and no fee is charged. */
export class TransactionRefused extends Error {
  readonly error: TransactionError;
  readonly execution: Execution | undefined;

  constructor(error: TransactionError, execution?: Execution) {
    super(typeof error === 'string' ? error : JSON.stringify(error));
    this.error = error;
    this.execution = execution;
  }
}
