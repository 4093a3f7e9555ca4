// Builds the HTTP server: hooks, limits, routes. The caller makes it listen.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { PageAccess } from '@tote/chain/lib/page-access';
import { DomainError } from '@tote/domain';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Authenticator } from '../auth/caller.ts';
import type { Feed } from '../feed/feed-event.ts';
import type { Queries } from '../queries/create-queries.ts';
import type { MarketView } from '../queries/shown.ts';
import type { Log } from '../telemetry/log.ts';
import { Metrics } from '../telemetry/metrics.ts';
import type { Commands } from '../wiring/compose-commands.ts';
import { createAccess } from './access.ts';
import { createAdmission } from './admission.ts';
import { publishAsyncApi } from './asyncapi/publish-asyncapi.ts';
import { respondToClientError } from './client-error.ts';
import { createErrorHandler, sendRefusal, toRefusal } from './error-response.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { compileSerializer } from './json/serialize.ts';
import { limitPerAddress } from './limit-per-address.ts';
import { RequestMetrics } from './metrics.ts';
import { publishOpenApi } from './openapi/publish-openapi.ts';
import { Overload } from './overload.ts';
import { parseQueryString } from './query-string.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { readJsonBodies } from './read-body.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';
import { ResponseCache } from './response-cache.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';
import type { RouteContext } from './route-context.ts';
import { RouteTable } from './route-table.ts';
import { ROUTES } from './routes/index.ts';
import { createSender, createSendHook } from './send-json.ts';
import { serveMetrics } from './serve-metrics.ts';
import { createMissingPage } from './share/missing-page.ts';
import { PageFiles } from './share/page-files.ts';
import { publishActions } from './share/publish-actions.ts';
import { publishCard } from './share/publish-card.ts';
import { publishPages } from './share/publish-pages.ts';
import { Streams } from './streams/streams.ts';
import { refuseUnsupportedRequests } from './unsupported-requests.ts';
import { endAfterResponse, isUpgrade, trackUpgrades } from './upgrades.ts';
import { compileValidator } from './validation/compile-validator.ts';

export interface ServerOptions {
  readonly commands: Commands;
  readonly queries: Queries;
  readonly authenticator: Authenticator;
  readonly feed: Feed;
  /** The condition of a market in words, its `details`. */
  describe(market: MarketView): string;
  readonly log: Log;
  /** Wall clock in milliseconds, for the heartbeats of the feed. */
  wallMs(): number;
  readonly limits?: Partial<HttpLimits>;
  readonly ipLimiter?: RateLimiter | null;
  readonly walletLimiter?: RateLimiter | null;
  /** Limits prepared transactions per address. */
  readonly prepareLimiter?: RateLimiter | null;
  /** By default connections from this machine have no limit. */
  readonly isLoopbackLimited?: boolean;
  /** How many proxies, or the networks of those whose forwarded addresses are believed. */
  readonly trustProxy?: number | readonly string[];
  /** By default only pages of this machine may use the faucet and the sandbox. */
  readonly pages?: PageAccess;
  /** The folder of the built page; undefined: only the API is served. */
  readonly pageDir?: string;
  /** Gets the metrics of the requests. */
  readonly metrics?: Metrics;
  /** Whether they are served at /metrics. Default: true. */
  readonly servesMetrics?: boolean;
}

