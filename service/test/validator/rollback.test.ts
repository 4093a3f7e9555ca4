// A node that lost what it had shown, under a running service: what was only confirmed is undone,
// and a chain without what was final, or another chain, is refused.
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { parseMarketId } from '@tote/chain/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, expectBalanced } from '../faults/support/api.ts';
import type { FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { Cluster } from './support/cluster.ts';

const POLL = { timeout: 240_000, interval: 500 };

let cluster: Cluster;
let service: ServiceProcess;
let api: Api;
let wallet: FundedWallet;
let kept: string;
const folder = mkdtempSync(join(tmpdir(), 'tote-log-'));
const logFile = join(folder, 'log');

beforeAll(async () => {
  cluster = await Cluster.start();
  const prepared = ServiceProcess.prepare({ output: openSync(logFile, 'w') });
  service = await prepared({ ...cluster.env(), TOTE_LOG_LEVEL: 'warn' });
  api = service.api;
  wallet = await cluster.openWallet(api, { SOL: 10_000_000_000n });
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await cluster?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** With a bet in it. */
async function createMarket(): Promise<string> {
  const marketId = await api.createMarket(wallet);
  await api.betUntilPlaced(wallet, { marketId, amount: 0.1, key: marketId });
  return marketId;
}

async function restart(signal: 'SIGTERM' | 'SIGKILL', change: () => void): Promise<void> {
  await cluster.validator.stop(signal);
  change();
  await cluster.validator.start();
}

const detailOf = async (marketId: string) => (await api.get(`/markets/${marketId}`)).body;
const isReady = async () => (await api.get('/../readyz?for=writes')).status;
const checkOfChain = async () => (await api.get('/../readyz?for=writes')).body.checks.chain;
/** Null when it is placed. */
const codeOfBet = async () => (await api.bet(wallet, { marketId: kept, amount: 0.1 })).code;
const stateOfFirstBet = async (marketId: string) => {
  const { body } = await api.get(`/markets/${marketId}/bets`);
  return (await api.get(`/transactions/${body.at(-1).transactionId}`)).body.state;
};
const onChain = async (marketId: string) =>
  cluster.chain.accounts.findMarket(parseMarketId(marketId) as Address);

test('what was confirmed and then lost is undone once a later transaction is final', async () => {
  kept = await createMarket();
  await expect.poll(() => stateOfFirstBet(kept), POLL).toBe('finalized');
  await restart('SIGTERM', () => cluster.copyLedger());
  await expect.poll(codeOfBet, POLL).toBeNull();
  const phantom = await createMarket();
  const before = (await detailOf(kept)).betCount;
  // Before any of this is final.
  await restart('SIGKILL', () => cluster.restoreLedger());
  expect(await onChain(phantom)).toBeNull();
  // A node that only lags looks the same, so nothing is undone yet.
  expect((await api.get(`/markets/${phantom}`)).status).toBe(200);

  await expect.poll(codeOfBet, POLL).toBeNull();
  const status = async () => (await api.get(`/markets/${phantom}`)).status;
  await expect.poll(status, POLL).toBe(404);
  expect(readFileSync(logFile, 'utf8')).toContain('"alarm":"transactions_dropped"');
  await expect.poll(isReady, POLL).toBe(200);
  const account = await onChain(kept);
  const { betCount, totalVolume } = await detailOf(kept);
  const pool = account?.pools.reduce((sum, each) => sum + each, 0n);
  expect(BigInt(Math.round(totalVolume * 1e9))).toBe(pool);
  // The first one, and one since the chain went back.
  expect([before, betCount]).toEqual([2, 2]);
  await expectBalanced(api);
});

test('a chain that lost what was final is refused', async () => {
  const lost = await createMarket();
  await expect.poll(() => stateOfFirstBet(lost), POLL).toBe('finalized');
  await restart('SIGTERM', () => cluster.restoreLedger());
  await expect.poll(checkOfChain, POLL).toContain('reset or rolled back');
  expect(await codeOfBet()).toBe('chain_replaced');
});

test('another chain at the same address is refused', async () => {
  await restart('SIGTERM', () => cluster.removeLedger());
  await expect.poll(checkOfChain, POLL).toContain('another one');
  expect(await codeOfBet()).toBe('chain_replaced');
  const created = await api.call('POST', '/markets', {
    as: wallet,
    body: {
      ...{ question: 'Is anybody there?', outcomes: ['Yes', 'No'], currency: 'SOL' },
      expireAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  expect([created.status, created.code]).toEqual([503, 'chain_replaced']);
});
