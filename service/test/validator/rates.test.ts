// How many bets per second one market takes, on the node and on the embedded chain, one after the
// other in one run: the table of docs/clusters.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapConcurrently } from '@tote/lib/map-concurrently';
import { expect, test } from 'vitest';
import type { Api, Credential } from '../faults/support/api.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { openNewWallet } from '../support/new-wallet.ts';
import { Cluster } from './support/cluster.ts';

const CLIENTS = 128;
/** Bets at once, and how many bets are timed. */
const RATES = [
  [1, 10],
  [32, 320],
  [128, 1_024],
] as const;

test('bets per second in one market', async () => {
  const lines = [...(await measureNode()), ...(await measureEmbedded())];
  console.log(`\n| chain | at once | bets per second |\n|---|---:|---:|\n${lines.join('\n')}\n`);
});

async function measureNode(): Promise<string[]> {
  await using cluster = await Cluster.start();
  const service = await ServiceProcess.start(cluster.env());
  try {
    const funds = { SOL: 100_000_000_000n };
    const wallets = await cluster.openWallets(service.api, CLIENTS, funds);
    return await measure('solana-test-validator', service.api, wallets);
  } finally {
    await service.stop();
  }
}

async function measureEmbedded(): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-rates-'));
  const service = await ServiceProcess.start({
    ...{ TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_DATA_DIR: dir },
    ...{ TOTE_LOG_LEVEL: 'silent', TOTE_RATE_LIMIT_IP: '0' },
  });
  try {
    const { api } = service;
    const open = () => openNewWallet(api.baseUrl, { SOL: '100' });
    const wallets = await mapConcurrently(Array(CLIENTS).fill(0), 16, open);
    return await measure('embedded', api, wallets);
  } finally {
    await service.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(chain: string, api: Api, wallets: readonly Credential[]): Promise<string[]> {
  const marketId = await api.createMarket(wallets[0] as Credential);
  const lines: string[] = [];
  let placed = 0;
  for (const [atOnce, bets] of RATES) {
    const began = performance.now();
    // Each client waits for its answer before its next bet.
    await Promise.all(
      wallets.slice(0, atOnce).map(async (wallet) => {
        for (let bet = 0; bet < bets / atOnce; bet += 1) {
          const { status, text } = await api.bet(wallet, { marketId, amount: 0.001 });
          expect([status, text]).toEqual([201, expect.any(String)]);
        }
      }),
    );
    placed += bets;
    const perSecond = (bets / (performance.now() - began)) * 1_000;
    lines.push(`| ${chain} | ${atOnce} | ${perSecond.toFixed(1)} |`);
  }
  const { body } = await api.get(`/markets/${marketId}`);
  expect(body).toMatchObject({ betCount: placed });
  return lines;
}
