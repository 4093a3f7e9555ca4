import { address } from '@solana/kit';
import { expect, test } from 'vitest';
import {
  findFailedInstruction,
  isOverBudget,
  isPayerOutOfFunds,
  readFailure,
} from '../src/transaction-failure.ts';

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

test.each([
  ['InsufficientFundsForFee', true],
  ['AccountNotFound', true],
  ['ProgramAccountNotFound', false],
  // The payer is the first account.
  [{ InsufficientFundsForRent: { account_index: 0 } }, true],
  [{ InsufficientFundsForRent: { account_index: 2 } }, false],
  [{ InstructionError: [0, { Custom: 1 }] }, true],
  [{ InstructionError: [0, { Custom: 11 }] }, false],
])('%o: the payer has too little: %s', (error, isOut) => {
  expect(isPayerOutOfFunds(read(error))).toBe(isOut);
});
