import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { readPriorityFee } from '@tote/chain/priority-fee';
import { TRANSACTION_BYTES_MAX } from '@tote/chain/write-transaction';
import { compileCondition } from '@tote/conditions/compile-condition';
import { encodeClauses, MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { prepareMarket } from '../../src/markets/prepare-market.ts';
import { findBet } from '../../src/store/projection/bets.ts';
import type { PrepareOptions } from '../../src/submissions/prepare/draft.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import {
  createPreparedWorld,
  marketInput,
  readBooks,
  signTransaction,
  text,
} from '../submissions/prepared-world.ts';

const CREATE_MARKET_TAG = 8;

function getTransactionVersion(bytes: Uint8Array) {
  const { messageBytes } = getTransactionDecoder().decode(bytes);
  return getCompiledTransactionMessageDecoder().decode(messageBytes).version;
}

/** Prepares markets with a stake in UTILITY, whose questions have this many bytes. */
async function startLong() {
  const world = await createPreparedWorld();
  const { context } = world;
  const wallet = await world.createWallet();
  await world.localnet.sandbox.mintTo(world.utilityMint, wallet.address, 1_000_000n);
  const initialStakes = [{ outcome: 'Yes', amount: text('1') }] as const;
  const prepare = async (length: number, options?: PrepareOptions, payer = context) => {
    const question = `${'ü'.repeat(150)}${'u'.repeat(length - 301)}?`;
    const input = marketInput(world, { question, initialStakes, currency: 'UTILITY' });
    const prepared = await prepareMarket(payer, wallet.address, input, options);
    return { ...prepared, question, bytes: Buffer.from(prepared.transaction, 'base64') };
  };
  return { world, context, wallet, prepare };
}

test('with a stake on both sides all land together, also for a new wallet', async () => {
  const world = await createPreparedWorld();
  const wallet = await world.createWallet();
  const { context } = world;
  const initialStakes = [
    { outcome: 'Yes', amount: text('0.5') },
    { outcome: 'No', amount: text('2') },
  ] as const;
  const input = marketInput(world, { initialStakes });
  const prepared = await prepareMarket(context, wallet.address, input);
  expect(prepared.summary).toEqual([
    'Creates the market "Will it rain in Lisbon?".',
    'Opens a Bettor account with 64 position slots.',
    'Deposits 2.5 SOL.',
    'Stakes 0.5 SOL on Yes.',
    'Stakes 2 SOL on No.',
  ]);
  const signed = signTransaction(prepared.transaction, wallet);
  const record = await submitTransaction(context, null, signed);
  const [yes, no] = [500_000_000n, 2_000_000_000n];
  expect(record.bets).toMatchObject([
    { outcome: 'Yes', amount: yes, pools: { yes, no: 0n } },
    { outcome: 'No', amount: no, pools: { yes, no } },
  ]);
  for (const { betId, pools } of record.bets) {
    expect(await findBet(context.store.db, betId)).toMatchObject({ pools });
  }
  expect((await context.findMarket(prepared.marketId))?.pools).toEqual({ yes, no });
});

test('a long question uses a transaction of version 1', async () => {
  const { context, wallet, prepare } = await startLong();
  const { bytes, transaction, marketId, question } = await prepare(450);
  expect(bytes[0]).toBe(0x81);
  const signed = signTransaction(transaction, wallet);
  for (let at = 1; at < bytes.length - 128; at += 11) {
    const altered = Buffer.from(signed, 'base64');
    altered[at] = (altered[at] as number) ^ 4;
    const attempt = submitTransaction(context, null, altered.toString('base64'));
    await expect(attempt, `byte ${at}`).rejects.toMatchObject({ status: 400 });
  }
  const record = await submitTransaction(context, null, signed);
  expect(record).toMatchObject({ state: 'confirmed' });
  expect(await context.findMarket(marketId)).toMatchObject({ question });
  const betId = record.bets[0]?.betId ?? '';
  expect(await findBet(context.store.db, betId)).toMatchObject({ amount: 1_000_000n });
});

