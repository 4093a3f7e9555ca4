// Authenticates a request: by API key, by wallet signature, or by both for the same wallet.
import { DomainError, unixSecondsAt } from '@tote/domain';
import { useNonce } from '../store/journal/requests.ts';
import { type ApiKeyContext, createApiKeys } from './api-key.ts';
import type { Authenticator, CredentialRequest } from './caller.ts';
import {
  checkWalletSignature,
  hasSignatureHeaders,
  type SignatureContext,
  type WalletSignature,
} from './wallet-signature.ts';

const AUTHORIZATION = /^(?:(?:Bearer|ApiKey) +)?(\S+)$/i;

export function createAuthenticator(
  context: ApiKeyContext & SignatureContext,
): Authenticator & { close(): void } {
  const { store, scopesOf } = context;
  const apiKeys = createApiKeys(context);

  async function spendNonce(signed: WalletSignature, request: CredentialRequest): Promise<void> {
    const idempotencyKey = request.keepsKey ? request.headers['idempotency-key'] : undefined;
    const isNew = await store.write((db) =>
      useNonce(db, {
        wallet: signed.wallet,
        nonce: signed.nonce,
        requestHash: signed.textHash,
        idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
        signedAt: unixSecondsAt(signed.signedAtMs),
      }),
    );
    if (!isNew) throw new DomainError('nonce_reused');
  }

  return {
    async authenticate(request) {
      const keyText = readKey(request.headers);
      const byKey = keyText === null ? null : await apiKeys.authenticate(keyText);
      const signed = await checkWalletSignature(context, request);
      if (!signed) return byKey;
      if (byKey && byKey.wallet !== signed.wallet) {
        throw new DomainError('wallet_mismatch', { wallet: byKey.wallet });
      }
      await spendNonce(signed, request);
      return { wallet: signed.wallet, scopes: scopesOf(signed.wallet) };
    },
    recognize(headers) {
      // A signature beside the key must be checked too.
      const keyText = hasSignatureHeaders(headers) ? null : readKey(headers);
      return keyText === null ? undefined : apiKeys.recognize(keyText);
    },
    close: apiKeys.close,
  };
}

/**
 * Null without a key; empty, which is no key, if it cannot be read or two differ. A header that was
 * sent twice arrives as one text with a comma and a space.
 */
function readKey(headers: CredentialRequest['headers']): string | null {
  const { authorization, 'x-api-key': given } = headers;
  if (authorization === undefined && given === undefined) return null;
  const named = AUTHORIZATION.exec(String(authorization ?? given))?.[1] ?? '';
  return given === undefined || given === named ? named : '';
}
