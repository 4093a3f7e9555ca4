import type { PageAccess } from '@tote/chain/lib/page-access';
import { DomainError } from '@tote/domain';
import type { FastifyRequest } from 'fastify';

/** For what creates play money or moves the clock. Undefined if the page may use it. */
export function refuseForeignPage(
  { headers }: FastifyRequest,
  pages: PageAccess,
): DomainError | undefined {
  const refusal = pages.findRefusal(headers);
  if (!refusal) return undefined;
  const { header, value } = refusal;
  return header === 'Host'
    ? new DomainError('host_not_allowed', { host: value })
    : new DomainError('origin_not_allowed', { origin: value });
}
