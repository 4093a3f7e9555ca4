import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { getTransactionDecoder, getTransactionEncoder } from '@solana/kit';
import { keyFromBytes } from '@tote/chain/key';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { joinTransaction, splitTransaction } from '@tote/chain/split-transaction';
import { describe, expect, test, vi } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { prepareAccount } from '../../src/accounts/prepare-account.ts';
import { findSubmission } from '../../src/store/journal/submissions.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { WalletHandler } from '../../src/submissions/wallet/handler.ts';
import { malleate, signWithNonce } from '../auth/support/small-order.ts';
import {
  createPreparedWorld,
  deposit,
  OPEN,
  readBooks,
  signTransaction,
} from './prepared-world.ts';

async function createReady(options: Parameters<typeof createPreparedWorld>[0] = {}) {
  const world = await createPreparedWorld(options);
  const wallet = await world.createWallet();
  const actions = [OPEN, deposit('1')];
  const prepared = await prepareAccount(world.context, wallet.address, actions);
  const signed = signTransaction(prepared.transaction, wallet);
  return { world, wallet, prepared, signed, context: world.context };
}

const ALTERED = { code: 'transaction_altered', status: 400 };
const UNSIGNED = { code: 'credential_invalid', status: 401 };

const flip = (base64: string, at: number, bit = 1): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = (bytes[at] as number) ^ bit;
  return bytes.toString('base64');
};

test('what was altered, not prepared by us, or not signed by the wallet is refused, and nothing happens', async () => {
  const { world, wallet, prepared, context, signed } = await createReady();
  const other = await world.createWallet();
  const before = await readBooks(world, wallet.address);
  const length = Buffer.from(signed, 'base64').length;
  const signatures = 1 + 2 * 64;
  for (let at = signatures; at < length; at += 3) {
    const altered = flip(prepared.transaction, at, 1 << (at % 8));
    // The wallet signs the altered message if it can be read at all.
    const attempt = submitTransaction(context, null, trySigning(altered, wallet));
    await expect(attempt, `byte ${at}`).rejects.toMatchObject(ALTERED);
  }
  // Signed, but not prepared.
  for (const key of [wallet, world.relayer]) {
    const { wire } = await world.chain.sign([], [key]);
    const foreign = submitTransaction(context, null, Buffer.from(wire).toString('base64'));
    await expect(foreign).rejects.toMatchObject(ALTERED);
  }
  const attempts = [
    prepared.transaction,
    withSignature(prepared.transaction, wallet.address, other.sign),
    flip(signed, 1 + 64),
    flip(signed, 1 + 127),
    malleated(signed, wallet.address),
    // A signature of ours does not replace the wallet's.
    signTransaction(prepared.transaction, other),
  ];
  for (const attempt of attempts) {
    await expect(submitTransaction(context, null, attempt)).rejects.toMatchObject(UNSIGNED);
  }
  expect(await readBooks(world, wallet.address)).toEqual(before);
  // Bytes in the place of our signature are replaced.
  const filled = flip(signed, 1, 0xff);
  expect(await submitTransaction(context, null, filled)).toMatchObject({ state: 'confirmed' });
});

test('an expired transaction is refused and changes nothing', async () => {
  const { world, wallet, prepared, context, signed } = await createReady({ slotMs: 20 });
  const { lastValidBlockHeight } = prepared;
  const height = () => context.chain.rpc.getBlockHeight({ commitment: 'confirmed' }).send();
  await until(async () => expect(await height()).toBeGreaterThan(lastValidBlockHeight));
  const before = await readBooks(world, wallet.address);
  const refusal = { code: 'transaction_expired', status: 409 };
  await expect(submitTransaction(context, null, signed)).rejects.toMatchObject(refusal);
  expect(await readBooks(world, wallet.address)).toEqual(before);
});

test('a refusal by the chain is returned, and nothing was paid', async () => {
  const { world, wallet, context, signed } = await createReady();
  await world.act(wallet, [OPEN]);
  const before = await readBooks(world, wallet.address);
  const refusal = { code: 'bettor_exists', status: 409 };
  await expect(submitTransaction(context, null, signed)).rejects.toMatchObject(refusal);
  const after = await readBooks(world, wallet.address);
  expect({ ...after, submissions: 0 }).toEqual({ ...before, submissions: 0 });
});

