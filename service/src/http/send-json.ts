// The way out of answers.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestDurations } from './metrics.ts';
import { JSON_TYPE, RESPONSE_HEADERS } from './response-headers.ts';

export type SendJson = (reply: FastifyReply, status: number, text: string) => void;

const HEADER_LINES = Object.entries({ ...RESPONSE_HEADERS, 'content-type': JSON_TYPE }).flat();

/**
 * For the busiest routes: writes the answer straight to the connection, with the headers as one
 * ready list. The usual way costs as much again as everything else that such a request needs.
 */
export function createSender(durations: RequestDurations, method: string, url: string): SendJson {
  const counts = durations.of(method, url);
  return (reply, status, text) => {
    reply.hijack();
    const length = String(Buffer.byteLength(text));
    reply.raw.writeHead(status, [...HEADER_LINES, 'content-length', length]);
    reply.raw.end(text);
    counts.add(status, reply.request.startedAtMs);
  };
}

/** An `onSend` hook for all others. */
export function createSendHook(durations: RequestDurations) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (!request.isPage) reply.headers(RESPONSE_HEADERS);
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    durations.of(request.method, route).add(reply.statusCode, request.startedAtMs);
    return payload;
  };
}
