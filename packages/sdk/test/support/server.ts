// A real HTTP server that answers as a test says, wrongly for the most part.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { type HttpServer, startHttpServer } from '../../../../tools/test-setup/http-server.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Handler = (request: Received, response: ServerResponse, index: number) => void;

export interface WrongServer extends HttpServer {
  /** All requests, in order. */
  readonly received: Received[];
}

/** Runs until the test ends. */
export async function startWrongServer(handle: Handler): Promise<WrongServer> {
  const received: Received[] = [];
  const server = await startHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body });
    handle({ method, path, headers, body }, response, received.length - 1);
  });
  onTestFinished(server.close);
  return { ...server, received };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** As the service refuses. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  sendJson(response, status, { error: `It is ${code}.` }, { 'x-error-code': code, ...headers });
}
