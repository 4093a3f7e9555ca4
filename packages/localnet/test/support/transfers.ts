// Signed transfers without a client library, because tests with ten thousand of them need speed.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Account } from '../../src/ledger/account.ts';
import { type Key, keyBytes, toKey } from '../../src/ledger/key.ts';
import { SYSTEM_PROGRAM } from '../../src/ledger/known-addresses.ts';

export interface Wallet {
  address: Key;
  privateKey: KeyObject;
}

export function createWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
  return { address: toKey(raw), privateKey };
}

export function unownedAddress(number: number): Key {
  const bytes = Buffer.alloc(32, 7);
  bytes.writeUInt32LE(number);
  return toKey(bytes);
}

export const walletAccount = (lamports: bigint): Account => ({
  lamports,
  owner: SYSTEM_PROGRAM,
  data: new Uint8Array(),
  isExecutable: false,
});

/** A signed legacy transaction that moves lamports. */
export function transfer(from: Wallet, to: Key, lamports: bigint, blockhash: Key): Uint8Array {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(lamports, 4);
  return signSystemInstruction(from, [to], data, blockhash);
}

export function assign(from: Wallet, program: Key, blockhash: Key): Uint8Array {
  return signSystemInstruction(
    from,
    [],
    Buffer.from([1, 0, 0, 0, ...keyBytes(program)]),
    blockhash,
  );
}

/** The accounts of the instruction are the signer and the others. */
function signSystemInstruction(from: Wallet, others: Key[], data: Buffer, blockhash: Key) {
  const keys = [from.address, ...others, SYSTEM_PROGRAM].map(keyBytes);
  const accounts = [from.address, ...others].map((_, index) => index);
  const instruction = Buffer.from([1, keys.length - 1, accounts.length, ...accounts, data.length]);
  const head = Buffer.from([1, 0, 1, keys.length]);
  const message = Buffer.concat([head, ...keys, keyBytes(blockhash), instruction, data]);
  const signature = sign(null, message, from.privateKey);
  return new Uint8Array(Buffer.concat([Buffer.from([1]), signature, message]));
}
