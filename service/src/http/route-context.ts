import type { PageAccess } from '@tote/chain/lib/page-access';
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/caller.ts';
import type { Feed } from '../feed/feed-event.ts';
import type { Queries } from '../queries/create-queries.ts';
import type { MarketView } from '../queries/shown.ts';
import type { Commands } from '../wiring/compose-commands.ts';
import type { Access } from './access.ts';
import type { HttpLimits } from './http-limits.ts';
import type { ResponseCache } from './response-cache.ts';
import type { SendJson } from './send-json.ts';
import type { Streams } from './streams/streams.ts';

/** Dependencies of the routes. */
export interface RouteContext {
  readonly commands: Commands;
  readonly queries: Queries;
  readonly feed: Feed;
  readonly authenticator: Authenticator;
  readonly access: Access;
  /** Which web pages may use the faucet and the sandbox. */
  readonly pages: PageAccess;
  readonly cache: ResponseCache;
  readonly streams: Streams;
  /** Whether limits apply to connections from this machine. */
  readonly isLoopbackLimited: boolean;
  readonly limits: HttpLimits;
  /** A `preHandler` hook: preparing costs more than other requests, and needs no credential. */
  limitPrepares(request: FastifyRequest): Promise<void>;
  /** The fast response path of the busiest routes. */
  sender(method: string, url: string): SendJson;
  /** The condition of a market in words. */
  describe(market: MarketView): string;
  /** Wall time, for heartbeats. */
  wallMs(): number;
}
