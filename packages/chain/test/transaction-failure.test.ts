import { address } from '@solana/kit';
import { expect, test } from 'vitest';
import { findFailedInstruction, isOverBudget, readFailure } from '../src/transaction-failure.ts';

const OURS = address('Tote111111111111111111111111111111111111111');
const read = (error: unknown) => readFailure(error, OURS, () => OURS);

test.each([
  // The VM's own limit, and the error of a syscall; BigInt because kit reads numbers so.
  [{ InstructionError: [1n, 'ProgramFailedToComplete'] }, true, 1],
  [{ InstructionError: [1, 'ComputationalBudgetExceeded'] }, true, 1],
  [{ InstructionError: [11, { Custom: 87 }] }, false, 11],
  [{ InstructionError: [0, 'ProgramAccountNotFound'] }, false, 0],
  [{ InsufficientFundsForRent: { account_index: 2 } }, false, undefined],
  ['BlockhashNotFound', false, undefined],
])('%o', (error, isOver, instruction) => {
  const failure = read(error);
  expect(isOverBudget(failure)).toBe(isOver);
  expect(findFailedInstruction(failure)).toBe(instruction);
});
