import type { TransactionError } from '../ledger/transaction-error.ts';
import { TransactionRefused } from '../ledger/vm.ts';
import { errorText } from './error-text.ts';
import { CODES, invalidParams, RpcError } from './rpc-error.ts';
import { viewReturnData } from './transaction-view.ts';

/** Errors that Agave reports as an invalid transaction, not as a failed simulation. */
const INVALID = new Set([
  'SanitizeFailure',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
]);

export function findInvalid(error: TransactionError): RpcError | undefined {
  if (typeof error !== 'string' || !INVALID.has(error)) return undefined;
  return invalidParams(`invalid transaction: ${errorText(error)}`);
}

export function explainRefusal(thrown: unknown): unknown {
  if (!(thrown instanceof TransactionRefused)) return thrown;
  const { error, execution } = thrown;
  if (error === 'SignatureFailure') {
    const message = 'Transaction signature verification failure';
    return new RpcError(CODES.signatureVerificationFailure, message);
  }
  const invalid = findInvalid(error);
  if (invalid) return invalid;
  const message = `Transaction simulation failed: ${errorText(error)}`;
  return new RpcError(CODES.preflightFailure, message, {
    err: error,
    logs: execution?.logs ?? [],
    unitsConsumed: execution?.computeUnits ?? 0n,
    returnData: viewReturnData(execution?.returnData ?? null),
  });
}
