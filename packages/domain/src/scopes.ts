/** What an API key may do. A wallet's own signature may do everything. */
export const SCOPES = ['read', 'bet', 'create', 'attest', 'manage'] as const;

export type Scope = (typeof SCOPES)[number];
