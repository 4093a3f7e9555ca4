// A real HTTP server that answers as a test says, wrongly for the most part.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Handler = (request: Received, response: ServerResponse, index: number) => void;

export interface WrongServer {
  readonly url: string;
  /** All requests, in order. */
  readonly received: Received[];
  close(): Promise<void>;
}

/** Runs until the test ends. */
export async function startWrongServer(handle: Handler): Promise<WrongServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body });
    handle({ method, path, headers, body }, response, received.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, received, close };
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
