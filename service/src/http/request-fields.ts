// Fields that the HTTP layer adds to Fastify's request.
import type { Caller } from '../auth/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; null when there is none. */
    rawBody: Buffer | null;
    /** By a monotonic clock. */
    startedAtMs: number;
    /** A page or an image, which has its own headers. */
    isPage: boolean;
    /** Null without a credential. */
    caller: Caller | null;
  }
}
