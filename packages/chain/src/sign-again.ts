// Signs a transaction again with a new blockhash, once the first one can no longer land.

import { findBudgetInstruction, readUnitLimit, SET_PRICE_TAG, statesFee } from './compute-units.ts';
import type { Key } from './key.ts';
import type { SignedTransaction } from './landing.ts';
import { decodeBase58Exactly, encodeBase58 } from './lib/base58.ts';
import { priorityLamports } from './priority-fee.ts';
import { joinTransaction, splitTransaction } from './split-transaction.ts';
import { readWire } from './wire.ts';
import type { Lifetime } from './write-transaction.ts';

const BLOCKHASH_BYTES = 32;

/**
 * Only the blockhash of the message changes, and the price of a compute unit, if one is given and
 * the message has a place for it. The keys must include all of its signers.
 */
export function signAgain(
  old: SignedTransaction,
  keys: readonly Pick<Key, 'address' | 'sign'>[],
  { blockhash, lastValidBlockHeight }: Lifetime,
  microLamports?: bigint,
): SignedTransaction {
  const before = splitTransaction(old.wire);
  const { keys: accounts, blockhashOffset } = readWire(old.wire);
  const bytes = decodeBase58Exactly(blockhash, BLOCKHASH_BYTES);
  if (!bytes) throw new RangeError(`${blockhash} is not a blockhash`);
  const message = Uint8Array.from(before.message);
  message.set(bytes, blockhashOffset);
  if (microLamports !== undefined) writePrice(message, old.wire, microLamports);
  const signatures = before.signatures.map((_, index) => {
    const key = keys.find(({ address }) => address === accounts[index]);
    if (!key) throw new RangeError(`there is no key to sign for ${accounts[index]}`);
    return key.sign(message);
  });
  return {
    signature: encodeBase58(signatures[0] as Uint8Array),
    wire: joinTransaction({ signatures, message }),
    lastValidBlockHeight,
  };
}

function writePrice(message: Uint8Array, wire: Uint8Array, microLamports: bigint): void {
  const view = new DataView(message.buffer, message.byteOffset);
  const parsed = readWire(wire);
  if (parsed.budget) {
    if (!statesFee(parsed)) return;
    const lamports = priorityLamports(microLamports, readUnitLimit(wire));
    view.setBigUint64(parsed.budget.offset, lamports, true);
    return;
  }
  const found = findBudgetInstruction(parsed, SET_PRICE_TAG);
  if (!found) return;
  const messageOffset = wire.byteLength - message.byteLength;
  const offset = found.data.byteOffset - wire.byteOffset - messageOffset;
  view.setBigUint64(offset + 1, microLamports, true);
}
