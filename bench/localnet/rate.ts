// Measures how many signed transactions per second become durable, compared with LiteSVM alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, getTransactionDecoder, lamports } from '@solana/kit';
import { decodeBase58, encodeBase58 } from '@tote/chain/lib/base58';
import { startLocalnet } from '@tote/localnet';
import { LiteSVM } from 'litesvm';
import { Account, LiteSvm } from 'litesvm/dist/internal.js';
import { keyBytes, toKey } from '../../packages/localnet/src/ledger/key.ts';
import {
  createWallet,
  transfer,
  unownedAddress,
  type Wallet,
  walletAccount,
} from '../../packages/localnet/test/support/transfers.ts';

const IN_FLIGHT = 64;
const TRANSACTIONS = 4_000;
/** The first two rounds are slower, because of the JIT. So the median is of a warm chain. */
const ROUNDS = 5;
const RECIPIENTS = 500;
const LAMPORTS = 10n ** 15n;

export interface Rate {
  /** LiteSVM's public API. */
  bare: number;
  /** Its native binding, called with bytes. It is not public, but we use it too. */
  inner: number;
  durable: number;
  ratio: number;
  innerRatio: number;
}

/** Transactions per second: LiteSVM alone, and over the in-process transport to `confirmed`. */
export async function measureRate(): Promise<Rate> {
  const payer = createWallet();
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-'));
  const address = encodeBase58(keyBytes(payer.address)) as Address;
  const localnet = await startLocalnet({ dir });
  try {
    await localnet.sandbox.setAccount(address, { lamports: LAMPORTS });
    const send = async (bytes: Uint8Array) => {
      const text = Buffer.from(bytes).toString('base64');
      const params = [text, { encoding: 'base64', skipPreflight: true }];
      const payload = { id: '0', jsonrpc: '2.0', method: 'sendTransaction', params };
      const reply = (await localnet.rpcTransport({ payload })) as { error?: unknown };
      if (reply.error) throw new Error(JSON.stringify(reply.error));
    };
    const durables: number[] = [];
    const bares: number[] = [];
    const inners: number[] = [];
    // The two alternate, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      const blockhash = (await localnet.rpc.getLatestBlockhash().send()).value.blockhash;
      const transactions = sign(payer, blockhash, round);
      bares.push(executeBare(address, transactions));
      inners.push(executeInner(payer, transactions));
      durables.push(await sendAll(transactions, send));
    }
    const [bare, inner, durable] = [median(bares), median(inners), median(durables)];
    return { bare, inner, durable, ratio: durable / bare, innerRatio: durable / inner };
  } finally {
    await localnet.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function sign(payer: Wallet, blockhash: string, round: number): Uint8Array[] {
  const key = toKey(decodeBase58(blockhash, 32) as Uint8Array);
  return Array.from({ length: TRANSACTIONS }, (_, i) =>
    transfer(
      payer,
      unownedAddress(i % RECIPIENTS),
      BigInt(1_000_000 + round * TRANSACTIONS + i),
      key,
    ),
  );
}

function executeBare(payer: Address, transactions: readonly Uint8Array[]): number {
  const svm = new LiteSVM().withBlockhashCheck(false);
  svm.airdrop(payer, lamports(LAMPORTS));
  const decoded = transactions.map((bytes) => getTransactionDecoder().decode(bytes));
  type Sendable = Parameters<LiteSVM['sendTransaction']>[0];
  const start = performance.now();
  for (const transaction of decoded) svm.sendTransaction(transaction as Sendable);
  return (transactions.length * 1_000) / (performance.now() - start);
}

function executeInner(payer: Wallet, transactions: readonly Uint8Array[]): number {
  const svm = new LiteSvm();
  svm.setBlockhashCheck(false);
  const { lamports, data, owner } = walletAccount(LAMPORTS);
  const account = new Account(lamports, data, keyBytes(owner), false, 0n);
  svm.setAccount(keyBytes(payer.address), account);
  const start = performance.now();
  for (const bytes of transactions) svm.sendLegacyTransaction(bytes);
  return (transactions.length * 1_000) / (performance.now() - start);
}

async function sendAll(
  transactions: readonly Uint8Array[],
  send: (bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    while (next < transactions.length) await send(transactions[next++] as Uint8Array);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return (transactions.length * 1_000) / (performance.now() - start);
}

export const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
