import type { Address } from '@solana/kit';
import { DomainError, type Scope } from '@tote/domain';

export interface Caller {
  readonly wallet: Address;
  readonly scopes: ReadonlySet<Scope>;
  /** The id of the API key; undefined when the wallet signed the request itself. */
  readonly apiKeyId?: string;
}

export function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.has(scope)) throw new DomainError('not_allowed', { scope });
}

export interface CredentialRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly rawBody: Uint8Array;
  /** An identical request with the same Idempotency-Key gets the stored answer. */
  readonly keepsKey?: boolean;
}

export interface Authenticator {
  /** Null when the request carries no credential; throws a DomainError when it is not valid. */
  authenticate(request: CredentialRequest): Promise<Caller | null>;
  /** The caller of a recently authenticated API key. Undefined: authenticate the request. */
  recognize(headers: CredentialRequest['headers']): Caller | undefined;
}
