import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach } from 'vitest';
import { createServer, type ServerOptions } from '../../../src/http/server.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { authenticator } from './memory-access.ts';
import { MemoryFeed } from './memory-feed.ts';
import { MemoryService } from './memory-service.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly service: MemoryService;
  readonly feed: MemoryFeed;
  readonly url: string;
  readonly port: number;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface RequestOptions {
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly as?: string | null;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  readonly json: any;
}

/** For a test file: starts servers that are closed after each test. */
export function useServers(): typeof startServer {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (options) => {
    const server = await startServer(options);
    servers.push(server);
    return server;
  };
}

export async function startServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const service = new MemoryService();
  const feed = new MemoryFeed();
  const app = createServer({
    commands: service.commands,
    queries: service.queries,
    authenticator,
    feed,
    describe: () => 'Yes if the oracle says so.',
    log: SILENT_LOG,
    wallMs: () => 1_800_000_000_000,
    ...options,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  async function request(method: string, path: string, given: RequestOptions = {}) {
    const { body, as = 'alice', headers } = given;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body !== undefined && { body: text }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(as !== null && { authorization: `Bearer ${as}` }),
        ...headers,
      },
    });
    const answer = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text: answer,
      json: isJson && answer !== '' ? JSON.parse(answer) : undefined,
    };
  }

  return { app, service, feed, url, port, request, close: async () => app.close() };
}
