// Builds the HTTP server: hooks, limits, routes. The caller makes it listen.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@tote/domain';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { createAccess } from './access.ts';
import { createAdmission, Overload, RouteTable } from './admission.ts';
import { limitPerAddress } from './client-address.ts';
import {
  endAfterResponse,
  isUpgrade,
  refuseUnsupportedRequests,
  respondToClientError,
  trackUpgrades,
} from './client-error.ts';
import { createCountryCheck, isOfferedEverywhere } from './country-check.ts';
import { createErrorHandler, sendRefusal, toRefusal } from './error-response.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { compileSerializer } from './json/serialize.ts';
import { RequestMetrics, serveMetrics } from './metrics.ts';
import { buildAsyncDocument } from './openapi/asyncapi.ts';
import { buildDocument, publishDocument } from './openapi/build-document.ts';
import { REQUEST_ID, readJsonBodies, requestIdOf } from './request.ts';
import { ResponseCache } from './response-cache.ts';
import { RESPONSE_HEADERS } from './response-headers.ts';
import type { RouteContext, ServerOptions } from './route.ts';
import { ROUTES } from './routes/index.ts';
import { createSender, createSendHook } from './send-json.ts';
import { PageFiles } from './share/page-files.ts';
import { publishActions } from './share/publish-actions.ts';
import { publishCard } from './share/publish-card.ts';
import { createMissingPage, publishPages } from './share/publish-pages.ts';
import { Streams } from './streams/streams.ts';
import { compileValidator } from './validation/compile-validator.ts';

export function createServer(options: ServerOptions): FastifyInstance {
  const limits: HttpLimits = { ...HTTP_LIMITS, ...options.limits };
  const app = createFastify(options, limits);
  const overload = new Overload(limits.eventLoopLagMsMax);
  const streams = new Streams(limits);
  const requests = new RequestMetrics();
  const { isLoopbackLimited, metrics, pageDir, log } = options;
  const { countryPolicy } = options.queries.config();
  const checkCountry = createCountryCheck(countryPolicy);
  const context: RouteContext = {
    ...options,
    access: createAccess(options.authenticator, options.walletLimiter),
    cache: new ResponseCache(),
    streams,
    limits,
    checkCountry,
    limitPrepares: limitPerAddress(options.prepareLimiter, 'prepare', isLoopbackLimited),
    sender: (sender) => createSender(requests, log, sender),
  };
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    overload.close();
    streams.closeAll();
    endIdleConnections(app.server);
  });
  const routes = new RouteTable(app);
  metrics.add(...requests.list());
  if (options.servesMetrics) serveMetrics(app, metrics);
  readJsonBodies(app);
  app.decorateRequest('rawBody', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('startedAtMs', 0);
  app.decorateRequest('isPage', false);
  app.setValidatorCompiler(compileValidator as never);
  app.setSerializerCompiler(({ schema }) => compileSerializer(schema as object));
  app.setErrorHandler(createErrorHandler(log));
  app.setNotFoundHandler((_request, reply) => {
    sendRefusal(reply, new DomainError('route_not_found'));
  });
  const pageFiles =
    pageDir === undefined ? undefined : new PageFiles(pageDir, options.queries.config().branding);
  app.addHook(
    'onRequest',
    createAdmission({
      ...context,
      routes,
      overload,
      isStopping: () => isStopping,
      showMissing: pageFiles && createMissingPage(pageFiles, options.queries),
    }),
  );
  if (countryPolicy) {
    app.addHook('onRequest', (request, _reply, done) => {
      const { operation } = request.routeOptions.config;
      done(isOfferedEverywhere(request.method, operation) ? undefined : checkCountry(request));
    });
  }
  const { audience } = options;
  if (audience) {
    audience.followStreams(() => streams.count);
    app.addHook('onRequest', ({ routeOptions: { url = '' } }, _reply, done) => {
      const caughtUp = MONITORED.includes(url) ? undefined : audience.ask();
      if (caughtUp) void caughtUp.then(() => done());
      else done();
    });
  }
  app.addHook('onSend', createSendHook(requests, log));
  publishDocument(app, '/v1/openapi.json', buildDocument);
  const buildAsync = () => buildAsyncDocument(options.queries.config().origin);
  publishDocument(app, '/v1/asyncapi.json', buildAsync);
  if (pageFiles) publishPages(app, pageFiles, context);
  publishCard(app, context);
  publishActions(app, context, pageFiles !== undefined);
  for (const route of Object.values(ROUTES)) route.register(app, context);
  refuseUnsupportedRequests(app.server);
  return app;
}

/** Monitors ask for these, again and again. */
const MONITORED = ['/healthz', '/readyz', '/metrics'];

type TrustProxy = NonNullable<FastifyServerOptions['trustProxy']>;

function toTrustProxy(proxies: number | readonly string[]): TrustProxy {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies > 0 && ((_address: string, hop: number) => hop < proxies);
}

/** Only one, and only of the API: the pages load files relative to their path. */
const TRAILING_SLASH = /^(\/(?:v1\/[^?]*[^?/]|healthz|readyz))\/(?=\?|$)/;

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
    rewriteUrl: ({ url = '' }) => url.replace(TRAILING_SLASH, '$1'),
    http: {
      headersTimeout: limits.headersMsMax,
      maxHeaderSize: limits.headerBytesMax,
      connectionsCheckingInterval: 1_000,
      // The admission hook checks it and responds in JSON.
      requireHostHeader: false,
      // Otherwise a second Authorization would be dropped without notice.
      joinDuplicateHeaders: true,
    },
    routerOptions: { maxParamLength: limits.headerBytesMax },
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

/** Otherwise connections that were busy when the service stops stay open until a timeout. */
function endIdleConnections(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), 100).unref();
  server.once('close', () => clearInterval(timer));
}
