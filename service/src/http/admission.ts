// The first checks of a request: load, limits, known path and method.
import { DomainError } from '@tote/domain';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import { limitedNetworkOf } from './client-address.ts';
import { endAfterResponse, isUpgrade } from './client-error.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { checkIdempotencyKey } from './request.ts';
import { PREFLIGHT_HEADERS } from './response-headers.ts';
import type { RouteContext } from './route.ts';
import type { ShowMissing } from './share/publish-pages.ts';

interface AdmissionOptions
  extends Pick<RouteContext, 'limits' | 'ipLimiter' | 'isLoopbackLimited'> {
  readonly routes: RouteTable;
  readonly overload: Overload;
  isStopping(): boolean;
  readonly showMissing?: ShowMissing;
}

const OVERLOAD_SECONDS = 1;

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

function checkRequest({ raw, method, headers }: FastifyRequest, { limits }: AdmissionOptions) {
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

// Detects a process that cannot keep up with its requests.
const SAMPLE_MS = 200;
const LATE_SAMPLES_MIN = 3;

/** Measures event-loop lag. Only lasting lag counts: refusing requests does not help in a pause. */
export class Overload {
  readonly #lagMsMax: number;
  readonly #timer: NodeJS.Timeout;
  #dueAtMs: number;
  #lateSamples = 0;

  constructor(lagMsMax: number, nowMs: () => number = () => performance.now()) {
    this.#lagMsMax = lagMsMax;
    this.#dueAtMs = nowMs() + SAMPLE_MS;
    // Timers run before sockets, so requests that waited during the lag see this sample.
    this.#timer = setInterval(() => {
      const now = nowMs();
      const isLate = now - this.#dueAtMs > this.#lagMsMax;
      this.#lateSamples = isLate ? this.#lateSamples + 1 : 0;
      this.#dueAtMs = now + SAMPLE_MS;
    }, SAMPLE_MS).unref();
  }

  get isBehind(): boolean {
    return this.#lateSamples >= LATE_SAMPLES_MIN;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

interface Row {
  readonly pattern: RegExp;
  /** Characters outside of parameters. The longest wins: /markets/preview is no market id. */
  readonly fixedLength: number;
  readonly methods: Set<string>;
}

export class RouteTable {
  readonly #rows = new Map<string, Row>();

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const row = this.#rows.get(url) ?? toRow(url);
      for (const name of [method].flat()) row.methods.add(name);
      this.#rows.set(url, row);
    });
  }

  findMethods(url: string): string[] {
    const path = url.split('?', 1)[0] ?? '';
    const rows = [...this.#rows.values()].filter(({ pattern }) => pattern.test(path));
    const longest = Math.max(...rows.map(({ fixedLength }) => fixedLength));
    const matching = rows.filter(({ fixedLength }) => fixedLength === longest);
    const methods = new Set(matching.flatMap((row) => [...row.methods]));
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
  }
}

function toRow(url: string): Row {
  const fixedLength = url.replace(/:[A-Za-z]+|\*/g, '').length;
  return { pattern: toPattern(url), fixedLength, methods: new Set() };
}

/** Wildcard routes exist only under /docs, which takes GET everywhere. */
function toPattern(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
