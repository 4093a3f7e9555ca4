// Starts Fastify alone, which answers with given bytes, and the load for it.
import { BET_BODY } from './bench-service.ts';
import { type Child, startChild } from './child.ts';
import type { Load } from './load.ts';

export const ECHO = new URL('./echo-server.ts', import.meta.url);

export function startEcho(answer: string): Promise<Child> {
  return startChild(ECHO, { BENCH_ANSWER: answer });
}

export function echoLoad(server: Child, seconds: number, method: 'GET' | 'POST'): Load {
  const request = { path: '/echo', ...(method === 'POST' && { body: BET_BODY }) };
  return { server, seconds, method, requests: [request] };
}
