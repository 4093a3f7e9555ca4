// The node is stopped and started again under load: while it is away bets are refused at once,
// afterwards they are placed again without a restart, and every one of them exactly once.
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@tote/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../faults/support/api.ts';
import type { FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { Load } from '../support/load.ts';
import { Cluster } from './support/cluster.ts';
import { expectExact } from './support/expect-exact.ts';

const CLIENTS = 24;
const FUNDS = 100_000_000_000n;
const STAKE = 10_000_000n;
/** Longer than the service needs to notice that no call is answered. */
const MOMENT_MS = 4_000;
const POLL = { timeout: 120_000, interval: 100 };

let cluster: Cluster;
let service: ServiceProcess;
let api: Api;
let wallets: FundedWallet[];
let marketId: string;
const loads: Load[] = [];

beforeAll(async () => {
  cluster = await Cluster.start();
  service = await ServiceProcess.start(cluster.env());
  api = service.api;
  wallets = await cluster.openWallets(api, CLIENTS, { SOL: FUNDS });
  marketId = await api.createMarket(wallets[0] as FundedWallet);
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await cluster?.close();
});

const isReady = async () => (await api.get('/../readyz?for=writes')).status;
const chainCheck = async () => (await api.get('/../readyz?for=writes')).body.checks.chain;

const startLoad = (name: string) => {
  const load = new Load({
    apis: () => [api],
    wallets,
    name,
    bet: () => ({ marketId, amount: '0.01' }),
  });
  loads.push(load);
  load.start();
  return load;
};

test.each(['SIGTERM', 'SIGKILL'] as const)('the node ends by %s under load', async (signal) => {
  const before = startLoad(`before ${signal}`);
  await before.placeMore(60);
  const stoppedAt = performance.now();
  await cluster.validator.stop(signal);
  // An answer from before may still be read in the first moment, and would end the alarm.
  await sleep(MOMENT_MS);
  await expect.poll(chainCheck, POLL).toContain('does not answer');
  // Clients of the first load wait for bets that were signed before. These come too late for that.
  const during = startLoad(`during ${signal}`);
  await expect.poll(() => during.describe(), POLL).toMatch(/^503 chain_unavailable: \d{3,}$/);
  await expectRefusedAtOnce();
  await cluster.validator.start();
  const startedAt = performance.now();
  await during.placeMore(1);
  const recoveredAt = performance.now();
  await Promise.all([before.placeMore(60), during.placeMore(60)]);
  await Promise.all([before.stop(), during.stop()]);
  await expect.poll(isReady, POLL).toBe(200);
  expect(service.isRunning).toBe(true);
  await expectExact(cluster, api, { marketId, wallets, funds: FUNDS, stake: STAKE, loads });
  // A bet that is not signed does not wait for the chain.
  expect(during.slowestRefusalMs).toBeLessThan(LIMITS.confirmWaitMsMax);
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
  console.log(
    `${signal}: away ${seconds(stoppedAt, startedAt)} s, the first bet ` +
      `${seconds(startedAt, recoveredAt)} s after it answers again; ` +
      `${before.total + during.total} bets placed once; before: ${before.describe()}; ` +
      `during: ${during.describe()}; slowest refusal ${Math.round(during.slowestRefusalMs)} ms`,
  );
});

/** The answer says when to try again, and nothing is stored: the same key places it later. */
async function expectRefusedAtOnce(): Promise<void> {
  for (let bet = 0; bet < 10; bet += 1) {
    const response = await fetch(`${api.baseUrl}/markets/${marketId}/bets`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${wallets[0]?.apiKey}`,
      },
      body: JSON.stringify({ outcome: 'Yes', amount: 0.01 }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('x-error-code')).toBe('chain_unavailable');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}
