// Authenticates a request: by API key, by wallet signature, or by both for the same wallet.
import { DomainError, SCOPES, unixSecondsAt } from '@tote/domain';
import { useNonce } from '../store/journal/requests.ts';
import type { Store } from '../store/store.ts';
import { createApiKeys } from './api-key.ts';
import type { Authenticator, Caller, CredentialRequest } from './caller.ts';
import {
  checkWalletSignature,
  hasSignatureHeaders,
  type WalletSignature,
} from './wallet-signature.ts';

const BEARER = /^Bearer +(\S+)$/i;
const BEARER_PREFIX = 'Bearer ';
const ALL_SCOPES = new Set(SCOPES);

interface AuthenticatorContext {
  readonly store: Store;
  readonly origin: string;
  readonly genesisHash: string;
  readonly wallMs: () => number;
}

export function createAuthenticator(
  context: AuthenticatorContext,
): Authenticator & { close(): void } {
  const { store } = context;
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
      const keyText = readBearer(request);
      const byKey = keyText === null ? null : await apiKeys.authenticate(keyText);
      const signed = await checkWalletSignature(context, request);
      if (!signed) return byKey;
      if (byKey && byKey.wallet !== signed.wallet) {
        throw new DomainError('wallet_mismatch', { wallet: byKey.wallet });
      }
      await spendNonce(signed, request);
      return signedCaller(signed);
    },
    recognize(headers) {
      const { authorization } = headers;
      if (typeof authorization !== 'string' || !authorization.startsWith(BEARER_PREFIX)) {
        return undefined;
      }
      // A signature beside the key must be checked too.
      if (hasSignatureHeaders(headers)) return undefined;
      return apiKeys.recognize(authorization.slice(BEARER_PREFIX.length));
    },
    close: apiKeys.close,
  };
}

function signedCaller({ wallet }: WalletSignature): Caller {
  return { wallet, scopes: ALL_SCOPES };
}

/** Null without the header. Schemes other than Bearer are refused, not ignored. */
function readBearer({ headers }: CredentialRequest): string | null {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  const key = typeof authorization === 'string' && BEARER.exec(authorization)?.[1];
  if (!key) throw new DomainError('credential_invalid');
  return key;
}
