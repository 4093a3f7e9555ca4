// A relayer or a keeper without SOL, on a real node: the answer, the log, the metric and /readyz
// say so, and all of it ends when it is funded.
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { Key } from '@tote/chain/key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Api } from '../faults/support/api.ts';
import type { FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { Cluster } from './support/cluster.ts';

const FEE = 5_000n;
const POLL = { timeout: 120_000, interval: 200 };
/** What is left: enough for the account itself and for a fee or two. */
const LEFT = 900_000n;

let cluster: Cluster;
let service: ServiceProcess;
let api: Api;
let wallet: FundedWallet;
const folder = mkdtempSync(join(tmpdir(), 'tote-log-'));
const logFile = join(folder, 'log');

beforeAll(async () => {
  cluster = await Cluster.start();
  const prepared = ServiceProcess.prepare({ output: openSync(logFile, 'w') });
  service = await prepared({ ...cluster.env(), TOTE_LOG_LEVEL: 'info' });
  api = service.api;
  wallet = await cluster.openWallet(api, { SOL: 10_000_000_000n });
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await cluster?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function drain(key: Key): Promise<void> {
  const { chain, treasury } = cluster;
  const { value } = await chain.rpc.getBalance(key.address, { commitment: 'confirmed' }).send();
  const amount = value - FEE - LEFT;
  const input = { source: key.signer, destination: treasury, amount };
  await chain.send([getTransferSolInstruction(input)], [key]);
}

const fund = ({ address }: Key) =>
  cluster.chain.rpc.requestAirdrop(address, lamports(100_000_000_000n)).send();
const readyz = async () => (await api.get('/../readyz?for=writes')).body.checks;
const hasAlarm = (alarm: string) => readFileSync(logFile, 'utf8').includes(`"alarm":"${alarm}"`);
const problem = async (name: string) => {
  const text = await (await fetch(new URL('/metrics', api.baseUrl))).text();
  return new RegExp(`^tote_problem\\{problem="${name}"\\} (\\d)$`, 'm').exec(text)?.[1];
};

test('without the relayer no bet is taken', async () => {
  const { relayer } = cluster.keys;
  const marketId = await api.createMarket(wallet);
  await drain(relayer);
  // Some fees are left, so the first bets may be placed; none is an error of the service.
  const codes = new Set<string | null>();
  const place = async () => {
    const { status, code } = await api.bet(wallet, { marketId, amount: 0.01 });
    expect([201, 503]).toContain(status);
    codes.add(code);
    return code;
  };
  await expect.poll(place, POLL).toBe('relayer_out_of_funds');
  await expect.poll(async () => (await readyz()).relayer, POLL).toContain(relayer.address);
  expect(hasAlarm('relayer_out_of_funds')).toBe(true);
  expect(await problem('relayer_out_of_funds')).toBe('1');
  await fund(relayer);
  await expect.poll(place, POLL).toBeNull();
  expect(codes).toEqual(new Set(['relayer_out_of_funds', null]));
  await expect.poll(() => problem('relayer_out_of_funds'), POLL).toBe('0');
});

test('a keeper without SOL is reported, bets are taken, and it goes on when it is funded', async () => {
  const { keeper } = cluster.keys;
  await drain(keeper);
  await expect.poll(async () => (await readyz()).keeper, POLL).toContain(keeper.address);
  expect(hasAlarm('keeper_out_of_funds')).toBe(true);
  expect(await problem('keeper_out_of_funds')).toBe('1');
  const marketId = await api.createMarket(wallet, { seconds: 6 });
  expect((await api.bet(wallet, { marketId, amount: 0.01 })).status).toBe(201);
  await fund(keeper);
  const detail = async () => (await api.get(`/markets/${marketId}`)).body;
  await expect.poll(detail, POLL).toMatchObject({ status: 'resolved', settled: true });
  await expect.poll(() => problem('keeper_out_of_funds'), POLL).toBe('0');
  await expect.poll(async () => (await readyz()).keeper, POLL).toBe('ok');
});
