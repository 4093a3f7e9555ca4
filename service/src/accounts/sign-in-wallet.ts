// Signs a wallet in with `solana:signIn`: makes an API key of 7 days with the scopes that the
// wallet has signed.
import type { Address } from '@solana/kit';
import { addSeconds, DomainError, SCOPES, unixSecondsAt } from '@tote/domain';
import type { SignIn } from '../auth/sign-in.ts';
import type { ApiKeyRecord } from '../store/journal/api-keys.ts';
import { useNonce } from '../store/journal/requests.ts';
import type { Idempotency } from '../submissions/idempotency-key.ts';
import { type CreateApiKeyContext, createApiKey } from './create-api-key.ts';

const KEY_SECONDS = 7 * 24 * 60 * 60;
/** In place of a wallet: a nonce of ours is used once, by whomever. */
const ANYBODY = 'sign-in';

interface SignedMessage {
  readonly wallet: Address;
  readonly message: Uint8Array;
  readonly signature: string;
  /** The network of the client. */
  readonly address?: string | null;
}

export async function signInWallet(
  context: CreateApiKeyContext & { readonly signIn: SignIn },
  { wallet, address, ...signed }: SignedMessage,
  idempotency?: Idempotency,
): Promise<{ wallet: Address; key: string; record: ApiKeyRecord }> {
  const { store, wallMs, signIn } = context;
  const { domain, scopes, nonce, issuedAtMs, messageHash } = await signIn.check(wallet, signed);
  const isNew = await store.write((db) =>
    useNonce(db, {
      ...{ wallet: ANYBODY, nonce, requestHash: messageHash },
      idempotencyKey: idempotency?.key ?? null,
      signedAt: unixSecondsAt(issuedAtMs),
    }),
  );
  if (!isNew) throw new DomainError('sign_in_invalid', { reason: 'its nonce was used before' });
  const caller = { wallet, scopes: new Set(SCOPES) };
  const expiresAt = addSeconds(unixSecondsAt(wallMs()), KEY_SECONDS);
  const input = { name: nameOf(domain), scopes, expiresAt, address };
  return { wallet, ...(await createApiKey(context, caller, input, idempotency)) };
}

/** A domain may be longer than the name of a key. */
const nameOf = (domain: string) => `Signed in at ${domain}`.slice(0, 100);
