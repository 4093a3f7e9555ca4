// A chain that is reset or rolled back under a running service. The service notices, takes no bets
// on a chain that is not the one of its database, and shows nothing that does not exist.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../faults/support/api.ts';
import type { FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { Cluster } from './support/cluster.ts';

const POLL = { timeout: 240_000, interval: 500 };

let cluster: Cluster;
let service: ServiceProcess;
let api: Api;
let wallet: FundedWallet;
let kept: string;

beforeAll(async () => {
  cluster = await Cluster.start();
  service = await ServiceProcess.start(cluster.env());
  api = service.api;
  wallet = await cluster.openWallet(api, { SOL: 10_000_000_000n });
  kept = await createMarket();
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await cluster?.close();
});

async function createMarket(): Promise<string> {
  const marketId = await api.createMarket(wallet);
  expect((await api.bet(wallet, { marketId })).status).toBe(201);
  return marketId;
}

async function restart(change: () => void): Promise<void> {
  await cluster.validator.stop();
  change();
  await cluster.validator.start();
}

const checks = async () => (await api.get('/../readyz')).body.checks;
const codeOfBet = async () => (await api.bet(wallet, { marketId: kept })).code;
const isFinal = async (marketId: string) => {
  const { body } = await api.get(`/markets/${marketId}/bets`);
  const { body: transaction } = await api.get(`/transactions/${body[0].transactionId}`);
  return transaction.state;
};

test('what was confirmed and then dropped is not shown any more', async () => {
  await expect.poll(() => isFinal(kept), POLL).toBe('finalized');
  await restart(() => cluster.copyLedger());
  await expect.poll(codeOfBet, POLL).toBeNull();
  const phantom = await createMarket();
  expect((await api.get(`/markets/${phantom}`)).status).toBe(200);
  // Before anything of it is final.
  await restart(() => cluster.restoreLedger());
  const status = async () => (await api.get(`/markets/${phantom}`)).status;
  await expect.poll(status, POLL).toBe(404);
  await expect.poll(codeOfBet, POLL).toBeNull();
  await expect.poll(async () => (await api.get('/../readyz')).status, POLL).toBe(200);
});

test('a chain that lost what was final is refused, until it has it again', async () => {
  const lost = await createMarket();
  await expect.poll(() => isFinal(lost), POLL).toBe('finalized');
  await restart(() => cluster.restoreLedger());
  await expect.poll(async () => (await checks()).chain, POLL).toContain('reset or rolled back');
  expect(await codeOfBet()).toBe('chain_replaced');
});

test('another chain at the same address is refused', async () => {
  await restart(() => cluster.removeLedger());
  await expect.poll(async () => (await checks()).chain, POLL).toContain('another one');
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
