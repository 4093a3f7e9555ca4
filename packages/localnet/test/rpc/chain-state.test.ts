import {
  address,
  type Base64EncodedWireTransaction,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64Decoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { LedgerWriteError } from '../../src/ledger/group-commit.ts';
import { addressText } from '../../src/rpc/encodings.ts';
import { SOL, startWorld, transfer } from './support.ts';

test('slot, height, epoch and version are reported', async () => {
  const { rpc, ledger, passSlots } = await startWorld();
  passSlots(49);
  expect(await rpc.getSlot().send()).toBe(50n);
  expect(await rpc.getSlot({ commitment: 'finalized' }).send()).toBe(18n);
  expect(await rpc.getBlockHeight({ commitment: 'processed' }).send()).toBe(50n);
  expect(await rpc.getEpochInfo().send()).toEqual({
    absoluteSlot: 50n,
    blockHeight: 50n,
    epoch: 0n,
    slotIndex: 50n,
    slotsInEpoch: 432_000n,
    transactionCount: 0n,
  });
  expect(await rpc.getGenesisHash().send()).toBe(addressText(ledger.blockhashes.of(0n)));
  expect(await rpc.getHealth().send()).toBe('ok');
  expect(await rpc.getVersion().send()).toMatchObject({ 'solana-core': '4.2.0' });
  expect(await rpc.getBlockTime(50n).send()).toBe(ledger.blockTime);
});

test('what the sandbox added to the time is reported', async () => {
  const { ask, ledger } = await startWorld();
  expect(await ask('getClockOffset')).toBe(0);
  ledger.clock.advance(90);
  expect(await ask('getClockOffset')).toBe(90);
});

test('the clock sysvar advances with the slots', async () => {
  const { rpc, ledger, passSlots } = await startWorld();
  const readSlot = async () => {
    const clock = address('SysvarC1ock11111111111111111111111111111111');
    const { value } = await rpc.getAccountInfo(clock, { encoding: 'base64' }).send();
    return Buffer.from(value?.data[0] ?? '', 'base64').readBigUInt64LE(0);
  };
  expect(await readSlot()).toBe(ledger.clock.slot);
  passSlots(7);
  expect(await readSlot()).toBe(ledger.clock.slot);
});

test('rent and fees are those of the runtime', async () => {
  const { rpc, ask, payer, passSlots, ledger } = await startWorld();
  expect(await rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(1_488_440n);
  const most = 2n ** 64n - 1n;
  expect(await ask('getMinimumBalanceForRentExemption', most)).toBe(most);
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const { messageBytes } = pipe(
    createTransactionMessage({ version: 0 }),
    (it) => setTransactionMessageFeePayer(payer.address, it),
    (it) => setTransactionMessageLifetimeUsingBlockhash(blockhash, it),
    compileTransaction,
  );
  const message = getBase64Decoder().decode(messageBytes) as never;
  expect((await rpc.getFeeForMessage(message).send()).value).toBe(5_000n);
  passSlots(151);
  expect((await rpc.getFeeForMessage(message).send()).value).toBeNull();
  const fees = await rpc.getRecentPrioritizationFees([payer.address]).send();
  expect(fees).toHaveLength(150);
  expect(fees.at(-1)).toEqual({ slot: ledger.clock.slot, prioritizationFee: 0n });
});

test('a simulation shows what would happen and changes nothing', async () => {
  const world = await startWorld();
  const { rpc, payer, ask } = world;
  const to = (await generateKeyPairSigner()).address;
  const { base64 } = await world.sign([transfer(payer, to, SOL)]);
  const wire = base64 as Base64EncodedWireTransaction;
  const { value } = await rpc
    .simulateTransaction(wire, {
      ...{ encoding: 'base64', sigVerify: true },
      accounts: { addresses: [to], encoding: 'base64' },
    } as never)
    .send();
  expect(value).toMatchObject({
    err: null,
    unitsConsumed: 150n,
    accounts: [{ lamports: SOL }],
    fee: 5_000n,
    replacementBlockhash: null,
  });
  expect((await rpc.getBalance(to).send()).value).toBe(0n);
  await ask('sendTransaction', base64, { encoding: 'base64' });
  expect(await ask('simulateTransaction', base64, { encoding: 'base64' })).toMatchObject({
    value: { err: 'AlreadyProcessed' },
  });
});

test('a simulation can replace an old blockhash and skip signature checks', async () => {
  const world = await startWorld();
  const { payer, ask, askForError, passSlots } = world;
  const { bytes, base64 } = await world.sign([transfer(payer, payer.address, 5_000n * SOL)]);
  bytes.fill(0, 1, 65);
  const unsigned = bytes.toString('base64');
  const simulate = async (text: string, settings: object) => {
    const answer = await ask('simulateTransaction', text, { encoding: 'base64', ...settings });
    return (answer as { value: Record<string, unknown> }).value;
  };
  const err = { InstructionError: [0, { Custom: 1 }] };
  expect(await simulate(unsigned, {})).toMatchObject({ err });
  expect(await simulate(unsigned, { sigVerify: true })).toMatchObject({ err: 'SignatureFailure' });
  passSlots(151);
  expect(await simulate(base64, {})).toMatchObject({ err: 'BlockhashNotFound', logs: [] });
  expect(await simulate(unsigned, { replaceRecentBlockhash: true })).toMatchObject({
    err,
    replacementBlockhash: { blockhash: expect.any(String), lastValidBlockHeight: 302n },
  });
  const both = { encoding: 'base64', replaceRecentBlockhash: true, sigVerify: true };
  expect(await askForError('simulateTransaction', unsigned, both)).toEqual({
    ...{ code: -32602, message: 'sigVerify may not be used with replaceRecentBlockhash' },
  });
});

test('a failed write makes the node unhealthy until a write succeeds', async () => {
  const world = await startWorld();
  const { ledger, payer, askForError, ask } = world;
  const submit = ledger.submit.bind(ledger);
  const signed = await world.sign([transfer(payer, payer.address, 1n)]);
  ledger.submit = () => Promise.reject(new LedgerWriteError('The ledger cannot be written: full'));
  const settings = { encoding: 'base64' };
  expect(await askForError('sendTransaction', signed.base64, settings)).toEqual({
    ...{ code: -32603, message: 'The ledger cannot be written: full' },
  });
  expect(await askForError('getHealth')).toEqual({
    ...{ code: -32005, message: 'Node is unhealthy', data: { numSlotsBehind: null } },
  });
  ledger.submit = submit;
  await ask('sendTransaction', signed.base64, settings);
  expect(await ask('getHealth')).toBe('ok');
});
