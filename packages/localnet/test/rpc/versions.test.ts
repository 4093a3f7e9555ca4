import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLoadedAccountsDataSizeLimit,
  setTransactionMessagePriorityFeeLamports,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { keyBytes } from '../../src/ledger/key.ts';
import { addressText } from '../../src/rpc/encodings.ts';
import { keyOf, SOL, startWorld, transfer, type World } from './support.ts';

const LOOKUP_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';
const SYSTEM = '11111111111111111111111111111111';

const lifetime = ({ ledger }: World) => ({
  blockhash: addressText(ledger.blockhashes.latest) as Blockhash,
  lastValidBlockHeight: 0n,
});

async function makeTable({ ledger }: World, addresses: string[]) {
  const table = (await generateKeyPairSigner()).address;
  const head = Buffer.alloc(56);
  head.writeUInt32LE(1);
  head.writeBigUInt64LE(2n ** 64n - 1n, 4);
  const data = new Uint8Array(Buffer.concat([head, ...addresses.map((at) => keyBytes(keyOf(at)))]));
  const owner = keyOf(LOOKUP_PROGRAM);
  const account = { lamports: SOL, owner, data, isExecutable: false };
  await ledger.setAccounts(new Map([[keyOf(table), account]]));
  return table;
}

test('addresses from a lookup table are shown as loaded, and found in history', async () => {
  const world = await startWorld();
  const { payer, ask, passSlots, askForError } = world;
  const to = (await generateKeyPairSigner()).address;
  const table = await makeTable(world, [payer.address, to]);
  passSlots(1);
  const build = (known: string[]) =>
    pipe(
      createTransactionMessage({ version: 0 }),
      (it) => setTransactionMessageFeePayerSigner(payer, it),
      (it) => setTransactionMessageLifetimeUsingBlockhash(lifetime(world), it),
      (it) => appendTransactionMessageInstructions([transfer(payer, to, SOL)], it),
      (it) =>
        compressTransactionMessageUsingAddressLookupTables(it, {
          [table]: known.map((text) => address(text)),
        }),
      signTransactionMessageWithSigners,
    );
  const send = async (known: string[]) => getBase64EncodedWireTransaction(await build(known));
  const settings = { encoding: 'base64' };
  const signature = await ask('sendTransaction', await send([payer.address, to]), settings);
  const shown = await ask('getTransaction', signature, {
    ...{ commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  });
  expect(shown).toMatchObject({
    transaction: {
      message: {
        accountKeys: [payer.address, SYSTEM],
        addressTableLookups: [{ accountKey: table, writableIndexes: [1], readonlyIndexes: [] }],
      },
    },
    meta: { loadedAddresses: { writable: [to], readonly: [] }, postBalances: { length: 3 } },
  });
  const history = await ask('getSignaturesForAddress', to, { commitment: 'confirmed' });
  expect(history).toMatchObject([{ signature }]);
  const beyond = await send([payer.address, payer.address, to]);
  expect(await askForError('sendTransaction', beyond, settings)).toEqual({
    code: -32602,
    message: 'invalid transaction: Transaction address table lookup uses an invalid index',
  });
});

async function buildVersion1(world: World, to: string, sizeLimit: number) {
  const transaction = await pipe(
    createTransactionMessage({ version: 1 }),
    (it) => setTransactionMessageFeePayerSigner(world.payer, it),
    (it) => setTransactionMessageLifetimeUsingBlockhash(lifetime(world), it),
    (it) => setTransactionMessageComputeUnitLimit(1_000, it),
    (it) => setTransactionMessageLoadedAccountsDataSizeLimit(sizeLimit, it),
    (it) => setTransactionMessagePriorityFeeLamports(77n, it),
    (it) => appendTransactionMessageInstructions([transfer(world.payer, to, SOL)], it),
    signTransactionMessageWithSigners,
  );
  const signature = getSignatureFromTransaction(transaction);
  return { signature, base64: getBase64EncodedWireTransaction(transaction) };
}

test('version 1 is simulated, sent and shown; the reported data size is the size needed', async () => {
  const world = await startWorld();
  const { ask, rpc, askForError } = world;
  const to = (await generateKeyPairSigner()).address;
  const draft = await buildVersion1(world, to, 100_000);
  const { value } = await rpc.simulateTransaction(draft.base64, { encoding: 'base64' }).send();
  const size = Number((value as { loadedAccountsDataSize?: number }).loadedAccountsDataSize);
  expect(size).toBeGreaterThan(0);
  const tight = await buildVersion1(world, to, size - 1);
  expect(await askForError('sendTransaction', tight.base64, { encoding: 'base64' })).toMatchObject({
    ...{ code: -32002, data: { err: 'MaxLoadedAccountsDataSizeExceeded' } },
  });
  const enough = await buildVersion1(world, to, size);
  const signature = await ask('sendTransaction', enough.base64, { encoding: 'base64' });
  expect(signature).toBe(enough.signature);
  const show = (version: number) => [
    ...['getTransaction', signature],
    { commitment: 'confirmed', maxSupportedTransactionVersion: version },
  ];
  const [method, ...params] = show(1) as [string, ...unknown[]];
  expect(await ask(method, ...params)).toMatchObject({
    version: 1,
    transaction: {
      message: {
        transactionConfig: {
          priorityFee: 77n,
          computeUnitLimit: 1_000,
          loadedAccountsDataSizeLimit: size,
          heapSize: null,
        },
      },
    },
    meta: { fee: 5_077n, err: null },
  });
  const [, ...older] = show(0);
  expect(await askForError('getTransaction', ...older)).toMatchObject({ code: -32015 });
});
