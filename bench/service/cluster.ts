// Measures bets on a Solana node that nobody here wrote: the service over HTTP, the node over RPC,
// both with the load on the same processors. Compared with another checkout on the same node, if
// BENCH_BEFORE names its folder.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../../service/test/faults/support/api.ts';
import { Cluster } from '../../service/test/validator/support/cluster.ts';
import { findValidator } from '../../tools/validator/find-validator.ts';
import { BET_BODY } from './bench-service.ts';
import { type Child, measuredCheckout, measureServiceOf, startChild } from './child.ts';
import { type Load, type Measured, measure, warmUp } from './load.ts';
import { part, progress, repeatInParts } from './progress.ts';
import { createBenchMarket } from './set-up.ts';

const SERVICE = new URL('./service-server.ts', import.meta.url);
const AT_ONCE = [32, 128, 512] as const;
const MARKETS = [1, 4] as const;
const FUNDS = { SOL: 3_000_000_000n };

export interface ClusterRate {
  readonly markets: number;
  readonly atOnce: number;
  readonly measured: Measured;
  /** Of the checkout in BENCH_BEFORE. */
  readonly before?: Measured;
}

/** Without rates where there is no validator. */
export interface ClusterMeasured {
  readonly rates: readonly ClusterRate[];
}

export async function measureCluster(seconds: number, runs: number): Promise<ClusterMeasured[]> {
  if (findValidator() === undefined) {
    progress('cluster: skipped, because there is no solana-test-validator');
    return [{ rates: [] }];
  }
  progress('cluster: starting a node and the service');
  await using cluster = await Cluster.start();
  const contenders = await startContenders(cluster);
  try {
    const most = { markets: Math.max(...MARKETS), atOnce: Math.max(...AT_ONCE) };
    // The first bets meet code that is not optimised, and caches that are empty.
    for (const contender of contenders) await warmUp(loadOf(contender, most, seconds));
    return await repeatInParts(runs, 'cluster', async () => ({
      rates: await measureRates(contenders, seconds),
    }));
  } finally {
    for (const { child } of contenders) await child.stop();
  }
}

interface Contender {
  readonly child: Child;
  readonly apiKeys: readonly string[];
  readonly markets: readonly string[];
}

async function startContenders(cluster: Cluster): Promise<Contender[]> {
  const before = process.env.BENCH_BEFORE;
  const contenders = [await startContender(cluster, 'now')];
  if (before === undefined) return contenders;
  const checkout = measuredCheckout();
  measureServiceOf(before);
  contenders.push(await startContender(cluster, 'before', copyKeys(cluster)));
  measureServiceOf(checkout);
  return contenders;
}

/** Earlier services had the keys of the operators in their own folder. */
function copyKeys({ dir }: Cluster): Record<string, string> {
  const all = join(dir, 'keys-before');
  for (const keys of ['keys', 'offline']) cpSync(join(dir, keys), all, { recursive: true });
  return { TOTE_KEYS_DIR: all };
}

async function startContender(
  cluster: Cluster,
  name: string,
  settings: Record<string, string> = {},
): Promise<Contender> {
  const env = { ...cluster.env(name), TOTE_LOG_LEVEL: 'error', ...settings };
  const child = await startChild(SERVICE, env);
  progress(`cluster: opening ${Math.max(...AT_ONCE)} wallets`);
  const wallets = await cluster.openWallets(new Api(child.url), Math.max(...AT_ONCE), FUNDS);
  const apiKeys = wallets.map(({ apiKey }) => apiKey);
  const markets: string[] = [];
  while (markets.length < Math.max(...MARKETS)) {
    markets.push(await createBenchMarket(child.url, apiKeys[0] as string));
  }
  return { child, apiKeys, markets };
}

/** Contenders in turn, so that a change of the machine's speed meets all of them. */
async function measureRates(
  [now, before]: readonly Contender[],
  seconds: number,
): Promise<ClusterRate[]> {
  const rates: ClusterRate[] = [];
  for (const markets of MARKETS) {
    for (const atOnce of AT_ONCE) {
      const rate = (contender: Contender) =>
        measure(loadOf(contender, { markets, atOnce }, seconds));
      const [measured, earlier] = await part(async () => [
        await rate(now as Contender),
        before && (await rate(before)),
      ]);
      rates.push({ markets, atOnce, measured, ...(earlier && { before: earlier }) });
      const was = earlier ? `, before ${Math.round(earlier.perSecond)}/s` : '';
      const is = `${Math.round(measured.perSecond)}/s${was}`;
      progress(`cluster: ${atOnce} at once in ${markets}: ${is}`);
    }
  }
  return rates;
}

/** Each connection is one wallet, which waits for its answer before its next bet. */
function loadOf(
  { child, apiKeys, markets }: Contender,
  wanted: Pick<ClusterRate, 'markets' | 'atOnce'>,
  seconds: number,
): Load {
  const requests = apiKeys.slice(0, wanted.atOnce).map((apiKey, index) => ({
    path: `/v1/markets/${markets[index % wanted.markets]}/bets`,
    body: BET_BODY,
    headers: { authorization: `Bearer ${apiKey}` },
  }));
  const { atOnce: connections } = wanted;
  return { server: child, seconds, connections, method: 'POST', requests, hasOwn: true };
}
