// Measures bets over HTTP, compared with an echo server, with the chain alone and with a naive
// implementation. All servers run at once and are measured in turn, so that a change of the
// machine's speed meets all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '../../service/test/support/postgres.ts';
import { BET_BODY, type Bench, betLoad, startBench, WALLETS } from './bench-service.ts';
import { startChild } from './child.ts';
import { echoLoad, startEcho } from './echo.ts';
import { type Load, type Measured, measure, warmUp } from './load.ts';
import { progress, repeat } from './progress.ts';

const NAIVE = new URL('./naive-server.ts', import.meta.url);
const CHAIN_ALONE = new URL('./chain-alone-server.ts', import.meta.url);
const MARKETS = 16;

export interface BetsMeasured {
  readonly echo: Measured;
  readonly oneMarket: Measured;
  readonly manyMarkets: Measured;
  readonly spread: Measured;
  readonly chainAlone: Measured;
  /** Undefined where there is no PostgreSQL. */
  readonly naive?: Measured;
}

/** A server under its load. */
interface Contender {
  readonly load: Load;
  stop(): Promise<void>;
}

export async function measureBets(seconds: number, runs: number): Promise<BetsMeasured[]> {
  progress('bets: starting the service, the echo, the chain alone and the naive server');
  const bench = await startBench();
  const market = await bench.createMarket();
  const answer = await placeOne(bench, market);
  const markets = await Promise.all(Array.from({ length: MARKETS }, () => bench.createMarket()));
  const echo = await startEcho(answer);
  const chainAlone = await startChainAlone(answer, seconds);
  const naive = await startNaive(seconds);
  const loads = {
    echo: echoLoad(echo, seconds, 'POST'),
    oneMarket: betLoad(bench, [market], seconds),
    manyMarkets: betLoad(bench, markets, seconds),
    spread: { ...betLoad(bench, markets, seconds), isSpread: true },
    chainAlone: chainAlone.load,
    ...(naive && { naive: naive.load }),
  };
  try {
    progress('bets: warming up');
    for (const load of Object.values(loads)) await warmUp(load);
    return await repeat(runs, 'bets', () => measureEach(loads));
  } finally {
    for (const server of [bench, echo, chainAlone, naive]) await server?.stop();
  }
}

type Loads = Record<Exclude<keyof BetsMeasured, 'naive'>, Load> & { naive?: Load };

async function measureEach(loads: Loads): Promise<BetsMeasured> {
  return {
    echo: await measure(loads.echo),
    oneMarket: await measure(loads.oneMarket),
    manyMarkets: await measure(loads.manyMarkets),
    spread: await measure(loads.spread),
    chainAlone: await measure(loads.chainAlone),
    ...(loads.naive && { naive: await measure(loads.naive) }),
  };
}

async function placeOne(bench: Bench, market: string): Promise<string> {
  const response = await fetch(`${bench.child.url}/markets/${market}/bets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.apiKeys[0]}`, 'content-type': 'application/json' },
    body: BET_BODY,
  });
  return response.text();
}

/** The same bets of as many wallets, with the chain only. */
async function startChainAlone(answer: string, seconds: number): Promise<Contender> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-chain-alone-'));
  const server = await startChild(CHAIN_ALONE, {
    ...{ TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error' },
    ...{ BENCH_ANSWER: answer, BENCH_WALLETS: String(WALLETS) },
  });
  const requests = Array.from({ length: WALLETS }, (_, index) => ({
    path: '/bets',
    body: BET_BODY,
    headers: { authorization: String(index) },
  }));
  return {
    load: { server, seconds, method: 'POST', requests },
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function startNaive(seconds: number): Promise<Contender | undefined> {
  if (!hasPostgres()) return undefined;
  const postgres = await startPostgres();
  const dir = mkdtempSync(join(tmpdir(), 'tote-naive-'));
  const server = await startChild(NAIVE, {
    TOTE_DATABASE_URL: await postgres.createDatabase(),
    TOTE_DATA_DIR: dir,
    TOTE_RPC_PORT: '0',
  });
  return {
    load: { server, seconds, method: 'POST', requests: [{ path: '/bets', body: BET_BODY }] },
    async stop() {
      await server.stop();
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
