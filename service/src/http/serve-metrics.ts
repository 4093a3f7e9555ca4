// Serves the metrics: on the API's port, or on a port of their own.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DomainError } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';

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

interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Whoever reaches the port sees the metrics and nothing else. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port, log }: { host: string; port: number; log: Log },
): Promise<MetricsServer> {
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
      new Promise((resolve) => {
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
