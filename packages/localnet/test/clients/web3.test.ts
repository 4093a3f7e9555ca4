// Tests with @solana/web3.js 1.x, which expects WebSocket on the next port.
import {
  type AddressLookupTableAccount,
  AddressLookupTableProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  type PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { expect, onTestFinished, test } from 'vitest';
import { startServed } from '../support/localnet.ts';

/** A Connection keeps reconnecting after its chain has stopped. */
function disconnect(connection: Connection): void {
  const { _rpcWebSocket: socket } = connection as unknown as {
    _rpcWebSocket: { close(): void; setAutoReconnect(isOn: boolean): void };
  };
  socket.setAutoReconnect(false);
  socket.close();
}

async function open() {
  const { localnet, url } = await startServed();
  const connection = new Connection(url, 'confirmed');
  onTestFinished(() => disconnect(connection));
  const airdrop = async (to: PublicKey) => {
    const signature = await connection.requestAirdrop(to, 10 * LAMPORTS_PER_SOL);
    const latest = await connection.getLatestBlockhash();
    await connection.confirmTransaction({ signature, ...latest });
  };
  return { localnet, connection, airdrop };
}

const transferOf = (
  { publicKey: fromPubkey }: Keypair,
  { publicKey: toPubkey }: Keypair,
  sol: number,
) =>
  new Transaction().add(
    SystemProgram.transfer({ fromPubkey, toPubkey, lamports: sol * LAMPORTS_PER_SOL }),
  );

test('a transfer is sent and confirmed, and can be looked up', async () => {
  const { localnet, connection, airdrop } = await open();
  const [alice, bob] = [Keypair.generate(), Keypair.generate()];
  await airdrop(alice.publicKey);
  const transaction = transferOf(alice, bob, 1);
  const signature = await sendAndConfirmTransaction(connection, transaction, [alice]);
  expect(await connection.getBalance(bob.publicKey)).toBe(LAMPORTS_PER_SOL);
  const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(found?.meta).toMatchObject({ err: null, fee: 5_000 });
  const [latest] = await connection.getSignaturesForAddress(bob.publicKey);
  expect(latest?.signature).toBe(signature);
  expect(await connection.getGenesisHash()).toBe(localnet.genesisHash);
  expect((await connection.getEpochInfo()).epoch).toBe(0);
  expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(1_488_440);
});

test('account, logs and slot changes are notified', async () => {
  const { connection, airdrop } = await open();
  const { publicKey } = Keypair.generate();
  const received: string[] = [];
  const ids = {
    account: connection.onAccountChange(publicKey, () => received.push('account')),
    logs: connection.onLogs(publicKey, () => received.push('logs')),
    slot: connection.onSlotChange(() => received.push('slot')),
  };
  await expect.poll(() => received).toContain('slot');
  await airdrop(publicKey);
  await expect.poll(() => new Set(received)).toEqual(new Set(['account', 'logs', 'slot']));
  await connection.removeAccountChangeListener(ids.account);
  await connection.removeOnLogsListener(ids.logs);
  await connection.removeSlotChangeListener(ids.slot);
});

test('a lookup table is created, extended and used', async () => {
  const { connection, airdrop } = await open();
  const [alice, bob] = [Keypair.generate(), Keypair.generate()];
  await airdrop(alice.publicKey);
  const { publicKey: payer } = alice;
  const recentSlot = await connection.getSlot();
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    ...{ authority: payer, payer, recentSlot },
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    ...{ payer, authority: payer, lookupTable: table, addresses: [bob.publicKey] },
  });
  await expect.poll(() => connection.getSlot()).toBeGreaterThan(recentSlot);
  await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [alice]);
  const { value } = await connection.getAddressLookupTable(table);
  expect(value?.state.addresses).toEqual([bob.publicKey]);
  // The addresses can be used from the next slot on.
  const extendedSlot = value?.state.lastExtendedSlot ?? 0;
  await expect.poll(() => connection.getSlot()).toBeGreaterThan(extendedSlot);
  const { blockhash, ...latest } = await connection.getLatestBlockhash();
  const lamports = LAMPORTS_PER_SOL;
  const transfer = { fromPubkey: payer, toPubkey: bob.publicKey, lamports };
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions: [SystemProgram.transfer(transfer)],
  }).compileToV0Message([value as AddressLookupTableAccount]);
  expect(message.staticAccountKeys).not.toContainEqual(bob.publicKey);
  const transaction = new VersionedTransaction(message);
  transaction.sign([alice]);
  const signature = await connection.sendTransaction(transaction);
  await connection.confirmTransaction({ signature, blockhash, ...latest });
  expect(await connection.getBalance(bob.publicKey)).toBe(lamports);
});
