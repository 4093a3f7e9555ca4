// The seven lines that a wallet signs. They contain the request, the service, the chain, the time
// and a nonce, so that a signature is valid for one request to one service only.
import { sha256Hex } from '@tote/chain/lib/sha256';

interface RequestToSign {
  readonly origin: string;
  readonly genesisHash: string;
  readonly method: string;
  /** Path and query as they are sent. */
  readonly url: string;
  readonly rawBody: Uint8Array;
  readonly timestamp: string;
  readonly nonce: string;
}

export function requestText(request: RequestToSign): string {
  const { origin, genesisHash, method, url, rawBody, timestamp, nonce } = request;
  const bodyHash = sha256Hex(rawBody);
  return ['Tote v1', origin, genesisHash, `${method} ${url}`, bodyHash, timestamp, nonce].join(
    '\n',
  );
}
