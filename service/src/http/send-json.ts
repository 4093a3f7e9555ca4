import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../telemetry/log.ts';
import { type Body, compressReply, encode, encodingHeaders, findEncoding } from './compress.ts';
import type { RequestMetrics } from './metrics.ts';
import { REQUEST_ID } from './request.ts';
import { JSON_TYPE, RESPONSE_HEADERS } from './response-headers.ts';

export type SendJson = (
  reply: FastifyReply,
  status: number,
  body: Body,
  /** Alternating names and values. */
  headers?: readonly string[],
) => void;

const HEADER_LINES = Object.entries({ ...RESPONSE_HEADERS, 'content-type': JSON_TYPE }).flat();

export interface SenderOptions {
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
}

/** Writes directly to the connection: Fastify would double the cost of the busiest routes. */
export function createSender(
  metrics: RequestMetrics,
  log: Log,
  { method, path: route, isPublic }: SenderOptions,
): SendJson {
  const counts = metrics.of(method, route);
  const write = (
    reply: FastifyReply,
    status: number,
    content: string | Buffer,
    headers: readonly string[],
  ) => {
    const { id: requestId, startedAtMs } = reply.request;
    const own = [REQUEST_ID, requestId, 'content-length', String(Buffer.byteLength(content))];
    reply.raw.writeHead(status, [...HEADER_LINES, ...own, ...headers]);
    reply.raw.end(content);
    const ms = counts.add(status, startedAtMs);
    log.debug({ requestId, method, route, status, ms }, 'response sent');
  };
  return (reply, status, body, headers = []) => {
    reply.hijack();
    const encoding = isPublic ? findEncoding(reply.request, body.text) : undefined;
    if (!encoding) return write(reply, status, body.text, headers);
    const more = [...headers, ...Object.entries(encodingHeaders(encoding)).flat()];
    encode(body, encoding).then(
      (bytes) => write(reply, status, bytes, more),
      () => write(reply, status, body.text, headers),
    );
  };
}

export function createSendHook(metrics: RequestMetrics, log: Log) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (!request.isPage) reply.headers(RESPONSE_HEADERS);
    const { id: requestId, method, is404, startedAtMs } = request;
    reply.header(REQUEST_ID, requestId);
    const route = (is404 ? undefined : request.routeOptions.url) ?? 'unknown';
    const status = reply.statusCode;
    const ms = metrics.of(method, route).add(status, startedAtMs);
    const code = reply.getHeader('x-error-code');
    if (code !== undefined) metrics.addRefusal(String(code));
    log.debug({ requestId, method, route, status, ms }, 'response sent');
    return compressReply(request, reply, payload);
  };
}
