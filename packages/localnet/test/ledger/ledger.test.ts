import { beforeEach, expect, test } from 'vitest';
import type { Key } from '../../src/ledger/key.ts';
import { createTestLedger, passSlots, type TestLedger } from '../support/memory-ledger.ts';
import {
  assign,
  createWallet,
  transfer,
  unownedAddress,
  walletAccount,
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
  await world.ledger.setAccounts(new Map(keys.map((key) => [key, walletAccount(SOL)])));
  const { manyAccounts } = await import('../support/many-accounts.ts');
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
  await world.ledger.setAccounts(new Map([[wallet.address, walletAccount(SOL)]]));
  await world.send(assign(wallet, program, world.ledger.blockhashes.latest));
  const expected = { ...walletAccount(SOL - FEE), owner: program };
  expect(world.ledger.getAccount(wallet.address, 'confirmed')).toEqual(expected);
  expect(world.store.archive.getAccount(wallet.address)).toEqual(expected);
});
