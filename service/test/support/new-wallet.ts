// Opens wallets through the public API, and signs as a wallet does.
import { randomBytes } from 'node:crypto';
import { getBase58Decoder, getTransactionDecoder, getTransactionEncoder } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { sha256Hex } from '@tote/chain/lib/sha256';

export { openNewWallet } from '@tote/cli/demo/new-wallet';

/** Adds signatures to a transaction that the service prepared, and keeps the others. */
export function signTransaction(base64: string, ...keys: readonly Key[]): string {
  const transaction = getTransactionDecoder().decode(Buffer.from(base64, 'base64'));
  const message = transaction.messageBytes as unknown as Uint8Array;
  const own = Object.fromEntries(keys.map((key) => [key.address, key.sign(message)]));
  const signatures = { ...transaction.signatures, ...own } as typeof transaction.signatures;
  return Buffer.from(getTransactionEncoder().encode({ ...transaction, signatures })).toString(
    'base64',
  );
}

interface Signed {
  readonly method: string;
  readonly url: string;
  readonly rawBody: Uint8Array;
  readonly nonce?: string;
}

/** The headers of a request that the wallet signed; default: now. */
export function signRequest(
  { origin, genesisHash }: { origin: string; genesisHash: string },
  key: Key,
  { method, url, rawBody, nonce = randomBytes(16).toString('hex') }: Signed,
  at = new Date(),
): Record<string, string> {
  const timestamp = at.toISOString();
  const hash = sha256Hex(rawBody);
  const lines = ['Tote v1', origin, genesisHash, `${method} ${url}`, hash, timestamp, nonce];
  return {
    'x-wallet': key.address,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': getBase58Decoder().decode(key.sign(Buffer.from(lines.join('\n')))),
  };
}
