import {
  AccountRole,
  type Address,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from '@solana/kit';
import { getSettlePositionsInstruction } from '@tote/program-client';
import { beforeAll, expect, test } from 'vitest';
import { createKey, type Key } from '../src/key.ts';
import { readWire } from '../src/wire.ts';
import { measureTransaction, writeTransaction } from '../src/write-transaction.ts';

let payer: Key;
let oracle: Key;
let addresses: Address[];
const lifetime = { blockhash: '', lastValidBlockHeight: 7n };

beforeAll(async () => {
  [payer, oracle] = [await createKey(), await createKey()];
  addresses = await Promise.all(
    Array.from({ length: 62 }, async () => (await createKey()).address),
  );
  lifetime.blockhash = (await createKey()).address;
});

const settle = (positions: number): Instruction =>
  getSettlePositionsInstruction({
    market: addresses[61] as Address,
    positions: addresses.slice(0, positions).map((bettor) => ({ bettor })),
  });

const resolve = (market: Address): Instruction => ({
  programAddress: addresses[60] as Address,
  accounts: [
    { address: market, role: AccountRole.WRITABLE },
    { address: oracle.address, role: AccountRole.READONLY_SIGNER },
  ],
  data: new Uint8Array(200).fill(5),
});

function read(wire: Uint8Array) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  return { signatures, messageBytes, message, decompiled: decompileTransactionMessage(message) };
}

const plain = (instructions: readonly Instruction[]) =>
  instructions.map(({ programAddress, accounts = [], data }) => ({
    programAddress,
    accounts: accounts.map(({ address, role }) => ({ address, role })),
    data: [...(data ?? [])],
  }));

test('kit decodes the same instructions, with the payer first', () => {
  const wanted = [resolve(addresses[0] as Address), settle(8)];
  const { wire, lastValidBlockHeight } = writeTransaction(wanted, [payer, oracle], lifetime);
  const { decompiled, signatures } = read(wire);
  expect(lastValidBlockHeight).toBe(7n);
  expect(decompiled.version).toBe('legacy');
  expect(decompiled.feePayer.address).toBe(payer.address);
  expect(decompiled.lifetimeConstraint).toMatchObject({ blockhash: lifetime.blockhash });
  expect(plain(decompiled.instructions)).toEqual(plain(wanted));
  expect(Object.keys(signatures)).toEqual([payer.address, oracle.address]);
  expect(wire.length).toBe(measureTransaction(wanted, payer.address));
});

test('each key has signed the message', () => {
  for (const positions of [3, 61]) {
    const wanted = [resolve(addresses[0] as Address), settle(positions - 1)];
    const { wire } = writeTransaction(wanted, [payer, oracle], lifetime);
    const { signatures, messageBytes } = read(wire);
    const message = messageBytes as unknown as Uint8Array;
    const made = [payer, oracle].map((key) => [...key.sign(message)]);
    expect(Object.values(signatures).map((one) => [...(one ?? [])])).toEqual(made);
  }
});

test('a limit of compute units is the last instruction', () => {
  const options = { computeUnitLimit: 77_000 };
  const { wire } = writeTransaction([settle(4)], [payer], lifetime, options);
  const [first, limit] = read(wire).decompiled.instructions;
  expect(limit?.data).toEqual(Uint8Array.of(2, ...[0xc8, 0x2c, 1, 0]));
  expect(first?.data?.length).toBe(16);
});

test('what is too long for that becomes version 1, with its limits', () => {
  const { wire } = writeTransaction([settle(61)], [payer], lifetime, { computeUnitLimit: 900_000 });
  const { decompiled } = read(wire);
  expect(decompiled.version).toBe(1);
  expect(plain(decompiled.instructions)).toEqual(plain([settle(61)]));
  expect(decompiled).toMatchObject({
    config: { computeUnitLimit: 900_000, loadedAccountsDataSizeLimit: 4 * 1024 * 1024 },
  });
});

test('readWire reads both versions as kit does', () => {
  for (const positions of [8, 61]) {
    const { wire, signature } = writeTransaction([settle(positions)], [payer], lifetime);
    // Nodes answer with buffers, which are parts of larger ones.
    const { keys, instructions } = readWire(Buffer.from(wire));
    const [instruction] = instructions;
    const accounts = Array.from(instruction?.accounts ?? [], (index) => keys[index]);
    expect(accounts).toEqual(settle(positions).accounts?.map(({ address }) => address));
    expect([...(instruction?.data ?? [])]).toEqual([...(settle(positions).data ?? [])]);
    expect(signature).toMatch(/^\w{80,90}$/);
    expect(keys[0]).toBe(payer.address);
    expect([...readWire(wire).signature]).toEqual([
      ...(Object.values(read(wire).signatures)[0] ?? []),
    ]);
  }
});

test('version 0 for wallets, with the same instructions and limits', () => {
  const wanted = [resolve(addresses[0] as Address), settle(8)];
  const limit = { computeUnitLimit: 77_000 };
  const keys: [Key, Key] = [payer, oracle];
  const { wire } = writeTransaction(wanted, keys, lifetime, { ...limit, isVersion0: true });
  const { decompiled, signatures } = read(wire);
  expect(decompiled.version).toBe(0);
  expect(plain(decompiled.instructions).slice(0, 2)).toEqual(plain(wanted));
  expect(decompiled.instructions).toHaveLength(3);
  expect(Object.keys(signatures)).toEqual([payer.address, oracle.address]);
  expect(wire.length).toBe(writeTransaction(wanted, keys, lifetime, limit).wire.length + 2);
});

test('version 0 gives way to version 1 two bytes earlier', () => {
  const program = addresses[60] as Address;
  const withData = (bytes: number) => ({ programAddress: program, data: new Uint8Array(bytes) });
  const empty = measureTransaction([withData(200)], payer.address) - 200;
  const versionOf = (bytes: number, isVersion0: boolean) => {
    const instructions = [withData(bytes - empty)];
    const { wire } = writeTransaction(instructions, [payer], lifetime, { isVersion0 });
    return read(wire).decompiled.version;
  };
  expect([versionOf(1_232, false), versionOf(1_233, false)]).toEqual(['legacy', 1]);
  expect([versionOf(1_230, true), versionOf(1_231, true)]).toEqual([0, 1]);
});

test('a signer without a key is an error', () => {
  expect(() => writeTransaction([resolve(addresses[0] as Address)], [payer], lifetime)).toThrow(
    'no key to sign',
  );
});