test('a priority fee is left out where only version 1 has room for it; with transactionVersion 0 what is too large is refused', async () => {
  const { world, context, wallet, prepare } = await startLong();
  const fees = { offer: async () => 1_000n, unreserved: async () => 10n ** 9n };
  const payer = { ...context, fees: { ...fees, payIn: async () => true } as never };
  const preparePriced = async (length: number) => (await prepare(length, {}, payer)).bytes;
  const priced = await preparePriced(302);
  const price = priced.length - (await prepare(302)).bytes.length;
  expect(price).toBeGreaterThan(8);
  const longestPriced = 302 + TRANSACTION_BYTES_MAX - priced.length;
  const full = await preparePriced(longestPriced);
  expect(full.length).toBe(TRANSACTION_BYTES_MAX);
  expect(getTransactionVersion(full)).toBe(0);
  expect(readPriorityFee(full)).toBeGreaterThan(0n);
  const longer = await preparePriced(longestPriced + 1);
  expect(getTransactionVersion(longer)).toBe(0);
  expect(readPriorityFee(longer)).toBe(0n);
  const large = await preparePriced(longestPriced + price + 1);
  expect(large[0]).toBe(0x81);
  expect(readPriorityFee(large)).toBeGreaterThan(0n);

  // From the first byte too many.
  const short = await prepare(310, { transactionVersion: 0 });
  const longest = 310 + TRANSACTION_BYTES_MAX - short.bytes.length;
  const fitting = await prepare(longest, { transactionVersion: 0 });
  expect(fitting.bytes.length).toBe(TRANSACTION_BYTES_MAX);
  expect(getTransactionVersion(fitting.bytes)).toBe(0);

  const before = await readBooks(world, wallet.address);
  const refused = prepare(longest + 1, { transactionVersion: 0 });
  await expect(refused).rejects.toMatchObject({ code: 'transaction_too_large', status: 400 });
  await expect(refused).rejects.toThrow(`${TRANSACTION_BYTES_MAX + 1} bytes`);
  expect(await readBooks(world, wallet.address)).toEqual(before);
  expect((await prepare(longest + 1)).bytes[0]).toBe(0x81);

  const signed = signTransaction(fitting.transaction, wallet);
  expect(await submitTransaction(context, null, signed)).toMatchObject({ state: 'confirmed' });
});

test('we only co-sign what we compiled: no other question, clause or flag', async () => {
  const world = await createPreparedWorld();
  const wallet = await world.createWallet();
  const { context } = world;
  const question = 'Will SOL be above $100000 at expiry?';
  const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100000' };
  const input = marketInput(world, { question, condition });
  const prepared = await prepareMarket(context, wallet.address, input);
  const { decider, canonical } = await compileCondition(input);
  if (decider.source !== MarketSource.TimedFact) throw new Error('a fact decides it');
  const clauses = encodeClauses(decider.clauses);
  const before = await readBooks(world, wallet.address);
  const bytes = Buffer.from(prepared.transaction, 'base64');
  const clausesAt = bytes.indexOf(clauses);
  // Before the clauses: the program that owns the update, and the 64 bytes of the fixed part.
  const dataAt = clausesAt - 32 - 64;
  expect([bytes[dataAt], clausesAt > 0]).toEqual([CREATE_MARKET_TAG, true]);
  const places = {
    flags: dataAt + 2,
    source: dataAt + 3,
    closesAt: dataAt + 16,
    owner: dataAt + 64,
    'the last clause': clausesAt + clauses.length - 1,
    question: bytes.indexOf(question) + question.indexOf('1'),
    condition: bytes.indexOf(canonical) + canonical.indexOf('100000'),
  };
  for (const [name, at] of Object.entries(places)) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] as number) ^ 8;
    // The wallet's signature of the changed message is valid.
    const signed = signTransaction(altered.toString('base64'), wallet);
    const attempt = submitTransaction(context, null, signed);
    await expect(attempt, name).rejects.toMatchObject({ code: 'transaction_altered' });
  }
  expect(await readBooks(world, wallet.address)).toEqual(before);
  await submitTransaction(context, null, signTransaction(prepared.transaction, wallet));
  const made = await context.findMarket(prepared.marketId);
  expect(made).toMatchObject({ question, mismatch: null, condition: canonical });
});