export function createServer(options: ServerOptions): FastifyInstance {
  const limits: HttpLimits = { ...HTTP_LIMITS, ...options.limits };
  const app = createFastify(options, limits);
  const overload = new Overload(limits.eventLoopLagMsMax);
  const streams = new Streams(limits);
  const requests = new RequestMetrics();
  const context: RouteContext = {
    ...pickUseCases(options),
    access: createAccess(options.authenticator, options.walletLimiter ?? null),
    pages: options.pages ?? new PageAccess({ host: '127.0.0.1', origins: [] }),
    cache: new ResponseCache(),
    streams,
    isLoopbackLimited: options.isLoopbackLimited ?? false,
    limits,
    limitPrepares: limitPerAddress(
      options.prepareLimiter ?? null,
      'prepare',
      options.isLoopbackLimited ?? false,
    ),
    sender: (method, url) => createSender(requests, options.log, method, url),
  };
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    overload.close();
    streams.closeAll();
    endIdleConnections(app.server);
  });
  const routes = new RouteTable(app);
  const { metrics = new Metrics(), servesMetrics = true } = options;
  metrics.add(...requests.list());
  if (servesMetrics) serveMetrics(app, metrics);
  readJsonBodies(app);
  app.decorateRequest('rawBody', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('startedAtMs', 0);
  app.decorateRequest('isPage', false);
  app.setValidatorCompiler(compileValidator as never);
  app.setSerializerCompiler(({ schema }) => compileSerializer(schema as object));
  app.setErrorHandler(createErrorHandler(options.log));
  app.setNotFoundHandler((_request, reply) => {
    sendRefusal(reply, new DomainError('route_not_found'));
  });
  const { pageDir, log } = options;
  const pageFiles = pageDir === undefined ? undefined : new PageFiles(pageDir);
  app.addHook(
    'onRequest',
    createAdmission({
      limits,
      routes,
      overload,
      ipLimiter: options.ipLimiter ?? null,
      isLoopbackLimited: options.isLoopbackLimited ?? false,
      isStopping: () => isStopping,
      showMissing: pageFiles && createMissingPage(pageFiles, options.queries),
    }),
  );
  app.addHook('onSend', createSendHook(requests, options.log));
  publishOpenApi(app);
  publishAsyncApi(app, options.queries);
  if (pageFiles) publishPages(app, pageFiles, context);
  publishCard(app, context);
  publishActions(app, context, { hasPage: pageFiles !== undefined, log });
  for (const route of ROUTES) route.register(app, context);
  refuseUnsupportedRequests(app.server);
  return app;
}

function pickUseCases(options: ServerOptions) {
  const { commands, queries, authenticator, feed, describe, wallMs } = options;
  return { commands, queries, authenticator, feed, describe, wallMs };
}

type TrustProxy = NonNullable<FastifyServerOptions['trustProxy']>;

/** With a number nobody may reach the service but through so many proxies. */
function toTrustProxy(proxies: number | readonly string[] = 0): TrustProxy {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies > 0 && ((_address: string, hop: number) => hop < proxies);
}

function createFastify(options: ServerOptions, limits: HttpLimits): FastifyInstance {
  const app = Fastify<Server>({
    logger: false,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestMsMax,
    keepAliveTimeout: limits.keepAliveMsMax,
    connectionTimeout: limits.idleMsMax,
    return503OnClosing: false,
    // A slow start on a busy machine must not be a failure.
    pluginTimeout: 120_000,
    trustProxy: toTrustProxy(options.trustProxy),
    genReqId: requestIdOf,
    http: {
      headersTimeout: limits.headersMsMax,
      maxHeaderSize: limits.headerBytesMax,
      connectionsCheckingInterval: 1_000,
      // The admission hook checks it and responds in JSON.
      requireHostHeader: false,
    },
    routerOptions: {
      maxParamLength: limits.headerBytesMax,
      querystringParser: parseQueryString,
    },
    clientErrorHandler: (error, socket) => respondToClientError(error, socket as Socket),
    frameworkErrors: (error, request, reply) => {
      if (isUpgrade(request.raw)) endAfterResponse(request.raw, reply.raw);
      // No hook runs for these errors, so the headers are added here.
      reply.headers(RESPONSE_HEADERS).header(REQUEST_ID, request.id);
      sendRefusal(reply, toRefusal(error) ?? new DomainError('request_malformed'));
    },
  });
  app.server.maxConnections = limits.connectionsMax;
  trackUpgrades(app.server);
  return app;
}

/** A connection that was busy when the service began to stop would stay open until it times out. */
function endIdleConnections(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), 100).unref();
  server.once('close', () => clearInterval(timer));
}