test('the bytes are stored before they are sent, and a later process finishes', async () => {
  const { world, wallet, context, signed } = await createReady({ confirmWaitMs: 0 });
  const land = vi.spyOn(context.chain.lander, 'land');
  let stored = 0;
  land.mockImplementationOnce(async (transaction) => {
    stored = (await findSubmission(context.store.db, transaction.signature))?.wire.length ?? 0;
    throw new Error('killed');
  });
  const record = await submitTransaction(context, null, signed);
  expect(record.state).toBe('pending');
  await until(() => expect(stored).toBeGreaterThan(0));
  const row = await findSubmission(context.store.db, record.transactionId);
  if (!row) throw new Error('nothing stored');
  const handler = new WalletHandler(context);
  await context.runner.run(handler, await handler.restore(row));
  expect(await submitTransaction(context, null, signed)).toMatchObject({ state: 'confirmed' });
  expect(await world.chain.accounts.findBettor(wallet.address)).not.toBeNull();
});

describe('submitTransaction of a wallet that pays the fee', () => {
  async function createPaying() {
    const world = await createPreparedWorld();
    const seed = randomBytes(32);
    const { publicKey } = ed25519.keygen(seed);
    const wallet = await keyFromBytes(Buffer.concat([seed, publicKey]));
    await world.fund(wallet.address, 10n * SOL);
    const { context } = world;
    const actions = [OPEN, deposit('1')];
    const prepared = await prepareAccount(context, wallet.address, actions, { feePayer: 'wallet' });
    const signed = signTransaction(prepared.transaction, wallet);
    const { message } = splitTransaction(Buffer.from(signed, 'base64'));
    /** Other signatures of the same message, which are as valid. */
    const signAgain = (nonce: bigint) => {
      const signatures = [signWithNonce(seed, message, nonce)];
      return Buffer.from(joinTransaction({ message, signatures })).toString('base64');
    };
    return { world, wallet, context, prepared, signed, signAgain };
  }

  test('a message is executed once, however often and differently it is signed', async () => {
    const { world, wallet, context, signed, signAgain } = await createPaying();
    const all = [signed, signAgain(5n), signAgain(7n), signAgain(11n)];
    const records = await Promise.all(all.map((one) => submitTransaction(context, null, one)));
    for (const record of records) expect(record).toEqual(records[0]);
    expect(await submitTransaction(context, null, signAgain(13n))).toEqual(records[0]);
    const submissions = await context.store.db.selectFrom('submissions').selectAll().execute();
    expect(submissions).toHaveLength(1);
    const bettor = await world.chain.accounts.findBettor(wallet.address);
    expect(bettor?.available[0]).toBe(SOL);
  });

  test('without its signature, or with an altered message, it is refused; with it, that is its id', async () => {
    const { world, wallet, prepared, context, signed } = await createPaying();
    const before = await readBooks(world, wallet.address);
    for (const attempt of [
      prepared.transaction,
      flip(signed, 1),
      malleated(signed, wallet.address),
    ]) {
      await expect(submitTransaction(context, null, attempt)).rejects.toMatchObject(UNSIGNED);
    }
    const altered = trySigning(flip(prepared.transaction, 1 + 64 + 40), wallet);
    await expect(submitTransaction(context, null, altered)).rejects.toMatchObject(ALTERED);
    expect(await readBooks(world, wallet.address)).toEqual(before);
    const record = await submitTransaction(context, null, signed);
    const [signature] = splitTransaction(Buffer.from(signed, 'base64')).signatures;
    expect(record.state).toBe('confirmed');
    expect(record.transactionId).toBe(encodeBase58(signature as Uint8Array));
    expect(await submitTransaction(context, null, signed)).toEqual(record);
  });
});

type Signer = Parameters<typeof signTransaction>[1];

/** Left unsigned if a wallet could not decode it. */
function trySigning(base64: string, wallet: Signer): string {
  try {
    return signTransaction(base64, wallet);
  } catch {
    return base64;
  }
}

type Sign = (message: Uint8Array, signature: Uint8Array) => Uint8Array;

/** With another signature in the place of a wallet. */
function withSignature(base64: string, place: string, sign: Sign): string {
  const transaction = getTransactionDecoder().decode(Buffer.from(base64, 'base64'));
  const { messageBytes, signatures: before } = transaction as never as {
    readonly messageBytes: Uint8Array;
    readonly signatures: Readonly<Record<string, Uint8Array>>;
  };
  const own = sign(messageBytes, before[place] as Uint8Array);
  const signatures = { ...before, [place]: own } as never;
  const bytes = getTransactionEncoder().encode({ ...transaction, signatures });
  return Buffer.from(bytes as Uint8Array).toString('base64');
}

const malleated = (base64: string, wallet: string) =>
  withSignature(base64, wallet, (_, signature) => malleate(signature));
