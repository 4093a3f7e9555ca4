// Runs the compiled command as a process of its own, with a config folder of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import type { DemoFile, DemoName } from '../../../../service/src/embedded/demo.ts';
import { parseJson, type Ran, runBin } from './run-bin.ts';
import { toteHere } from './tote-here.ts';

export interface Home {
  readonly dir: string;
  readonly env: Record<string, string>;
  tote(args: readonly string[], env?: Record<string, string>): Promise<Ran>;
  /** The same in this process, which takes less time: for what is not tested itself. */
  here(args: readonly string[], env?: Record<string, string>): Promise<Ran>;
}

/** What the service that all tests share wrote about itself. */
export function readService(): DemoFile {
  return JSON.parse(readFileSync(join(inject('toteDataDir'), 'demo.json'), 'utf8'));
}

export function useHome(): Home {
  const dir = mkdtempSync(join(tmpdir(), 'tote-home-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: dir, XDG_CONFIG_HOME: join(dir, 'config') },
    TOTE_DATA_DIR: inject('toteDataDir'),
  };
  return {
    ...{ dir, env },
    tote: (args, more = {}) => runBin(args, { ...env, ...more }, dir),
    async here(args, more = {}) {
      const { code, lines, notes } = await toteHere(args, { ...env, ...more });
      const [out, err] = [lines.join('\n'), notes.join('\n')];
      return { code, out, err, json: parseJson(out) };
    },
  };
}

/** The command must end with this code, and say this: in JSON if it was asked for. */
export async function refused(running: Promise<Ran>, code: number, text: string): Promise<Ran> {
  const ran = await running;
  const said = ran.json?.error ?? ran.err;
  expect([ran.code, said], ran.out + ran.err).toEqual([code, expect.stringContaining(text)]);
  return ran;
}

export async function call(
  path: string,
  body?: unknown,
  as: DemoName = 'alice',
): Promise<Ran['json']> {
  const { baseUrl, wallets } = readService();
  const { apiKey } = wallets.find(({ name }) => name === as) as { apiKey: string };
  const response = await fetch(baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** A market of alice that expires in ten days, or as `fields` say. */
export async function createMarket(fields: Record<string, unknown> = {}): Promise<string> {
  const { now } = await call('/config');
  const { id } = await call('/markets', {
    ...{ question: 'Will it rain in Lisbon?', outcomes: ['Yes', 'No'], currency: 'SOL' },
    expireAt: new Date(Date.parse(now) + 864_000_000).toISOString(),
    ...fields,
  });
  return id;
}

/** Makes a wallet without a passphrase; answers its address. */
export async function newWallet(home: Home, name = 'default'): Promise<string> {
  const { json } = await home.here(['wallet', 'new', name, '--plain', '--json']);
  return json.address;
}

export async function airdrop(address: string, sol: number): Promise<void> {
  await callRpc('requestAirdrop', [address, sol * 1e9]);
  const deadline = Date.now() + 10_000;
  while ((await lamportsOf(address)) === 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function lamportsOf(address: string): Promise<number> {
  return (await callRpc('getBalance', [address, { commitment: 'confirmed' }])).value;
}

async function callRpc(method: string, params: readonly unknown[]): Promise<Ran['json']> {
  const response = await fetch(readService().rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as Ran['json']).result;
}
