// Signs a request with a wallet: the seven lines that docs/api.md describes.
import { encodeBase58 } from './base58.ts';
import { ToteError } from './errors.ts';
import { sha256Hex } from './sha256.ts';
import type { Signer } from './signer.ts';

export interface ServiceIdentity {
  readonly origin: string;
  readonly genesisHash: string;
}

interface SignedRequest {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly path: string;
  readonly body: string;
}

/** The four headers. `timestamp` is the time of the wall clock. */
export async function signRequest(
  signer: Signer,
  { origin, genesisHash }: ServiceIdentity,
  { method, path, body }: SignedRequest,
  timestamp = new Date().toISOString(),
): Promise<Record<string, string>> {
  const nonce = crypto.randomUUID();
  const hash = await sha256Hex(new TextEncoder().encode(body));
  const lines = ['Tote v1', origin, genesisHash, `${method} ${path}`, hash, timestamp, nonce];
  const signature = await askSigner(() =>
    signer.signMessage(new TextEncoder().encode(lines.join('\n'))),
  );
  return {
    'x-wallet': signer.address,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': encodeBase58(signature),
  };
}

/** What a wallet throws becomes `signing_failed`. */
async function askSigner<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new ToteError('signing_failed', 'The wallet did not sign. Ask the user to try again.', {
      cause,
    });
  }
}
