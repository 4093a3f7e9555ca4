import { type Address, getTransactionDecoder, lamports } from '@solana/kit';
import { decodeBase58, encodeBase58 } from '@tote/chain/lib/base58';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { LiteSVM } from 'litesvm';
import { keyBytes, toKey } from '../../../packages/localnet/src/ledger/key.ts';
import {
  createWallet,
  transfer,
  unownedAddress,
} from '../../../packages/localnet/test/support/transfers.ts';
import { makeFolder } from '../bench-service.ts';
import { median } from '../render.ts';
import type { Section } from '../section.ts';

const IN_FLIGHT = 64;
const TRANSACTIONS = 4_000;
/** The first two rounds are slower, because of the JIT. So the median is of a warm chain. */
const ROUNDS = 5;
const RECIPIENTS = 500;
const LAMPORTS = 10n ** 15n;

export const localnet: Section = {
  title: 'The embedded chain',
  about:
    'Signed transfers, 64 in flight, confirmed and durable, against LiteSVM alone, which ' +
    'keeps nothing.',
  targets: [{ column: 'ratio', least: 0.6 }],
  open: async (_, defer) => async () => [
    { what: 'transfers per second', ...(await measureRate(makeFolder(defer))) },
  ],
};

async function ask(chain: Localnet, method: string, params: unknown[]): Promise<unknown> {
  const payload = { id: '0', jsonrpc: '2.0', method, params };
  const reply = (await chain.rpcTransport({ payload })) as { result?: unknown; error?: unknown };
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.result;
}

/** The two alternate, so that other load on the machine affects both. */
async function measureRate(dir: string) {
  const payer = createWallet();
  const address = encodeBase58(keyBytes(payer.address)) as Address;
  await using chain = await startLocalnet({ dir });
  await chain.sandbox.setAccount(address, { lamports: LAMPORTS });
  const [alone, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { blockhash } = (await chain.rpc.getLatestBlockhash().send()).value;
    const recent = toKey(decodeBase58(blockhash, 32) as Uint8Array);
    const transactions = Array.from({ length: TRANSACTIONS }, (_, index) => {
      const sum = BigInt(1_000_000 + round * TRANSACTIONS + index);
      return transfer(payer, unownedAddress(index % RECIPIENTS), sum, recent);
    });
    alone.push(executeAlone(address, transactions));
    ours.push(await sendAll(chain, transactions));
  }
  const [theirs, durable] = [median(alone), median(ours)];
  return { 'LiteSVM alone': theirs, 'embedded chain': durable, ratio: durable / theirs };
}

const perSecond = (startedAt: number) => (TRANSACTIONS * 1_000) / (performance.now() - startedAt);

function executeAlone(payer: Address, transactions: readonly Uint8Array[]): number {
  const svm = new LiteSVM().withBlockhashCheck(false);
  svm.airdrop(payer, lamports(LAMPORTS));
  const decoded = transactions.map((bytes) => getTransactionDecoder().decode(bytes));
  type Sendable = Parameters<LiteSVM['sendTransaction']>[0];
  const startedAt = performance.now();
  for (const transaction of decoded) svm.sendTransaction(transaction as Sendable);
  return perSecond(startedAt);
}

async function sendAll(chain: Localnet, transactions: readonly Uint8Array[]): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    for (let bytes = transactions[next++]; bytes; bytes = transactions[next++]) {
      const text = Buffer.from(bytes).toString('base64');
      await ask(chain, 'sendTransaction', [text, { encoding: 'base64', skipPreflight: true }]);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return perSecond(startedAt);
}
