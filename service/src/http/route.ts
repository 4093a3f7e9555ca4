// An endpoint: method, path, schemas, who may use it, its errors and what it does. Validation,
// serialization and the OpenAPI document follow from it.
import type { Static, TSchema } from '@sinclair/typebox';
import type { PageAccess } from '@tote/chain/lib/page-access';
import type { ErrorCode, Scope } from '@tote/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Authenticator } from '../auth/caller.ts';
import type { Audience } from '../embedded/audience.ts';
import type { FeedHub } from '../feed/feed-hub.ts';
import type { Queries } from '../queries/create-queries.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Commands } from '../wiring/compose-commands.ts';
import { type Access, hasTransaction } from './access.ts';
import type { CountryCheck } from './country-check.ts';
import type { HttpLimits } from './http-limits.ts';
import { refuseParams } from './ids.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ResponseCache } from './response-cache.ts';
import type { SenderOptions, SendJson } from './send-json.ts';
import type { Streams } from './streams/streams.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** In the order of the OpenAPI document. */
export const TAGS = [
  ...(['Markets', 'Series', 'Bets', 'Account', 'Transactions', 'Feed', 'Service'] as const),
];

export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  readonly scope?: Scope;
  readonly credential?: 'required' | 'optional' | 'none';
  /** A body with a transaction that the wallet signed needs no credential. */
  readonly takesSigned?: true;
  readonly errors?: readonly ErrorCode[];
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Stores its answer by the Idempotency-Key, so that a signed request may be sent again. */
  readonly keepsKey?: true;
  /** Offered in blocked countries, too; such a handler may refuse a part of it. */
  readonly worksEverywhere?: true;
  /** Sent twice, this POST acts twice. */
  readonly actsAgain?: true;
  readonly response: TSchema;
  readonly statuses?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly mediaType?: string;
  readonly otherMediaTypes?: Readonly<Record<string, TSchema>>;
}

export interface Route {
  readonly operation: Operation;
  register(app: FastifyInstance, context: RouteContext): void;
}

type ParamsOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

interface Definition<Path, Q extends TSchema, B extends TSchema, R extends TSchema>
  extends Omit<Operation, 'method' | 'path'> {
  readonly query?: Q;
  readonly body?: B;
  readonly response: R;
  readonly options?: (context: RouteContext) => Partial<RouteOptions>;
  /** The ids in the path are well formed. Returns nothing if the answer was sent. */
  handle(
    context: RouteContext & { readonly send: SendJson },
    request: FastifyRequest<{ Params: ParamsOf<Path>; Querystring: Static<Q>; Body: Static<B> }>,
    reply: FastifyReply,
  ): Promise<Static<R> | FastifyReply | undefined> | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
    /** Its answers are for everybody, and may be compressed. */
    isPublic?: boolean;
  }
}

export function defineRoute<
  const Path extends `${Method} /${string}`,
  Q extends TSchema,
  B extends TSchema,
  R extends TSchema,
>(endpoint: Path, { handle, options, ...rest }: Definition<Path, Q, B, R>): Route {
  const [method, path] = endpoint.split(' ') as [Method, string];
  const operation = { method, path, ...rest };
  return {
    operation,
    register(app, context) {
      const send = context.sender({ method, path, isPublic: isPublic(operation) });
      const own = { ...context, send };
      app.route({
        ...toFastify(operation, context),
        ...options?.(context),
        handler: (request, reply) => {
          refuseParams(request.params as Record<string, string>);
          return handle(own, request as Parameters<typeof handle>[1], reply);
        },
      });
    },
  };
}

export function toFastify(operation: Operation, { access }: RouteContext) {
  const { method, path: url, scope, query, body, response, statuses = [200] } = operation;
  const credential = credentialOf(operation);
  const isRequired = (request: FastifyRequest) =>
    credential === 'required' && !(operation.takesSigned && hasTransaction(request));
  return {
    method,
    url,
    config: { operation, isPublic: isPublic(operation) },
    schema: {
      response: Object.fromEntries(statuses.map((status) => [status, response])),
      ...(query && { querystring: query }),
      ...(body && { body }),
    },
    ...(credential !== 'none' && { preValidation: access(isRequired, scope) }),
  };
}

export function credentialOf({ scope, credential = 'none' }: Operation) {
  return scope === undefined ? credential : 'required';
}

/** Streams write their answers themselves. */
const isPublic = (operation: Operation): boolean =>
  operation.method === 'GET' && credentialOf(operation) !== 'required';

export interface ServerOptions {
  readonly commands: Commands;
  readonly queries: Queries;
  readonly authenticator: Authenticator;
  readonly feed: FeedHub;
  describe(market: MarketView): string;
  readonly log: Log;
  wallMs(): number;
  readonly limits?: Partial<HttpLimits>;
  readonly ipLimiter: RateLimiter | null;
  readonly walletLimiter: RateLimiter | null;
  readonly prepareLimiter: RateLimiter | null;
  readonly isLoopbackLimited: boolean;
  readonly trustProxy: number | readonly string[];
  readonly pages: PageAccess;
  /** The folder of the built page; undefined: only the API is served. */
  readonly pageDir: string | undefined;
  readonly metrics: Metrics;
  readonly servesMetrics: boolean;
  /** Learns of requests and streams. */
  readonly audience?: Pick<Audience, 'ask' | 'followStreams'> | undefined;
}

export interface RouteContext extends ServerOptions {
  readonly access: Access;
  readonly cache: ResponseCache;
  readonly streams: Streams;
  readonly limits: HttpLimits;
  /** A `preHandler` hook: preparing costs more than other requests, and needs no credential. */
  limitPrepares(request: FastifyRequest): Promise<void>;
  readonly checkCountry: CountryCheck;
  sender(options: SenderOptions): SendJson;
}
