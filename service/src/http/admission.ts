// The first checks of a request: load, limits, known path and method.
import { DomainError } from '@tote/domain';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { limitedNetworkOf } from './client-address.ts';
import type { HttpLimits } from './http-limits.ts';
import { checkIdempotencyKey } from './idempotency.ts';
import type { Overload } from './overload.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { PREFLIGHT_HEADERS } from './response-headers.ts';
import type { RouteTable } from './route-table.ts';
import type { ShowMissing } from './share/missing-page.ts';
import { endAfterResponse, isUpgrade } from './upgrades.ts';

interface AdmissionOptions {
  readonly limits: HttpLimits;
  readonly routes: RouteTable;
  readonly overload: Overload;
  readonly ipLimiter: RateLimiter | null;
  readonly isLoopbackLimited: boolean;
  isStopping(): boolean;
  /** Shows a browser that there is nothing. */
  readonly showMissing?: ShowMissing;
}

const OVERLOAD_SECONDS = 1;

/** An `onRequest` hook. */
export function createAdmission(options: AdmissionOptions) {
  const { overload, ipLimiter, isLoopbackLimited } = options;
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    request.startedAtMs = performance.now();
    if (isUpgrade(request.raw)) endAfterResponse(request.raw, reply.raw);
    try {
      if (overload.isBehind || options.isStopping()) refuseBusy(request, options);
      checkRequest(request, options);
      if (request.is404 && handleUnknownRoute(request, reply, options)) return;
    } catch (error) {
      done(error as Error);
      return;
    }
    if (ipLimiter === null) {
      done();
      return;
    }
    const network = limitedNetworkOf(request, isLoopbackLimited);
    if (network === null) done();
    else limit(ipLimiter, network, done);
  };
}

function refuseBusy(request: FastifyRequest, { isStopping }: AdmissionOptions): void {
  // A monitor must be able to read the health of an overloaded service.
  if (request.routeOptions.url === '/healthz') return;
  if (isStopping()) throw new DomainError('service_stopping');
  throw new DomainError('service_overloaded', { seconds: OVERLOAD_SECONDS });
}

function checkRequest(
  { raw, method, headers }: FastifyRequest,
  { limits }: AdmissionOptions,
): void {
  const { urlCharactersMax } = limits;
  if ((raw.url?.length ?? 0) > urlCharactersMax) {
    throw new DomainError('uri_too_long', { max: urlCharactersMax });
  }
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new DomainError('request_malformed');
  }
  // Nothing reads the body of an upgrade request, so waiting for it would never end.
  if (headers.upgrade !== undefined && isUpgrade(raw) && method !== 'GET') {
    throw new DomainError('request_malformed');
  }
  if (method === 'POST') checkIdempotencyKey(headers['idempotency-key']);
}

/** Returns true after responding, to a CORS preflight or a browser; throws 404 or 405. */
function handleUnknownRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { routes, showMissing }: AdmissionOptions,
): boolean {
  const { method } = request;
  const methods = routes.findMethods(request.raw.url ?? '');
  if (methods.length === 0) {
    if (showMissing?.(request, reply)) return true;
    throw new DomainError('route_not_found');
  }
  const allowed = methods.join(', ');
  if (method !== 'OPTIONS') throw new DomainError('method_not_allowed', { method, allowed });
  reply
    .code(204)
    .headers({ ...PREFLIGHT_HEADERS, allow: allowed, 'access-control-allow-methods': allowed })
    .send();
  return true;
}

function limit(limiter: RateLimiter, network: string, done: HookHandlerDoneFunction): void {
  const decide = (seconds: number | null) =>
    done(seconds === null ? undefined : new DomainError('rate_limited', { seconds }));
  try {
    const taken = limiter.take(`ip:${network}`);
    if (typeof taken === 'object' && taken !== null) taken.then(decide, done);
    else decide(taken);
  } catch (error) {
    done(error as Error);
  }
}
