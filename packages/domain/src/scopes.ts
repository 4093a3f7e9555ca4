/** The permissions of API keys. A wallet signature has all of them. */
export const SCOPES = ['read', 'bet', 'create', 'attest', 'manage'] as const;

export type Scope = (typeof SCOPES)[number];
