// Signs a request with a wallet: the seven lines that docs/api.md describes.
import { randomId, sha256, textToHex, toBase64 } from './bytes.ts';
import { ToteError } from './errors.ts';
import type { Signer } from './signer.ts';

export interface ServiceIdentity {
  readonly origin: string;
  readonly genesisHash: string;
}

interface RequestToSign {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly path: string;
  readonly body: string | undefined;
}

/** The four headers. */
export async function signRequest(
  signer: Signer,
  { origin, genesisHash }: ServiceIdentity,
  { method, path, body = '' }: RequestToSign,
): Promise<Record<string, string>> {
  const nonce = randomId();
  const timestamp = new Date().toISOString();
  const hash = await sha256(textToHex(body));
  const lines = ['Tote v1', origin, genesisHash, `${method} ${path}`, hash, timestamp, nonce];
  const message = new TextEncoder().encode(lines.join('\n'));
  const signature = await askSigner(() => signer.signMessage(message));
  return {
    'x-wallet': signer.address,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': toBase64(signature),
  };
}

/** Errors of the wallet become `signing_failed`. */
export async function askSigner<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ToteError('signing_failed', 'The wallet did not sign.', { cause });
  }
}
