// Signs a transaction again with a new blockhash, once the first one can no longer land.
import { decodeBase58Exactly, encodeBase58 } from '@tote/lib/base58';
import type { Key } from './key.ts';
import type { SignedTransaction } from './landing.ts';
import { joinTransaction, splitTransaction } from './split-transaction.ts';
import { readWire } from './wire.ts';
import type { Lifetime } from './write-transaction.ts';

const BLOCKHASH_BYTES = 32;

/** Only the blockhash of the message changes. The keys must include all of its signers. */
export function signAgain(
  old: SignedTransaction,
  keys: readonly Pick<Key, 'address' | 'sign'>[],
  { blockhash, lastValidBlockHeight }: Lifetime,
): SignedTransaction {
  const before = splitTransaction(old.wire);
  const { keys: accounts, blockhashOffset } = readWire(old.wire);
  const bytes = decodeBase58Exactly(blockhash, BLOCKHASH_BYTES);
  if (!bytes) throw new RangeError(`${blockhash} is not a blockhash`);
  const message = Uint8Array.from(before.message);
  message.set(bytes, blockhashOffset);
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
