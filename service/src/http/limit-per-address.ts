import { DomainError } from '@tote/domain';
import type { FastifyRequest } from 'fastify';
import { limitedNetworkOf } from './client-address.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** A `preHandler` hook with a limit of its own, for what costs more than other requests. */
export function limitPerAddress(
  limiter: RateLimiter | null,
  name: string,
  isLoopbackLimited: boolean,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const network = limitedNetworkOf(request, isLoopbackLimited);
    if (limiter === null || network === null) return;
    const seconds = await limiter.take(`${name}:${network}`);
    if (seconds !== null) throw new DomainError('rate_limited', { seconds });
  };
}
