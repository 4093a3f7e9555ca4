// An assistant: the SDK's own client, and `tote mcp` in this process or in its own.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { WAIT_MS } from '../../../../tools/test-setup/limits.ts';
import type { Home } from './home.ts';
import { BIN, type Ran } from './run-bin.ts';
import { toteHere } from './tote-here.ts';

export interface Said {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Ran['json'];
}

export interface Assistant {
  readonly client: Client;
  /** Undefined in this process. */
  readonly pid: number | null | undefined;
  /** What the user was asked to confirm. */
  readonly asked: string[];
  /** What the server wrote to stderr. */
  notes(): string;
  use(tool: string, input?: object, signal?: AbortSignal): Promise<Said>;
  close(): Promise<void>;
}

export const YES: ElicitResult = { action: 'accept', content: { confirm: true } };

export interface Setup {
  readonly args?: readonly string[];
  /** In a process of its own, with stdio, as assistants start it; otherwise in this one. */
  readonly isProcess?: boolean;
  readonly env?: Record<string, string>;
  /** How the user answers; undefined: a client that cannot ask. */
  readonly confirm?: (message: string) => ElicitResult | Promise<ElicitResult>;
}

/** A config folder of its own, in which nothing was spent. */
export const newConfig = (home: Home) => ({
  XDG_CONFIG_HOME: mkdtempSync(join(home.dir, 'config-')),
});

export async function startAssistant(home: Home, setup: Setup): Promise<Assistant> {
  const { args = ['--wallet', 'alice'], env, confirm } = setup;
  const capabilities = confirm ? { elicitation: {} } : {};
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  const asked: string[] = [];
  if (confirm) {
    client.setRequestHandler(ElicitRequestSchema, ({ params: { message } }) => {
      asked.push(message);
      return confirm(message);
    });
  }
  const start = setup.isProcess ? startProcess : startHere;
  const transport = start(['mcp', ...args], { ...home.env, ...env }, home.dir);
  let notes = '';
  const stdio = transport instanceof StdioClientTransport ? transport : undefined;
  stdio?.stderr?.on('data', (chunk) => {
    notes += String(chunk);
  });
  // Whatever is not the protocol on stdout ends up here.
  client.onerror = (error) => {
    notes += error.message;
  };
  await client.connect(transport, { timeout: WAIT_MS });
  onTestFinished(() => client.close());
  return {
    ...{ client, asked, pid: stdio?.pid, notes: () => notes },
    close: () => client.close(),
    async use(name, input = {}, signal) {
      const call = { name, arguments: { ...input } };
      const ran = await client.callTool(call, undefined, { signal, timeout: WAIT_MS });
      const [{ text }] = ran.content as [{ text: string }];
      return { isError: ran.isError === true, text, data: ran.structuredContent };
    },
  };
}

function startProcess(args: string[], env: Record<string, string>, cwd: string) {
  const command = process.execPath;
  return new StdioClientTransport({ command, args: [BIN, ...args], cwd, env, stderr: 'pipe' });
}

function startHere(args: string[], env: Record<string, string>) {
  const [mine, its] = InMemoryTransport.createLinkedPair();
  toteHere(args, env, async () => its);
  return mine;
}
