import { beforeEach, expect, test } from 'vitest';
import { systemAccount } from '../../src/ledger/account.ts';
import {
  COMPUTE_BUDGET_PROGRAM,
  type Key,
  keyBytes,
  SLOT_HASHES_SYSVAR,
  SYSTEM_PROGRAM,
} from '../../src/ledger/key.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { findOnlyProgram } from '../../src/ledger/transaction-accounts.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { createTestLedger, passSlots, type TestLedger } from '../support/memory-ledger.ts';
import {
  assign,
  createWallet,
  manyAccounts,
  transfer,
  unownedAddress,
} from '../support/transfers.ts';

const SOL = 10n ** 9n;
const FEE = 5_000n;
const bob = unownedAddress(1);

let world: TestLedger;
beforeEach(async () => {
  world = await createTestLedger();
});

const lamports = (address: Key, at: 'processed' | 'confirmed' | 'finalized' = 'confirmed') =>
  world.ledger.getAccount(address, at)?.lamports ?? 0n;

test('a transaction that cannot pay its fee is refused and not recorded', async () => {
  const poor = createWallet();
  const bytes = transfer(poor, bob, 1n, world.ledger.blockhashes.latest);
  await expect(world.send(bytes)).rejects.toThrow('AccountNotFound');
  expect(world.ledger.history(bob, 1n << 62n, 0n, 10)).toEqual([]);
});

test('confirmed reads wait for the disk, processed ones do not', async () => {
  world.store.hold();
  const sent = world.send(world.pay(bob, SOL));
  await Promise.resolve();
  expect([lamports(bob, 'processed'), lamports(bob, 'confirmed')]).toEqual([SOL, 0n]);
  world.store.release();
  await sent;
  expect(lamports(bob, 'confirmed')).toBe(SOL);
});

test('transactions after a failed group are rolled back with it, and can be sent again', async () => {
  world.store.hold();
  const bytes = world.pay(bob, SOL);
  const first = world.send(bytes);
  await Promise.resolve();
  await Promise.resolve();
  const second = world.send(world.pay(bob, SOL + 1n));
  await Promise.resolve();
  world.store.isFull = true;
  world.store.release();
  await expect(first).rejects.toThrow('disk is full');
  await expect(second).rejects.toThrow('disk is full');
  expect([lamports(bob, 'processed'), lamports(bob, 'confirmed')]).toEqual([0n, 0n]);
  world.store.isFull = false;
  await world.send(bytes);
  expect(lamports(bob)).toBe(SOL);
});

test('more than 64 accounts are refused', async () => {
  const keys = Array.from({ length: 61 }, (_, i) => unownedAddress(i + 10));
  await world.ledger.setAccounts(new Map(keys.map((key) => [key, systemAccount(SOL)])));
  const blockhash = world.ledger.blockhashes.latest;
  await world.send(manyAccounts(world.payer, 64, blockhash));
  await expect(world.send(manyAccounts(world.payer, 65, blockhash))).rejects.toThrow(
    'TooManyAccountLocks',
  );
});

test('many groups in one slot: reads see each commitment, and a failed write is undone', async () => {
  const states = () => (['processed', 'confirmed', 'finalized'] as const).map(at);
  const at = (commitment: 'processed' | 'confirmed' | 'finalized') =>
    lamports(bob, commitment) / SOL;
  let amount = SOL;
  const pay = async (times: number) => {
    for (let i = 0; i < times; i += 1, amount += 1n) await world.send(world.pay(bob, amount));
  };
  await pay(5);
  passSlots(world.ledger, 1);
  await pay(4);
  expect(states()).toEqual([9n, 9n, 0n]);
  world.store.hold();
  const held = pay(1);
  await new Promise((done) => setImmediate(done));
  expect(states()).toEqual([10n, 9n, 0n]);
  world.store.isFull = true;
  world.store.release();
  await expect(held).rejects.toThrow('full');
  world.store.isFull = false;
  expect(states()).toEqual([9n, 9n, 0n]);
  passSlots(world.ledger, 31);
  expect(states()).toEqual([9n, 9n, 5n]);
  passSlots(world.ledger, 1);
  expect(states()).toEqual([9n, 9n, 9n]);
});

test('an account that its owner gives to another program has the new owner', async () => {
  const wallet = createWallet();
  const program = unownedAddress(9);
  await world.ledger.setAccounts(new Map([[wallet.address, systemAccount(SOL)]]));
  await world.send(assign(wallet, program, world.ledger.blockhashes.latest));
  const expected = { ...systemAccount(SOL - FEE), owner: program };
  expect(world.ledger.getAccount(wallet.address, 'confirmed')).toEqual(expected);
  expect(world.store.archive.getAccount(wallet.address)).toEqual(expected);
});

function readSlots(ledger: Ledger): bigint[] {
  const { data } = ledger.getAccount(SLOT_HASHES_SYSVAR, 'processed') ?? { data: [] };
  const bytes = Buffer.from(data);
  expect(bytes).toHaveLength(20_488);
  const count = Number(bytes.readBigUInt64LE());
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * 40;
    const slot = bytes.readBigUInt64LE(at);
    const hash = bytes.subarray(at + 8, at + 40);
    expect(hash.equals(keyBytes(ledger.blockhashes.of(slot)))).toBe(true);
    return slot;
  });
}

test('the sysvar has the last 512 slots before the current one, newest first', async () => {
  const { ledger } = await createTestLedger();
  expect(readSlots(ledger)).toEqual([0n]);
  passSlots(ledger, 2);
  expect(readSlots(ledger)).toEqual([2n, 1n, 0n]);
  passSlots(ledger, 600);
  const { slot } = ledger.clock;
  const expected = Array.from({ length: 512 }, (_, index) => slot - 1n - BigInt(index));
  expect(readSlots(ledger)).toEqual(expected);
});

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
