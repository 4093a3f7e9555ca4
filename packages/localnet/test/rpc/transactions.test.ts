import {
  address,
  type Base64EncodedWireTransaction,
  generateKeyPairSigner,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE as PREFLIGHT_FAILURE,
  type Signature,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { bytesText } from '../../src/rpc/encodings.ts';
import { keyOf, SOL, startWorld, transfer, type World } from './support.ts';

const wire = (text: string) => text as Base64EncodedWireTransaction;

async function statusOf({ rpc }: World, signature: string, searchTransactionHistory = false) {
  const asked = [signature as Signature];
  const { value } = await rpc.getSignatureStatuses(asked, { searchTransactionHistory }).send();
  return value[0];
}

test('a transaction is confirmed when the response arrives, and final 32 slots later', async () => {
  const world = await startWorld();
  const { rpc, payer, passSlots } = world;
  const to = (await generateKeyPairSigner()).address;
  const { base64, signature } = await world.sign([transfer(payer, to, SOL)]);
  expect(await statusOf(world, signature)).toBeNull();
  expect(await rpc.sendTransaction(wire(base64), { encoding: 'base64' }).send()).toBe(signature);
  expect(await statusOf(world, signature)).toEqual({
    ...{ slot: 1n, confirmations: 0n, err: null, status: { Ok: null } },
    confirmationStatus: 'confirmed',
  });
  passSlots(31);
  expect(await statusOf(world, signature)).toMatchObject({
    ...{ confirmations: 31n, confirmationStatus: 'confirmed' },
  });
  passSlots(1);
  expect(await statusOf(world, signature)).toMatchObject({
    ...{ confirmations: null, confirmationStatus: 'finalized' },
  });
  passSlots(1_000);
  expect(await statusOf(world, signature)).toBeNull();
  expect(await statusOf(world, signature, true)).toMatchObject({ slot: 1n });
});

test('one call sends a transaction and returns its result', async () => {
  const { ask, sign, payer, ledger } = await startWorld();
  const to = (await generateKeyPairSigner()).address;
  const { base64, bytes, signature } = await sign([transfer(payer, to, SOL)]);
  const landed = await ask('landTransaction', base64, { encoding: 'base64' });
  const settings = { encoding: 'base64', maxSupportedTransactionVersion: 0 };
  const { slot, blockTime, meta } = (await ask('getTransaction', signature, {
    ...settings,
    commitment: 'confirmed',
  })) as Record<'slot' | 'blockTime' | 'meta', unknown>;
  const { err, innerInstructions, logMessages, loadedAddresses } = meta as Record<string, unknown>;
  const result = { err, innerInstructions, logMessages, loadedAddresses };
  expect(landed).toEqual({ slot, blockTime, meta: result });
  expect(landed).toMatchObject({ slot: 1n, meta: { err: null } });
  expect(ledger.getAccount(keyOf(to), 'processed')?.lamports).toBe(SOL);
  // The same bytes again give the same response.
  expect(await ask('landTransaction', base64, { encoding: 'base64' })).toEqual(landed);
  expect(await ask('sendTransaction', bytesText(bytes))).toBe(signature);
  expect(await ask('getEpochInfo')).toMatchObject({ transactionCount: 1n });
});

test('a blockhash is valid for 150 slots and not for 151', async () => {
  const world = await startWorld();
  const { rpc, payer, passSlots, ask, askForError } = world;
  const to = (await generateKeyPairSigner()).address;
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  expect(blockhash.lastValidBlockHeight).toBe(151n);
  const [first, second] = await Promise.all(
    [1n, 2n].map((amount) => world.sign([transfer(payer, to, SOL * amount)], { blockhash })),
  );
  const isValid = async () => (await rpc.isBlockhashValid(blockhash.blockhash).send()).value;
  passSlots(150);
  expect(await rpc.getBlockHeight().send()).toBe(blockhash.lastValidBlockHeight);
  expect(await isValid()).toBe(true);
  await ask('sendTransaction', first?.base64, { encoding: 'base64' });
  passSlots(1);
  expect(await isValid()).toBe(false);
  const error = await askForError('sendTransaction', second?.base64, { encoding: 'base64' });
  expect(error).toMatchObject({
    code: -32002,
    message: 'Transaction simulation failed: Blockhash not found',
    data: { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0n, returnData: null },
  });
});

test('preflight refuses a failing transaction; without it the failure lands and pays its fee', async () => {
  const world = await startWorld();
  const { rpc, payer } = world;
  const to = (await generateKeyPairSigner()).address;
  const { base64, signature } = await world.sign([transfer(payer, to, SOL * 5_000n)]);
  const before = (await rpc.getBalance(payer.address).send()).value;
  const sent = rpc.sendTransaction(wire(base64), { encoding: 'base64' }).send();
  await expect(sent).rejects.toSatisfy((error) => isSolanaError(error, PREFLIGHT_FAILURE));
  expect(await statusOf(world, signature)).toBeNull();
  expect((await rpc.getBalance(payer.address).send()).value).toBe(before);

  const options = { encoding: 'base64', skipPreflight: true } as const;
  expect(await rpc.sendTransaction(wire(base64), options).send()).toBe(signature);
  const err = { InstructionError: [0n, { Custom: 1n }] };
  expect(await statusOf(world, signature)).toMatchObject({ status: { Err: expect.anything() } });
  const found = await rpc
    .getTransaction(
      signature as Signature,
      { ...{ encoding: 'json', maxSupportedTransactionVersion: 0 } } as const,
    )
    .send();
  expect(found?.meta).toMatchObject({ fee: 5_000n });
  expect(JSON.stringify(found?.meta?.err, textBigints)).toBe(JSON.stringify(err, textBigints));
  expect((await rpc.getBalance(payer.address).send()).value).toBe(before - 5_000n);
});

const textBigints = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

test('a wrong signature is refused with and without preflight', async () => {
  const { payer, sign, askForError } = await startWorld();
  const { bytes } = await sign([transfer(payer, payer.address, 1n)]);
  bytes[5] = (bytes[5] as number) ^ 1;
  for (const skipPreflight of [true, false]) {
    const settings = { encoding: 'base64', skipPreflight };
    const error = await askForError('sendTransaction', bytes.toString('base64'), settings);
    expect(error).toEqual({
      ...{ code: -32003, message: 'Transaction signature verification failure' },
    });
  }
});

test('history is newest first, between `until` and `before`, up to a limit', async () => {
  const { rpc, payer, run, passSlots, ask } = await startWorld();
  const to = address((await generateKeyPairSigner()).address);
  const sent: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    sent.unshift(await run(transfer(payer, to, SOL + BigInt(i))));
    passSlots(1);
  }
  const list = async (options: object = {}) =>
    (await rpc.getSignaturesForAddress(to, options).send()).map(({ signature }) => signature);
  expect(await list()).toEqual(sent);
  expect(await list({ limit: 2 })).toEqual(sent.slice(0, 2));
  expect(await list({ before: sent[1] })).toEqual(sent.slice(2));
  expect(await list({ before: sent[0], until: sent[3] })).toEqual(sent.slice(1, 3));
  expect(await list({ commitment: 'finalized' })).toEqual([]);
  passSlots(29);
  expect(await list({ commitment: 'finalized', limit: 1 })).toEqual([sent[2]]);
  const [first] = (await ask('getSignaturesForAddress', to, {
    ...{ limit: 1n, commitment: 'confirmed' },
  })) as object[];
  expect(first).toEqual({
    ...{ signature: sent[0], slot: 5n, err: null, memo: null, blockTime: expect.any(BigInt) },
    confirmationStatus: expect.any(String),
  });
});

