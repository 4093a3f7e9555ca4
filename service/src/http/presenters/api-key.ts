import type { ApiKeyRecord } from '../../queries/shown.ts';
import type { ApiKeyResponse } from '../schemas/api-key.ts';

export function presentApiKey({ scopes, isRevoked, ...record }: ApiKeyRecord): ApiKeyResponse {
  return { ...record, scopes: [...scopes], revoked: isRevoked };
}
