import type { Address } from '@solana/kit';
import { type ErrorName, findErrorName } from '@tote/program-client';
import type { TransactionFailure } from './landed.ts';

/**
 * What a transaction error says. `programOf` tells whose instruction failed, because the numbers
 * of other programs' errors mean something else.
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

/** The program's error, if it was our program that failed the transaction and it has a name. */
export function findProgramErrorName({ customError }: TransactionFailure): ErrorName | undefined {
  return customError === undefined ? undefined : findErrorName(customError);
}

/** Which instruction of the transaction failed it; undefined if none did. */
export function findFailedInstruction({ text }: TransactionFailure): number | undefined {
  const [, index] = /"InstructionError":\[(\d+),/.exec(text) ?? [];
  return index === undefined ? undefined : Number(index);
}

/** It needed more compute units than it had; the runtime says so in one of these two ways. */
export function isOverBudget({ text }: TransactionFailure): boolean {
  return /\b(ProgramFailedToComplete|ComputationalBudgetExceeded)\b/.test(text);
}

/** As the node gave it, on one line. */
function describe(error: unknown): string {
  if (typeof error === 'string') return error;
  return JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}
