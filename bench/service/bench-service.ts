// The service with its defaults, in a fresh folder, with funded wallets, and the load of bets.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { type Load, measure } from './load.ts';
import { progress } from './progress.ts';
import { createBenchMarket, openBenchWallets } from './set-up.ts';

const SERVICE = new URL('./service-server.ts', import.meta.url);
export const WALLETS = 32;
export const BET_BODY = JSON.stringify({ outcome: 'Yes', amount: 0.001 });

export interface Bench {
  readonly child: Child;
  readonly dir: string;
  /** Bearer keys of funded wallets. */
  readonly apiKeys: readonly string[];
  createMarket(question?: string): Promise<string>;
  stop(): Promise<void>;
}

/** Without the auditor, which would halt copied markets: they have no account. */
export const COPIES = { TOTE_KEEPER: '0' };

export async function startBench(env: Record<string, string> = {}): Promise<Bench> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-'));
  const child = await startChild(SERVICE, { TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error', ...env });
  const apiKeys = (await openBenchWallets(child.url, WALLETS)).map(({ apiKey }) => apiKey);
  return {
    ...{ child, dir, apiKeys },
    createMarket: (question) => createBenchMarket(child.url, apiKeys[0] as string, question),
    async stop() {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export async function withBench<T>(
  work: (bench: Bench) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const bench = await startBench(env);
  try {
    return await work(bench);
  } finally {
    await bench.stop();
  }
}

/** Each wallet always bets in the same market. */
export function betLoad(bench: Bench, marketIds: readonly string[], seconds: number): Load {
  const requests = bench.apiKeys.map((apiKey, index) => ({
    path: `/v1/markets/${marketIds[index % marketIds.length]}/bets`,
    body: BET_BODY,
    headers: { authorization: `Bearer ${apiKey}` },
  }));
  return { server: bench.child, seconds, method: 'POST', requests };
}

const FILLERS = 64;
const FILLED_AT_ONCE = 100_000;

/** Places so many bets in a market through the API. */
export async function fillMarket(bench: Bench, market: string, bets: number): Promise<void> {
  for (let left = bets; left > 0; left -= FILLED_AT_ONCE) {
    const amount = Math.min(left, FILLED_AT_ONCE);
    const connections = Math.min(amount, FILLERS);
    const { total } = await measure({ ...betLoad(bench, [market], 0), amount, connections });
    if (total !== amount) throw new Error(`only ${total} of ${amount} bets went through`);
    if (left > amount) progress(`${left - amount} more bets to place`);
  }
}
