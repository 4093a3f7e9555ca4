// Tests with @solana/kit's send and confirm functions, over each transport.
import {
  airdropFactory,
  assertIsTransactionWithBlockhashLifetime,
  assertIsTransactionWithinSizeLimit,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED,
  sendAndConfirmTransactionFactory,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { describe, expect, test } from 'vitest';
import { makeDir, startServed, startTestnet } from '../support/localnet.ts';
import { type Lifetime, signFor } from '../support/sign.ts';

const SOL = 1_000_000_000n;

const TRANSPORTS = {
  'in process': async () => {
    const { rpc, rpcSubscriptions } = await startTestnet();
    return { rpc, rpcSubscriptions };
  },
  'in process, in a thread, on disk': async () => {
    const { rpc, rpcSubscriptions } = await startTestnet({ dir: makeDir() });
    return { rpc, rpcSubscriptions };
  },
  'over HTTP and WebSocket': async () => {
    const { url } = await startServed();
    const rpcSubscriptions = createSolanaRpcSubscriptions(url.replace('http', 'ws'));
    return { rpc: createSolanaRpc(url), rpcSubscriptions };
  },
};

type Client = Awaited<ReturnType<(typeof TRANSPORTS)['in process']>>;

async function openWallet({ rpc, rpcSubscriptions }: Client) {
  const wallet = await generateKeyPairSigner();
  const airdrop = airdropFactory({ rpc, rpcSubscriptions });
  await airdrop({
    recipientAddress: wallet.address,
    lamports: lamports(SOL),
    commitment: 'confirmed',
  });
  return wallet;
}

async function transfer(
  source: KeyPairSigner,
  { address: destination }: KeyPairSigner,
  amount: bigint,
  lifetime: Lifetime,
) {
  const transfer = getTransferSolInstruction({ source, destination, amount });
  const signed = await signFor(source, lifetime, [transfer]);
  assertIsTransactionWithBlockhashLifetime(signed);
  assertIsTransactionWithinSizeLimit(signed);
  return signed;
}

describe.each(Object.entries(TRANSPORTS))('%s', (_, open) => {
  test.each(['confirmed', 'finalized'] as const)(
    'a transfer is sent and %s',
    async (commitment) => {
      const client = await open();
      const alice = await openWallet(client);
      const bob = await generateKeyPairSigner();
      const { value: lifetime } = await client.rpc.getLatestBlockhash().send();
      const signed = await transfer(alice, bob, SOL / 2n, lifetime);
      await sendAndConfirmTransactionFactory(client)(signed, { commitment });
      const { value } = await client.rpc.getBalance(bob.address, { commitment }).send();
      expect(value).toBe(SOL / 2n);
      const signature = getSignatureFromTransaction(signed);
      const { value: statuses } = await client.rpc.getSignatureStatuses([signature]).send();
      expect(statuses[0]).toMatchObject({ confirmationStatus: commitment, err: null });
    },
  );
});

test('waiting for a transaction that never lands ends when its blockhash has expired', async () => {
  // At 50 slots per second, 150 slots take three seconds.
  const { rpc, rpcSubscriptions } = await startTestnet();
  const [alice, bob] = [await openWallet({ rpc, rpcSubscriptions }), await generateKeyPairSigner()];
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const signed = await transfer(alice, bob, 1_000_000n, lifetime);
  const rpcWithoutSend = {
    getEpochInfo: rpc.getEpochInfo,
    getSignatureStatuses: rpc.getSignatureStatuses,
    sendTransaction: () => ({ send: async () => getSignatureFromTransaction(signed) }),
  } as unknown as typeof rpc;
  const send = sendAndConfirmTransactionFactory({ rpc: rpcWithoutSend, rpcSubscriptions });
  const sending = send(signed, { commitment: 'confirmed' });
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(isSolanaError(error, SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED)).toBe(true);
});
