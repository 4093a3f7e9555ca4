// What the HTTP layer adds to Fastify's request.
import type { Caller } from '../auth/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; null when there is none. */
    rawBody: Buffer | null;
    /** By a clock that only runs forward. */
    startedAtMs: number;
    /** A page of the documents, with headers of its own. */
    isPage: boolean;
    /** Who asks; null without a credential. */
    caller: Caller | null;
  }
}
