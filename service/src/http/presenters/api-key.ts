import type { ApiKeyRecord } from '../../use-cases/access.ts';
import type { ApiKeyResponse } from '../schemas/api-key.ts';

export function presentApiKey({ scopes, isRevoked, ...record }: ApiKeyRecord): ApiKeyResponse {
  return { ...record, scopes: [...scopes], revoked: isRevoked };
}
