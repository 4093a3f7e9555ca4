// The part of the interface that is about credentials and webhooks of a wallet.
import type { Address } from '@solana/kit';
import type { Scope, UnixSeconds } from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import type { SignInInput } from '../auth/sign-in.ts';
import type { ApiKeyRecord } from '../store/journal/api-keys.ts';
import type { Delivery, Webhook } from '../store/journal/webhooks.ts';

export type { ApiKeyRecord, Delivery, Webhook };

/** The Idempotency-Key of a request, and a hash that detects its use with another request. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of method, path and raw body, hex. */
  readonly requestHash: string;
}

export interface CreateWebhookInput {
  readonly url: string;
  readonly types?: readonly string[];
  readonly markets?: readonly string[];
  readonly ownWallet?: boolean;
  /** The network of the client; null: this machine, which has no limit. */
  readonly address?: string | null;
}

export interface CreateApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: UnixSeconds | null;
  /** As for a webhook. */
  readonly address?: string | null;
}

export interface AccessCommands {
  /** What a page at `origin` hands to `solana:signIn`. */
  offerSignIn(origin: string | undefined): SignInInput;
  /** The message is what the wallet signed. */
  signIn(
    signed: { wallet: Address; message: Uint8Array; signature: string; address?: string | null },
    idempotency?: Idempotency,
  ): Promise<{ wallet: Address; key: string; record: ApiKeyRecord }>;
  createApiKey(
    caller: Caller,
    input: CreateApiKeyInput,
    idempotency?: Idempotency,
  ): Promise<{ key: string; record: ApiKeyRecord }>;
  revokeApiKey(caller: Caller, id: string): Promise<ApiKeyRecord>;
  createWebhook(
    caller: Caller,
    input: CreateWebhookInput,
    idempotency?: Idempotency,
  ): Promise<{ webhook: Webhook; secret: string }>;
  /** For a day events are signed with the secret before, too. */
  rotateWebhookSecret(
    caller: Caller,
    id: string,
    idempotency?: Idempotency,
  ): Promise<{ webhook: Webhook; secret: string }>;
  deleteWebhook(caller: Caller, id: string): Promise<Webhook>;
}

export interface AccessQueries {
  listApiKeys(caller: Caller): Promise<readonly ApiKeyRecord[]>;
  listWebhooks(caller: Caller): Promise<readonly Webhook[]>;
  /** The newest attempts to deliver to a webhook. */
  listDeliveries(caller: Caller, webhookId: string): Promise<readonly Delivery[]>;
}
