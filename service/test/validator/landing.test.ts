// Landing on a node that nobody here wrote, with faults and lies between it and the service, with
// endpoints that only send, and with others who pay to be taken sooner.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { parseMarketId } from '@tote/chain/ids';
import { createKey } from '@tote/chain/key';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../packages/chain/test/faults.ts';
import { type Answer, type Api, expectBalanced } from '../faults/support/api.ts';
import type { FundedWallet } from '../faults/support/funded-wallet.ts';
import { FAULTS, LIES, type RpcFault, RpcProxy } from '../faults/support/rpc-proxy.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { Cluster } from './support/cluster.ts';

const SOL = 1_000_000_000n;
const FUNDS = 100n * SOL;
const WALLETS = 20;
const BETS_EACH = 10;
const FIRST_EPOCH_SLOTS = 32n;
const POLL = { timeout: 120_000, interval: 200 };

let cluster: Cluster;
/** Between the service and the node, and one that only gets transactions. */
let reads: RpcProxy;
let sends: RpcProxy;
let service: ServiceProcess;
let api: Api;
let wallets: FundedWallet[];
let marketId: string;
const placed = new Map<FundedWallet, number>();

beforeAll(async () => {
  cluster = await Cluster.start();
  reads = await RpcProxy.start(cluster.validator.rpcUrl);
  sends = await RpcProxy.start(cluster.validator.rpcUrl);
  service = await ServiceProcess.start({
    ...cluster.env('data', reads.url),
    TOTE_SEND_URLS: sends.url,
  });
  api = service.api;
  wallets = await cluster.openWallets(api, WALLETS, { SOL: FUNDS });
  marketId = await api.createMarket(wallets[0] as FundedWallet);
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await reads?.close();
  await sends?.close();
  await cluster?.close();
});

interface Landed {
  readonly meta: { readonly fee: bigint };
  readonly transaction: { readonly signatures: readonly string[] };
}

const isSend = (method: string) => method === 'sendTransaction';

/** Reads the chain directly: each bet took its stake once. */
async function expectOnChain(): Promise<void> {
  for (const wallet of wallets) {
    const account = await cluster.chain.accounts.findBettor(wallet.key.address);
    expect(account?.available[0]).toBe(FUNDS - BigInt(placed.get(wallet) ?? 0) * SOL);
  }
}

/** Repeats the request until it is placed, and the same request again gives the same answer. */
async function expectPlacedOnce(wallet: FundedWallet, key: string): Promise<Answer> {
  const answer = await api.betUntilPlaced(wallet, { marketId, key });
  placed.set(wallet, (placed.get(wallet) ?? 0) + 1);
  expect((await api.bet(wallet, { marketId, key })).text).toBe(answer.text);
  return answer;
}

test('transactions go to the endpoint for sending, and nothing else does', async () => {
  const methods = new Map<string, Set<string>>([
    ['reads', new Set()],
    ['sends', new Set()],
  ]);
  reads.choose = (method) => void methods.get('reads')?.add(method);
  sends.choose = (method) => void methods.get('sends')?.add(method);
  await expectPlacedOnce(wallets[0] as FundedWallet, 'first');
  reads.heal();
  sends.heal();
  expect([...(methods.get('sends') ?? [])]).toEqual(['sendTransaction']);
  expect(methods.get('reads')?.has('sendTransaction')).toBe(false);
});

test('a transaction that a wallet signed is not told to have failed, if it was forwarded', async () => {
  // In its first epoch the node accepts transactions of version 0, as wallets sign, and drops them.
  const slot = () => cluster.chain.rpc.getSlot().send();
  await expect.poll(slot, POLL).toBeGreaterThan(FIRST_EPOCH_SLOTS);
  const [wallet] = wallets as [FundedWallet];
  sends.choose = (method) => (isSend(method) ? 'says refused' : undefined);
  const before = await cluster.chain.rpc.getBalance(wallet.key.address).send();
  const { body: prepared } = await api.call('POST', '/account/transactions', {
    as: wallet,
    body: { actions: [{ type: 'withdraw', currency: 'SOL', amount: 1 }] },
  });
  const transaction = await signTransaction(prepared.transaction, wallet.key);
  const { body } = await api.call('POST', '/transactions', { body: { transaction } });
  sends.heal();
  expect(body).toMatchObject({ state: 'confirmed' });
  placed.set(wallet, (placed.get(wallet) ?? 0) + 1);
  await expectOnChain();
  const after = await cluster.chain.rpc.getBalance(wallet.key.address).send();
  expect(after.value - before.value).toBe(SOL);
});

