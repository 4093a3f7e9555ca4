import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { createKey } from '../src/key.ts';
import { priceWithin, priorityLamports, readPriorityFee } from '../src/priority-fee.ts';
import { type TransactionOptions, writeTransaction } from '../src/write-transaction.ts';

test('a price comes to whole lamports, rounded up', () => {
  expect(priorityLamports(1n, 1)).toBe(1n);
  expect(priorityLamports(1_000_000n, 7)).toBe(7n);
  expect(priorityLamports(1_000_001n, 7)).toBe(8n);
  expect(priorityLamports(0n, 200_000)).toBe(0n);
});

test.each([1n, 777n, 50_000n])('the highest price within %s lamports', (lamports) => {
  const price = priceWithin(lamports, 123_456);
  expect(priorityLamports(price, 123_456)).toBe(lamports);
  expect(priorityLamports(price + 1n, 123_456)).toBe(lamports + 1n);
  expect(priceWithin(lamports, 0)).toBe(0n);
});

// The larger one does not fit into a legacy transaction.
describe.each([
  ['legacy', 100, false],
  ['version 0', 100, true],
  ['version 1', 2_000, false],
])('what a transaction of kind %s pays', (_, bytes, isVersion0) => {
  const write = async (options: TransactionOptions) => {
    const key = await createKey();
    const program = (await createKey()).address as Address;
    const instruction: Instruction = {
      programAddress: program,
      accounts: [{ address: key.address, role: AccountRole.WRITABLE_SIGNER }],
      data: new Uint8Array(bytes),
    };
    const lifetime = { blockhash: program, lastValidBlockHeight: 1n };
    return writeTransaction([instruction], [key], lifetime, { ...options, isVersion0 }).wire;
  };

  test('is its price for its limit of units', async () => {
    const wire = await write({ computeUnitLimit: 3_000, computeUnitPrice: 70_001n });
    expect(readPriorityFee(wire)).toBe(211n);
  });

  test('is nothing without a price', async () => {
    expect(readPriorityFee(await write({ computeUnitLimit: 3_000 }))).toBe(0n);
    expect(readPriorityFee(await write({ computeUnitPrice: 0n, computeUnitLimit: 1 }))).toBe(0n);
  });
});
