import { decodeBase58 } from '@tote/lib/base58';
import { expect, test } from 'vitest';
import type { Account } from '../../src/ledger/account.ts';
import { type Key, toKey } from '../../src/ledger/key.ts';
import { COMPUTE_BUDGET, SYSTEM_PROGRAM } from '../../src/ledger/known-addresses.ts';
import { ranOneProgram } from '../../src/ledger/programs.ts';
import type { Execution } from '../../src/ledger/vm.ts';
import type { WireTransaction } from '../../src/ledger/wire.ts';

const LOADER = toKey(decodeBase58('BPFLoaderUpgradeab1e11111111111111111111111', 32) as Uint8Array);
const NATIVE = toKey(decodeBase58('NativeLoader1111111111111111111111111111111', 32) as Uint8Array);
const keyOf = (byte: number) => toKey(new Uint8Array(32).fill(byte));
const [WALLET, FIRST, SECOND] = [keyOf(1), keyOf(2), keyOf(3)];
const account = (owner: Key, isExecutable: boolean): Account => {
  return { lamports: 1n, owner, isExecutable, data: new Uint8Array(36).fill(1) };
};
const ACCOUNTS = new Map([
  [FIRST, account(LOADER, true)],
  [SECOND, account(LOADER, true)],
  [SYSTEM_PROGRAM, account(NATIVE, true)],
  [LOADER, account(NATIVE, true)],
  [WALLET, account(LOADER, false)],
]);

function ranOne(programs: readonly Key[], inner = 0): boolean {
  const instructions = programs.map((_, index) => ({ programIndex: index }));
  const list = Array.from({ length: inner }, () => ({ programIndex: 0 }));
  const execution = { inner: programs.map(() => list) };
  return ranOneProgram(
    { instructions } as unknown as WireTransaction,
    execution as unknown as Execution,
    programs,
    (address) => ACCOUNTS.get(address) ?? null,
  );
}

test('one program alone, or with a compute budget', () => {
  expect(ranOne([FIRST])).toBe(true);
  expect(ranOne([FIRST, FIRST])).toBe(true);
  expect(ranOne([FIRST, COMPUTE_BUDGET])).toBe(true);
});

test('not with a second program, an inner instruction, or a program of the runtime', () => {
  expect(ranOne([FIRST, SECOND])).toBe(false);
  expect(ranOne([FIRST], 1)).toBe(false);
  expect(ranOne([FIRST, SYSTEM_PROGRAM])).toBe(false);
  for (const own of [SYSTEM_PROGRAM, LOADER, COMPUTE_BUDGET]) expect(ranOne([own])).toBe(false);
  expect(ranOne([WALLET])).toBe(false);
  expect(ranOne([keyOf(9)])).toBe(false);
});
