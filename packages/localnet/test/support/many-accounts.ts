import { sign } from 'node:crypto';
import { type Key, keyBytes } from '../../src/ledger/key.ts';
import { SYSTEM_PROGRAM } from '../../src/ledger/known-addresses.ts';
import { unownedAddress, type Wallet } from './transfers.ts';

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