test('with random faults and lies every bet is placed once', async () => {
  const seed = Number(process.env.TOTE_SEED ?? 11);
  const random = createRandom(seed);
  const all: readonly RpcFault[] = [...FAULTS, ...LIES];
  const pick = () => all[Math.floor(random() * all.length)] as RpcFault;
  reads.choose = () => (random() < 0.15 ? pick() : undefined);
  sends.choose = () => (random() < 0.5 ? pick() : undefined);
  const firsts: Answer[] = [];
  await Promise.all(
    wallets.map(async (wallet, index) => {
      for (let bet = 0; bet < BETS_EACH; bet += 1) {
        const request = { marketId, key: `storm ${index} ${bet}` };
        const answer = await api.tryBet(wallet, request);
        if (answer) firsts.push(answer);
      }
    }),
  );
  reads.heal();
  sends.heal();
  for (const { status } of firsts) expect([201, 202, 429, 503]).toContain(status);
  const keys = wallets.flatMap((wallet, index) =>
    Array.from({ length: BETS_EACH }, (_, bet) => ({ wallet, key: `storm ${index} ${bet}` })),
  );
  const answers = await mapConcurrently(keys, 40, ({ wallet, key }) =>
    expectPlacedOnce(wallet, key),
  );
  expect(new Set(answers.map(({ body }) => body.betId)).size).toBe(keys.length);
  await expectOnChain();
  await expectBalanced(api);
  const faults = [...reads.counts.values(), ...sends.counts.values()];
  const atOnce = firsts.filter(({ status }) => status === 201).length;
  console.log(
    `seed ${seed}: ${faults.reduce((sum, one) => sum + one, 0)} faults, ${keys.length} bets, ` +
      `${atOnce} at once, 0 lost, 0 doubled`,
  );
});

test('who competes for a market is outbid, also by what a wallet signs, within the limit', async () => {
  const [wallet] = wallets as [FundedWallet];
  const { chain, keys } = cluster;
  const market = parseMarketId(marketId) as Address;
  const rival = await createKey();
  const give = getTransferSolInstruction({
    ...{ source: keys.admin.signer, destination: rival.address, amount: SOL },
  });
  await chain.send([give], [keys.admin]);
  // In every slot somebody pays for the market.
  const rivals: Promise<unknown>[] = [];
  for (let slot = 0; slot < 80; slot += 1) {
    const transfer = getTransferSolInstruction({
      ...{ source: rival.signer, destination: market, amount: BigInt(1_000 + slot) },
    });
    const price = { computeUnitLimit: 1_000, computeUnitPrice: 3_000_000n };
    rivals.push(chain.send([transfer], [rival], price));
    await sleep(200);
  }
  const { body: bet } = await expectPlacedOnce(wallet, 'rival');
  const { body: prepared } = await api.call('POST', `/markets/${marketId}/bets/prepare`, {
    as: wallet,
    body: { outcome: 'Yes', amount: 1 },
  });
  const transaction = await signTransaction(prepared.transaction, wallet.key);
  const { body: signed } = await api.call('POST', '/transactions', { body: { transaction } });
  expect(signed).toMatchObject({ state: 'confirmed' });
  for (const id of [bet.transactionId, signed.transactionId]) {
    const settings = { maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as never;
    const landed = await chain.rpc.getTransaction(id, settings).send();
    const { meta, transaction } = landed as unknown as Landed;
    const base = 5_000n * BigInt(transaction.signatures.length);
    expect(meta.fee).toBeGreaterThan(base);
    expect(meta.fee).toBeLessThanOrEqual(base + 50_000n);
  }
  await Promise.all(rivals);
});
