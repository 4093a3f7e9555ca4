import { createTote, type Tote, ToteError } from '@tote/sdk';
import { apiUrl } from '../navigation/env.ts';
import { session } from './session.ts';

/**
 * The service, with the wallet's signature on each request. The key of the page cannot make other
 * keys or webhooks, nor move the clock: whoever steals it cannot stay.
 */
export function signingTote(): Tote {
  const { signer } = session.peek() ?? {};
  if (!signer) throw new ToteError('signer_missing', 'Connect a wallet first.');
  return createTote({ url: apiUrl, credential: { signer } });
}
