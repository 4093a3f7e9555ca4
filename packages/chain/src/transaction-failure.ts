import type { Address } from '@solana/kit';
import { type ErrorName, findErrorName } from '@tote/program-client';
import type { TransactionFailure } from './landed.ts';
import type { RpcErrorResponse } from './rpc-client.ts';
import { readWire } from './wire.ts';

/**
 * Interprets a transaction error. `programOf` gives the program of the failed instruction: error
 * numbers of other programs mean something else.
 */
export function readFailure(
  error: unknown,
  programAddress: Address,
  programOf: (instruction: number) => Address | undefined,
): TransactionFailure {
  const text = describe(error);
  const detail = (error as { InstructionError?: unknown } | null)?.InstructionError;
  if (!Array.isArray(detail)) return { text };
  const [index, reason] = detail as [unknown, { Custom?: unknown } | string];
  const custom = typeof reason === 'object' ? reason?.Custom : undefined;
  const isOurs = programOf(Number(index)) === programAddress;
  return custom !== undefined && isOurs ? { text, customError: Number(custom) } : { text };
}

export function findProgramErrorName({ customError }: TransactionFailure): ErrorName | undefined {
  return customError === undefined ? undefined : findErrorName(customError);
}

export function findFailedInstruction({ text }: TransactionFailure): number | undefined {
  const [, index] = /"InstructionError":\[(\d+),/.exec(text) ?? [];
  return index === undefined ? undefined : Number(index);
}

/** Out of compute units, which the runtime reports in one of two ways. */
export function isOverBudget({ text }: TransactionFailure): boolean {
  return /\b(ProgramFailedToComplete|ComputationalBudgetExceeded)\b/.test(text);
}

/** The code of the System program for an account with too few lamports. */
const SYSTEM_TOO_FEW = 1;

/**
 * The payer of one of our transactions has too little for its fee or for the rent of new accounts.
 * The System program's code arrives as ours, because we call it; our own error of this number is
 * about data that no builder of ours makes.
 */
export function isPayerOutOfFunds({ text, customError }: TransactionFailure): boolean {
  const isFee = /\b(InsufficientFundsForFee|AccountNotFound)\b/.test(text);
  const isRent = /"InsufficientFundsForRent":\{"account_index":0\}/.test(text);
  return isFee || isRent || customError === SYSTEM_TOO_FEW;
}

function describe(error: unknown): string {
  if (typeof error === 'string') return error;
  return JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}

const PREFLIGHT_FAILURE = -32002;
/** Bad signature, failed precompile, malformed: such bytes can never execute. */
const PERMANENT_CODES: ReadonlySet<number> = new Set([-32003, -32006, -32013, -32600, -32602]);
/** These errors are temporary, or depend on the node. */
const TEMPORARY_ERRORS: ReadonlySet<string> = new Set([
  'AlreadyProcessed',
  'BlockhashNotFound',
  'AccountInUse',
  'AccountBorrowOutstanding',
  'ClusterMaintenance',
  'WouldExceedMaxBlockCostLimit',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataBlockLimit',
]);

export function readRefusal(
  refusal: RpcErrorResponse,
  wire: Uint8Array,
  programAddress: Address,
): TransactionFailure | undefined {
  if (PERMANENT_CODES.has(refusal.code)) return { text: refusal.message };
  if (refusal.code !== PREFLIGHT_FAILURE) return undefined;
  const { err } = (refusal.data ?? {}) as { err?: unknown };
  return readError(err, wire, programAddress);
}

export function readError(
  error: unknown,
  wire: Uint8Array,
  programAddress: Address,
): TransactionFailure | undefined {
  if (error === undefined || error === null) return undefined;
  if (typeof error === 'string' && TEMPORARY_ERRORS.has(error)) return undefined;
  const { keys, instructions } = readWire(wire);
  const programOf = (index: number) => keys[instructions[index]?.programIndex ?? -1];
  return readFailure(error, programAddress, programOf);
}
