// The service under test: its own process, a free port and a temporary folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../root.ts';

const START_MS_MAX = 60_000;
const STOP_MS_MAX = 15_000;
const POLL_MS = 100;
/** Longer than any test run. */
const MARKET_MS = 24 * 3_600_000;

export interface Target {
  readonly baseUrl: string;
  /** Alice's API key. */
  readonly apiKey: string;
  readonly dir: string;
  /** Existing ids, by the name of the parameter. */
  readonly ids: Readonly<Record<string, string>>;
  /** A sentence about a problem of the service after the run, if there is one. */
  findWound(): Promise<string | undefined>;
  stop(): Promise<void>;
}

interface Demo {
  readonly baseUrl: string;
  readonly wallets: readonly { readonly name: string; readonly apiKey: string }[];
}

export async function startTarget(): Promise<Target> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-fuzz-'));
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^TOTE_/.test(name))),
    ...{ TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error' },
  };
  const program = join(root, 'packages/cli/bin/tote.mjs');
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = () => stopTarget(child, dir);
  try {
    const { baseUrl, wallets } = await awaitDemo(child, join(dir, 'demo.json'));
    const apiKey = wallets.find(({ name }) => name === 'alice')?.apiKey ?? '';
    const ids = await placeBet(baseUrl, apiKey);
    return { baseUrl, apiKey, dir, ids, findWound: () => findWound(child, baseUrl), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates a market with a bet. */
async function placeBet(baseUrl: string, apiKey: string): Promise<Record<string, string>> {
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const expireAt = new Date(Date.now() + MARKET_MS).toISOString();
  const market = { question: 'Does it hold?', outcomes: ['Yes', 'No'], expireAt, currency: 'SOL' };
  const { id: marketId = '' } = await post('/markets', market);
  const bet = await post(`/markets/${marketId}/bets`, { outcome: 'Yes', amount: 1 });
  const { betId = '', transactionId = '' } = bet;
  return { marketId, betId, transactionId };
}

/** Waits for the file that the service writes last at start. */
async function awaitDemo(child: ChildProcess, file: string): Promise<Demo> {
  for (let waitedMs = 0; waitedMs < START_MS_MAX; waitedMs += POLL_MS) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Demo;
    await sleep(POLL_MS);
  }
  throw new Error('the service did not start in time');
}

async function findWound(child: ChildProcess, baseUrl: string): Promise<string | undefined> {
  if (child.exitCode !== null) return `the service has exited with code ${child.exitCode}`;
  const ready = await fetch(new URL('/readyz?for=writes', baseUrl));
  if (ready.status !== 200) return `/readyz answers ${ready.status} ${await ready.text()}`;
  const reserves = await fetch(`${baseUrl}/reserves`);
  const all = (await reserves.json()) as Record<string, { surplus: number }>;
  const short = Object.entries(all).find(([, { surplus }]) => surplus < 0);
  return short && `the vault of ${short[0]} holds less than it owes`;
}

async function stopTarget(child: ChildProcess, dir: string): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await Promise.race([once(child, 'exit'), sleep(STOP_MS_MAX)]);
    if (child.exitCode === null) child.kill('SIGKILL');
  }
  rmSync(dir, { recursive: true, force: true });
}
