// Measures bets over HTTP, compared with an echo server and with a naive implementation.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '../../service/test/support/postgres.ts';
import { type Child, startChild } from './child.ts';
import { type Load, type Measured, measure, measureWarm } from './load.ts';
import { createBenchMarket, openBenchWallets } from './set-up.ts';

const SERVICE = new URL('./service-server.ts', import.meta.url);
const ECHO = new URL('./echo-server.ts', import.meta.url);
const NAIVE = new URL('./naive-server.ts', import.meta.url);
const CHAIN_ALONE = new URL('./chain-alone-server.ts', import.meta.url);
const WALLETS = 32;
const MARKETS = 16;
const BODY = JSON.stringify({ outcome: 'Yes', amount: 0.001 });

export interface Bench {
  readonly child: Child;
  readonly dir: string;
  /** Bearer keys of funded wallets. */
  readonly apiKeys: readonly string[];
  createMarket(): Promise<string>;
  stop(): Promise<void>;
}

/** The service with its defaults, in a fresh folder, with funded wallets. */
export async function startBench(): Promise<Bench> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-'));
  const child = await startChild(SERVICE, { TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error' });
  const apiKeys = (await openBenchWallets(child.url, WALLETS)).map(({ apiKey }) => apiKey);
  return {
    ...{ child, dir, apiKeys },
    createMarket: () => createBenchMarket(child.url, apiKeys[0] as string),
    async stop() {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export function betLoad(bench: Bench, marketIds: readonly string[], seconds: number): Load {
  const requests = bench.apiKeys.flatMap((apiKey, index) => ({
    path: `/v1/markets/${marketIds[index % marketIds.length]}/bets`,
    body: BODY,
    headers: { authorization: `Bearer ${apiKey}` },
  }));
  return { url: new URL(bench.child.url).origin, seconds, method: 'POST', requests };
}

export interface BetsMeasured {
  readonly echo: Measured;
  readonly oneMarket: Measured;
  readonly manyMarkets: Measured;
  readonly chainAlone: Measured;
  readonly naive: Measured | undefined;
}

export async function measureBets(bench: Bench, seconds: number): Promise<BetsMeasured> {
  const market = await bench.createMarket();
  const sample = await fetch(`${bench.child.url}/markets/${market}/bets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.apiKeys[0]}`, 'content-type': 'application/json' },
    body: BODY,
  });
  const answer = await sample.text();
  const echo = await measureEcho(answer, seconds, 'POST');
  const oneMarket = await measureWarm(betLoad(bench, [market], seconds));
  const markets = await Promise.all(Array.from({ length: MARKETS }, () => bench.createMarket()));
  const manyMarkets = await measure(betLoad(bench, markets, seconds));
  const chainAlone = await measureChainAlone(answer, seconds);
  return { echo, oneMarket, manyMarkets, chainAlone, naive: await measureNaive(seconds) };
}

/** Fastify alone with a response of these bytes. */
export async function measureEcho(
  answer: string,
  seconds: number,
  method: 'GET' | 'POST',
): Promise<Measured> {
  const child = await startChild(ECHO, { BENCH_ANSWER: answer });
  try {
    const request = { path: '/echo', ...(method === 'POST' && { body: BODY }) };
    const load: Load = { url: child.url, seconds, method, requests: [request] };
    return await measureWarm(load);
  } finally {
    await child.stop();
  }
}

/** The same bets of as many wallets, with the chain only. */
async function measureChainAlone(answer: string, seconds: number): Promise<Measured> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-chain-alone-'));
  const child = await startChild(CHAIN_ALONE, {
    ...{ TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error' },
    ...{ BENCH_ANSWER: answer, BENCH_WALLETS: String(WALLETS) },
  });
  try {
    const requests = Array.from({ length: WALLETS }, (_, index) => ({
      path: '/bets',
      body: BODY,
      headers: { authorization: String(index) },
    }));
    const load: Load = { url: child.url, seconds, method: 'POST', requests };
    return await measureWarm(load);
  } finally {
    await child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measureNaive(seconds: number): Promise<Measured | undefined> {
  if (!hasPostgres()) return undefined;
  const postgres = await startPostgres();
  const dir = mkdtempSync(join(tmpdir(), 'tote-naive-'));
  try {
    const child = await startChild(NAIVE, {
      TOTE_DATABASE_URL: await postgres.createDatabase(),
      TOTE_DATA_DIR: dir,
      TOTE_RPC_PORT: '0',
    });
    const requests = [{ path: '/bets', body: BODY }];
    const measured = await measure({ url: child.url, seconds, method: 'POST', requests });
    await child.stop();
    return measured;
  } finally {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
