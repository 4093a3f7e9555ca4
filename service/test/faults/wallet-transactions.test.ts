// The service crashes while transactions that a wallet signed are in flight: the next process lands
// them, or the API reports why they failed.
import { getBase58Decoder, getTransactionDecoder } from '@solana/kit';
import { expect, onTestFinished, test } from 'vitest';
import { signTransaction } from '../support/new-wallet.ts';
import type { Answer, Api } from './support/api.ts';
import { RpcProxy } from './support/rpc-proxy.ts';
import { SeparateChain, type SeparateWallet } from './support/separate-chain.ts';
import { ServiceProcess } from './support/service-process.ts';

const SOL = 1_000_000_000n;

interface Interrupted {
  readonly api: Api;
  readonly transactions: readonly string[];
  submit(transaction: string): Promise<Answer>;
  /** The wallet's balance in the program, and its own lamports. */
  readBalances(): Promise<readonly [bigint | undefined, bigint]>;
  /** The signature of the fee payer, which is the service. */
  idOf(transaction: string): string;
}

/** Withdrawals of these amounts from a balance of 10 SOL, in flight when the service is killed. */
async function interrupt(slotMs: number, amounts: readonly number[]): Promise<Interrupted> {
  const [first, second] = [ServiceProcess.prepare(), ServiceProcess.prepare()];
  const chain = await SeparateChain.start({ slotMs });
  const proxy = await RpcProxy.start(chain.localnet.url as string);
  const env = chain.env(undefined, proxy.url);
  const crashing = await first(env);
  const wallet = await chain.openWallet(crashing.api, 10n);
  const transactions = await Promise.all(
    amounts.map((amount) => prepareWithdrawal(crashing.api, wallet, amount)),
  );
  proxy.choose = (method) => (method === 'sendTransaction' ? 'blackhole' : undefined);
  const submitTo = (api: Api) => (transaction: string) =>
    api.call('POST', '/transactions', { body: { transaction } });
  const hanging = transactions.map((one) => submitTo(crashing.api)(one).catch(() => undefined));
  await expect.poll(() => proxy.counts.get('blackhole')).toBe(amounts.length);
  await crashing.kill();
  expect(await Promise.all(hanging)).toEqual(amounts.map(() => undefined));
  if (slotMs < 400) await pastLifetime(chain);
  proxy.heal();
  const service = await second(env);
  onTestFinished(async () => {
    await service.stop();
    await proxy.close();
    await chain.close();
  });
  const { address } = wallet.key;
  return {
    api: service.api,
    transactions,
    submit: submitTo(service.api),
    async readBalances() {
      const bettor = await chain.chain.accounts.findBettor(address);
      return [bettor?.available[0], (await chain.chain.rpc.getBalance(address).send()).value];
    },
    idOf(transaction) {
      const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
      const signature = chain.keys.relayer.sign(messageBytes as unknown as Uint8Array);
      return getBase58Decoder().decode(signature);
    },
  };
}

async function prepareWithdrawal(api: Api, wallet: SeparateWallet, amount: number) {
  const { body } = await api.call('POST', '/account/transactions', {
    as: wallet,
    body: { actions: [{ type: 'withdraw', currency: 'SOL', amount }] },
  });
  return signTransaction(body.transaction, wallet.key);
}

async function pastLifetime({ chain }: SeparateChain): Promise<void> {
  const height = () => chain.rpc.getBlockHeight({ commitment: 'finalized' }).send();
  const begin = await height();
  await expect.poll(height, { interval: 200 }).toBeGreaterThan(begin + 200n);
}

test('of two withdrawals of one balance one is paid and one is refused', async () => {
  // A blockhash is valid for 150 slots, which must be longer than the restart.
  const { transactions, submit, readBalances } = await interrupt(400, [6, 7]);
  // Without another request: recovery sends it.
  const balance = async () => (await readBalances())[0];
  await expect.poll(balance).not.toBe(10n * SOL);
  const answers = await Promise.all(transactions.map(submit));
  const paid = [6n, 7n].filter((_, index) => answers[index]?.status === 200);
  expect(paid).toHaveLength(1);
  const [out = 0n] = paid;
  expect(await readBalances()).toEqual([(10n - out) * SOL, out * SOL]);
  const refused = answers.find(({ status }) => status !== 200);
  expect(refused?.code).toBe('funds_insufficient');
});

test('a withdrawal that was not sent in time is reported as expired', async () => {
  const { api, transactions, submit, readBalances, idOf } = await interrupt(10, [6]);
  const [transaction = ''] = transactions;
  const answer = await submit(transaction);
  expect([answer.status, answer.code]).toEqual([409, 'transaction_expired']);
  expect(await readBalances()).toEqual([10n * SOL, 0n]);
  const { body } = await api.get(`/transactions/${idOf(transaction)}`);
  expect(body).toMatchObject({ state: 'failed', errorCode: 'transaction_expired' });
});
