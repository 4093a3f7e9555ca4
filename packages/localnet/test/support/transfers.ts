// Signed transfers without a client library, because tests with ten thousand of them need speed.

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Key, keyBytes, SYSTEM_PROGRAM, toKey } from '../../src/ledger/key.ts';

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

/**
 * A transfer with the given number of accounts. Version 1, because a legacy transaction is too
 * small for them.
 */
export function manyAccounts(from: Wallet, count: number, blockhash: Key): Uint8Array {
  const others = Array.from({ length: count - 2 }, (_, i) => unownedAddress(i + 10));
  const keys = [from.address, ...others, SYSTEM_PROGRAM].map(keyBytes);
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(1_000_000n, 4);
  // Compute-unit limit (bit 2) and loaded-accounts limit (bit 3): without them both are zero.
  const mask = Buffer.alloc(4);
  mask.writeUInt32LE(0b1100);
  const limits = Buffer.alloc(8);
  limits.writeUInt32LE(200_000);
  limits.writeUInt32LE(64 * 1_024 * 1_024, 4);
  const message = Buffer.concat([
    Buffer.from([0x81, 1, 0, 1]),
    mask,
    keyBytes(blockhash),
    Buffer.from([1, keys.length]),
    ...keys,
    limits,
    Buffer.from([keys.length - 1, 2, data.length, 0]),
    Buffer.from([0, 1]),
    data,
  ]);
  return new Uint8Array(Buffer.concat([message, sign(null, message, from.privateKey)]));
}
