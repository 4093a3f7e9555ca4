import type { Address } from '@solana/kit';
import { DomainError, SCOPES, type Scope } from '@tote/domain';

export interface Caller {
  readonly wallet: Address;
  readonly scopes: ReadonlySet<Scope>;
  /** The id of the API key; undefined when the wallet signed the request itself. */
  readonly apiKeyId?: string;
}

/** All scopes that a wallet, or a key of it, may have. */
export type ScopesOf = (wallet: Address) => ReadonlySet<Scope>;

const ALL_SCOPES: ReadonlySet<Scope> = new Set(SCOPES);
const COMMON_SCOPES: ReadonlySet<Scope> = new Set(SCOPES.filter((scope) => scope !== 'operate'));

/** Only the admin of the Config and the wallets that the settings list may operate the service. */
export function createScopesOf(listed: readonly Address[], admin: () => Address): ScopesOf {
  return (wallet) => (wallet === admin() || listed.includes(wallet) ? ALL_SCOPES : COMMON_SCOPES);
}

export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.has(scope)) return;
  // A signature has every scope that its wallet may have, so another key would not help.
  if (scope === 'operate' && caller.apiKeyId === undefined)
    throw new DomainError('wallet_not_operator');
  throw new DomainError('not_allowed', { scope });
}

export const credentialInvalid = () => new DomainError('credential_invalid');

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
