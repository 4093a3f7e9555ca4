// Starts chains for tests and stops them when the test ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Localnet, type LocalnetOptions, startLocalnet } from '../../src/index.ts';

export async function startTestnet(options: LocalnetOptions = {}): Promise<Localnet> {
  const localnet = await startLocalnet({ slotMs: 20, ...options });
  onTestFinished(() => localnet.close());
  return localnet;
}

export async function startServed(options: LocalnetOptions = {}) {
  const localnet = await startTestnet({ http: { port: 0 }, ...options });
  const url = localnet.url as string;
  return { localnet, url, webSocketUrl: localnet.webSocketUrl as string };
}

export function makeDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tote-localnet-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export interface Answer {
  id?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

export async function post(url: string, body: string, type = 'application/json') {
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export async function call(url: string, method: string, ...params: unknown[]): Promise<Answer> {
  const request = { jsonrpc: '2.0', id: 1, method, params };
  const { text } = await post(url, JSON.stringify(request));
  return JSON.parse(text);
}
