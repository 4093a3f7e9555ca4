import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { getSettlePositionsInstruction } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { readUnitLimit } from '../src/compute-units.ts';
import { createKey } from '../src/key.ts';
import { priceWithin, priorityLamports, readPriorityFee } from '../src/priority-fee.ts';
import { type TransactionOptions, writeTransaction } from '../src/write-transaction.ts';
import { createWorld } from './world.ts';

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

// tools/compute-units/compute-units.test.ts compares the limits with what the program uses.
test('the limit of a transaction is read from its bytes', async () => {
  const world = await createWorld();
  const instruction = getSettlePositionsInstruction({
    market: world.oracle.address,
    positions: [{ bettor: world.relayer.address }],
  });
  const limited = await world.chain.sign([instruction], [world.admin], { computeUnitLimit: 777 });
  expect(readUnitLimit(limited.wire)).toBe(777);
  expect(readUnitLimit((await world.chain.sign([instruction], [world.admin])).wire)).toBe(0);
  // A transaction of version 1, with and without a priority fee.
  const large = { ...instruction, data: new Uint8Array(2_000) };
  for (const computeUnitPrice of [undefined, 5n]) {
    const options = { computeUnitLimit: 888, ...(computeUnitPrice && { computeUnitPrice }) };
    const { wire } = await world.chain.sign([large], [world.admin], options);
    expect([wire[0], readUnitLimit(wire)]).toEqual([0x81, 888]);
  }
});