test('a transaction is shown in each encoding, with its effects', async () => {
  const world = await startWorld();
  const { payer, ask, passSlots } = world;
  passSlots(3);
  const to = (await generateKeyPairSigner()).address;
  const signed = await world.sign([transfer(payer, to, SOL)]);
  await ask('sendTransaction', signed.base64, { encoding: 'base64' });
  const show = (settings: object) =>
    ask('getTransaction', signed.signature, {
      ...{ commitment: 'confirmed', maxSupportedTransactionVersion: 0, ...settings },
    }) as Promise<Record<string, never>>;
  const shown = await show({});
  expect(shown).toMatchObject({
    ...{ slot: 4n, version: 0, blockTime: await ask('getBlockTime', 4) },
    transaction: {
      signatures: [signed.signature],
      message: {
        header: {
          numRequiredSignatures: 1,
          numReadonlySignedAccounts: 0,
          numReadonlyUnsignedAccounts: 1,
        },
        accountKeys: [payer.address, to, '11111111111111111111111111111111'],
        instructions: [{ programIdIndex: 2, accounts: [0, 1], stackHeight: 1 }],
        addressTableLookups: [],
      },
    },
    meta: {
      ...{ err: null, status: { Ok: null }, fee: 5_000n, rewards: [], innerInstructions: [] },
      preBalances: [1_000n * SOL, 0n, 1n],
      postBalances: [999n * SOL - 5_000n, SOL, 1n],
      computeUnitsConsumed: 150n,
      loadedAddresses: { writable: [], readonly: [] },
      logMessages: expect.arrayContaining(['Program 11111111111111111111111111111111 success']),
    },
  });
  const { transaction } = await show({ encoding: 'base64' });
  expect(transaction).toEqual([signed.base64, 'base64']);
  expect((await show({ encoding: 'base58' })).transaction).toEqual([
    bytesText(signed.bytes),
    'base58',
  ]);
  const parsed = await show({ encoding: 'jsonParsed' });
  expect(parsed).toMatchObject({
    transaction: {
      message: {
        accountKeys: [
          { pubkey: payer.address, signer: true, writable: true, source: 'transaction' },
          { pubkey: to, signer: false, writable: true },
          { signer: false, writable: false },
        ],
        instructions: [{ programId: '11111111111111111111111111111111' }],
      },
    },
  });
});

test('a versioned transaction is shown to clients that support it, a legacy one to all', async () => {
  const world = await startWorld();
  const { payer, ask, askForError } = world;
  const to = (await generateKeyPairSigner()).address;
  const send = async (version: 'legacy' | 0) => {
    const signed = await world.sign([transfer(payer, to, SOL)], { version });
    return ask('sendTransaction', signed.base64, { encoding: 'base64' });
  };
  const settings = { commitment: 'confirmed' };
  const legacy = await send('legacy');
  expect(await ask('getTransaction', legacy, settings)).not.toHaveProperty('version');
  expect(
    await ask('getTransaction', legacy, { ...settings, maxSupportedTransactionVersion: 0 }),
  ).toMatchObject({ version: 'legacy' });
  const error = await askForError('getTransaction', await send(0), settings);
  expect(error).toMatchObject({ code: -32015 });
  expect(error.message).toContain('"maxSupportedTransactionVersion": 0');
});

test('each airdrop is a transfer signed by the faucet', async () => {
  const { rpc, ask } = await startWorld();
  const to = (await generateKeyPairSigner()).address;
  const first = await rpc.requestAirdrop(to, SOL as never).send();
  const second = await ask('requestAirdrop', to, Number(SOL));
  expect(first).not.toBe(second);
  expect((await rpc.getBalance(to).send()).value).toBe(2n * SOL);
});
