// The service dies while a transaction that a wallet signed is on its way: the next process lands
// it, or says in the API's words why the chain did not take it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signTransaction } from '../support/new-wallet.ts';
import { RpcProxy } from './support/rpc-proxy.ts';
import { SeparateChain, type SeparateWallet } from './support/separate-chain.ts';
import { ServiceProcess } from './support/service-process.ts';

const SOL = 1_000_000_000n;

let chain: SeparateChain;
let proxy: RpcProxy;
let service: ServiceProcess;
let env: Record<string, string>;

beforeAll(async () => {
  const starting = ServiceProcess.prepare();
  chain = await SeparateChain.start();
  proxy = await RpcProxy.start(chain.localnet.url as string);
  env = chain.env(undefined, proxy.url);
  service = await starting(env);
});
afterAll(async () => {
  await service?.stop();
  await proxy?.close();
  await chain?.close();
});

async function prepareWithdrawal(wallet: SeparateWallet, amount: number): Promise<string> {
  const { body } = await service.api.call('POST', '/account/transactions', {
    as: wallet,
    body: { actions: [{ type: 'withdraw', currency: 'SOL', amount }] },
  });
  return signTransaction(body.transaction, wallet.key);
}

test('two withdrawals of one balance, both interrupted', async () => {
  const wallet = await chain.openWallet(service.api, 10n);
  const transactions = [await prepareWithdrawal(wallet, 6), await prepareWithdrawal(wallet, 7)];
  proxy.choose = (method) => (method === 'sendTransaction' ? 'blackhole' : undefined);
  const next = ServiceProcess.prepare();
  const interrupted = transactions.map((transaction) =>
    service.api.call('POST', '/transactions', { body: { transaction } }).catch(() => undefined),
  );
  await expect.poll(() => proxy.counts.get('blackhole')).toBe(2);
  await service.kill();
  expect(await Promise.all(interrupted)).toEqual([undefined, undefined]);
  proxy.heal();
  service = await next(env);

  const submit = (transaction: string) =>
    service.api.call('POST', '/transactions', { body: { transaction } });
  // Nobody asks: it happens by itself.
  const balance = async () =>
    (await chain.chain.accounts.findBettor(wallet.key.address))?.available[0];
  await expect.poll(balance, { timeout: 20_000 }).not.toBe(10n * SOL);
  const answers = await Promise.all(transactions.map(submit));
  const states = answers.map(({ status, body }) => (status === 200 ? body.state : status));
  const paid = [6n, 7n].filter((_, index) => states[index] === 'confirmed');
  expect(paid).toHaveLength(1);
  expect(await balance()).toBe(10n * SOL - (paid[0] ?? 0n) * SOL);
  const { value: pocket } = await chain.chain.rpc.getBalance(wallet.key.address).send();
  expect(pocket).toBe((paid[0] ?? 0n) * SOL);
  const refused = answers.find(({ status, body }) => status !== 200 || body.state === 'failed');
  // A sentence about the transaction, not about a failure of ours.
  expect(refused?.text).not.toContain('internal');
  expect(refused?.text).toMatch(/InsufficientFunds|transaction/i);
});
