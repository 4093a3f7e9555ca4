/** The permissions of API keys. Only wallets that operate the service may have `operate`. */
export const SCOPES = ['read', 'bet', 'create', 'attest', 'manage', 'operate'] as const;

export type Scope = (typeof SCOPES)[number];
