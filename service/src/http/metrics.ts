// What the HTTP layer counts: durations of requests by route and status, refusals by code.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DomainError, ERRORS } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../telemetry/log.ts';
import { Durations, type Metric, type Metrics, Tally } from '../telemetry/metrics.ts';

const NAME = 'tote_http_request_duration_seconds';
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

class RouteDurations {
  readonly method: string;
  readonly route: string;
  readonly statuses = new Map<number, Durations>();

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  add(status: number, startedAtMs: number): number {
    let durations = this.statuses.get(status);
    if (durations === undefined) {
      durations = new Durations(BOUNDS_MS);
      this.statuses.set(status, durations);
    }
    const ms = performance.now() - startedAtMs;
    durations.add(ms);
    return ms;
  }
}

export class RequestMetrics {
  readonly #routes = new Map<string, RouteDurations>();
  readonly #refusals = new Tally(Object.keys(ERRORS));

  of(method: string, route: string): RouteDurations {
    const key = `${method} ${route}`;
    const known = this.#routes.get(key) ?? new RouteDurations(method, route);
    this.#routes.set(key, known);
    return known;
  }

  addRefusal(code: string): void {
    this.#refusals.add(code);
  }

  list(): Metric[] {
    return [
      {
        name: NAME,
        help: 'Time from the arrival of a request to its response',
        type: 'histogram',
        read: () =>
          [...this.#routes.values()].flatMap(({ method, route, statuses }) =>
            [...statuses].flatMap(([status, durations]) =>
              durations.values(NAME, { method, route, status }),
            ),
          ),
      },
      {
        name: 'tote_refusals_total',
        help: 'Requests that were answered with an error, by its code',
        type: 'counter',
        read: () => this.#refusals.values('code'),
      },
    ];
  }
}

const PATH = '/metrics';
/** Proxies set these: what comes through one is not for operators. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];
const REQUEST_MS_MAX = 10_000;
const TEXT = { 'content-type': 'text/plain' };

export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get(PATH, async (request, reply) => {
    // The router takes /%6detrics for the same path, but the rule of a proxy may not.
    const isSpelled = request.raw.url?.split('?', 1)[0] === PATH;
    const isForwarded = FORWARDED.some((name) => request.headers[name] !== undefined);
    if (!isSpelled || isForwarded) throw new DomainError('route_not_found');
    const { contentType, text } = await metrics.render();
    reply.type(contentType);
    return text;
  });
}

export async function startMetricsServer(
  metrics: Metrics,
  { host, port, log }: { host: string; port: number; log: Log },
) {
  const server = createServer({ requestTimeout: REQUEST_MS_MAX }, (request, response) => {
    respond(metrics, request, response).catch((error) => {
      log.error({ error }, 'the metrics could not be read');
      response.writeHead(500, TEXT).end('The metrics could not be read; the log says why.\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  metrics: Metrics,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isKnown = url.split('?', 1)[0] === PATH && (method === 'GET' || method === 'HEAD');
  if (!isKnown) {
    response.writeHead(404, TEXT).end(`Only GET ${PATH} is here.\n`);
    return;
  }
  const { contentType, text } = await metrics.render();
  response.writeHead(200, { 'content-type': contentType }).end(text);
}
