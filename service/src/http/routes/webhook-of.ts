import { DomainError } from '@tote/domain';
import { isWebhookId } from '../ids.ts';

export function checkWebhookId(id: string): string {
  if (!isWebhookId(id)) throw new DomainError('resource_not_found', { resource: 'webhook' });
  return id;
}
