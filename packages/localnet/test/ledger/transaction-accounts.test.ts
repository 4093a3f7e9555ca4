import { expect, test } from 'vitest';
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../../src/ledger/known-addresses.ts';
import { findOnlyProgram } from '../../src/ledger/transaction-accounts.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { createWallet, transfer, unownedAddress } from '../support/transfers.ts';

const none = new Uint8Array();
const program = unownedAddress(5);

function calling(...programs: (typeof program)[]) {
  const transaction = readTransaction(transfer(createWallet(), program, 1n, SYSTEM_PROGRAM));
  const instructions = programs.map((_, index) => ({
    ...{ programIndex: index, accounts: none, data: none },
  }));
  return { ...transaction, staticKeys: programs, instructions };
}

test('the only program is found beside the compute budget, and not if others ran', () => {
  const inner = [[], []];
  expect(findOnlyProgram(calling(COMPUTE_BUDGET_PROGRAM, program), { inner })).toBe(program);
  expect(findOnlyProgram(calling(program, program), { inner })).toBe(program);
  expect(findOnlyProgram(calling(program, SYSTEM_PROGRAM), { inner })).toBeUndefined();
  const called = { programIndex: 1, accounts: none, data: none, stackHeight: 2 };
  expect(findOnlyProgram(calling(program), { inner: [[called]] })).toBeUndefined();
});
