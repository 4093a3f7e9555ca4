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

export function checkInvalid(error: TransactionError): void {
  if (typeof error !== 'string' || !INVALID.has(error)) return;
  throw invalidParams(`invalid transaction: ${errorText(error)}`);
}

export function explainRefusal(thrown: unknown): unknown {
  if (!(thrown instanceof TransactionRefused)) return thrown;
  const { error, execution } = thrown;
  if (error === 'SignatureFailure') {
    const message = 'Transaction signature verification failure';
    return new RpcError(CODES.signatureVerificationFailure, message);
  }
  if (typeof error === 'string' && INVALID.has(error)) {
    return invalidParams(`invalid transaction: ${errorText(error)}`);
  }
  return new RpcError(
    CODES.preflightFailure,
    `Transaction simulation failed: ${errorText(error)}`,
    {
      err: error,
      logs: execution?.logs ?? [],
      accounts: null,
      unitsConsumed: execution?.computeUnits ?? 0n,
      loadedAccountsDataSize: 0,
      returnData: viewReturnData(execution?.returnData ?? null),
      innerInstructions: null,
      replacementBlockhash: null,
      fee: null,
      preBalances: null,
      postBalances: null,
      preTokenBalances: null,
      postTokenBalances: null,
      loadedAddresses: null,
    },
  );
}
