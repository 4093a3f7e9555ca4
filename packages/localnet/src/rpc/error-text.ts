// Solana's error messages, for people. Programs match on the error itself, in `data`.
import type { TransactionError } from '../ledger/transaction-error.ts';

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

export function errorText(error: TransactionError): string {
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
