import type { TransactionError } from '../ledger/transaction-error.ts';
import { TransactionRefused } from '../ledger/vm.ts';
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

// Solana's error messages, for people. Programs match on the error itself, in `data`.
const TRANSACTION: Record<string, string> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  AlreadyProcessed: 'This transaction has already been processed',
  SignatureFailure: 'Transaction did not pass signature verification',
  InvalidProgramForExecution: 'This program may not be used for executing instructions',
  SanitizeFailure: 'Transaction failed to sanitize accounts offsets correctly',
  TooManyAccountLocks: 'Transaction locked too many accounts',
  AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
  InvalidAddressLookupTableOwner:
    'Transaction loads an address table account with an invalid owner',
  InvalidAddressLookupTableData: 'Transaction loads an address table account with invalid data',
  InvalidAddressLookupTableIndex: 'Transaction address table lookup uses an invalid index',
  MaxLoadedAccountsDataSizeExceeded: 'Transaction exceeded max loaded accounts data size cap',
  UnbalancedTransaction: 'Sum of account balances before and after transaction do not match',
};

function errorText(error: TransactionError): string {
  if (typeof error === 'string') return TRANSACTION[error] ?? toSentence(error);
  const [variant, detail] = Object.entries(error)[0] ?? ['', undefined];
  if (variant === 'InstructionError' && Array.isArray(detail)) {
    return `Error processing Instruction ${detail[0]}: ${instructionText(detail[1])}`;
  }
  if (variant === 'InsufficientFundsForRent') {
    const index = (detail as { account_index: number }).account_index;
    return `Transaction results in an account (${index}) with insufficient funds for rent`;
  }
  if (variant === 'DuplicateInstruction') {
    return `Transaction contains a duplicate instruction (${detail}) that is not allowed`;
  }
  return toSentence(variant);
}

function instructionText(error: unknown): string {
  if (typeof error === 'string') return toSentence(error);
  const { Custom: code } = error as { Custom?: number };
  return code === undefined ? 'unknown error' : `custom program error: 0x${code.toString(16)}`;
}

/** `SomeError` becomes `Some error`. */
const toSentence = (name: string) =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
