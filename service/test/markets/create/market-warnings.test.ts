// Readers of a market see who can move the value that decides it.

import type { Key } from '@tote/chain/key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ChainAccess,
  createForeignMarket,
  openChainAccess,
} from '../../conformance/support/chain-access.ts';
import { demoKey } from '../../conformance/support/wallets.ts';
import { signTransaction } from '../../support/new-wallet.ts';
import { World } from '../../support/world.ts';

let world: World;
let access: ChainAccess;
let bob: Key;
let tokens: { mint: string }[];
let expireAt: string;
beforeAll(async () => {
  world = await World.start();
  access = await openChainAccess(world);
  bob = await demoKey(world, 'bob');
  const { body } = await world.get('/config');
  tokens = body.demo.tokens;
  expireAt = new Date(Date.parse(body.now) + 1_200_000).toISOString();
});
afterAll(async () => {
  await access.close();
  await world.close();
});

const SPROUT = 0;
const OAK = 1;
const wanted = (token: number, condition?: object) => ({
  ...{ question: 'Is it?', outcomes: ['Yes', 'No'], currency: 'SOL', expireAt },
  ...{ tokenAddress: tokens[token]?.mint, ...(condition && { condition }) },
});
const warningsOf = async (id: string) => (await world.get(`/markets/${id}`)).body.warnings;

const CASES = [
  ['supply', OAK, { type: 'token_supply', comparator: 'gte', threshold: '999000000' }],
  ['holders', OAK, { type: 'holder_count', comparator: 'gte', threshold: '5000' }],
  ['curve', SPROUT, { type: 'token_event', event: 'curve_complete' }],
  ['migration', SPROUT, { type: 'token_event', event: 'migrated', timing: 'at_expiry' }],
  ['pool', OAK, { type: 'market_cap', comparator: 'gte', threshold: '9000000', unit: 'USD' }],
] as const;
const SENTENCES: Record<(typeof CASES)[number][0], RegExp> = {
  supply: /^Every holder can lower .* 1,000,000\.000001 tokens \(about 0\.\d+ SOL\) makes it/,
  holders: /^Anybody can make holders: the 4,9\d\d up to .* about [\d.]+ SOL for their/,
  curve: /^Anybody can buy the bonding curve out: .* about 8\d\.?\d* SOL now, without fees\.$/,
  migration: /SOL now, without fees\. Then anybody can have the token migrated\.$/,
  pool: /^Anybody can move the price by trading: about [\d,.]+ SOL move the pool \S+ to the/,
};

test.each(CASES)('%s: the same in preview, reply and market', async (name, token, asked) => {
  const body = wanted(token, asked);
  const preview = (await world.post('/markets/preview', body)).body.warnings;
  const made = await world.post('/markets', body, { as: 'alice' });
  expect(made.status, made.text).toBe(201);
  const { warnings, id } = made.body;
  expect(warnings).toContainEqual(expect.stringMatching(SENTENCES[name]));
  // Others may ask the same by now, and prices move.
  expect(preview).toContainEqual(expect.stringMatching(SENTENCES[name]));
  expect(await warningsOf(id)).toEqual(warnings);
  expect((await world.get(`/markets/${id}`, { as: 'bob' })).body.warnings).toEqual(warnings);
});

test('a market that its creator signs has them too', async () => {
  const body = wanted(SPROUT, { type: 'token_event', event: 'curve_complete' });
  const prepared = await world.post('/markets/prepare', { ...body, wallet: bob.address });
  const { marketId, warnings } = prepared.body;
  expect(warnings).toContainEqual(expect.stringMatching(SENTENCES.curve));
  const transaction = await signTransaction(prepared.body.transaction, bob);
  const submitted = await world.post('/transactions', { transaction });
  expect(submitted.status, submitted.text).toBe(200);
  expect(await warningsOf(marketId)).toEqual(warnings);
});

test('a value that nobody can move, and a market that others created, have none', async () => {
  const question = 'Will BTC be above $90,000 at expiry?';
  const id = await world.createMarket({ question, expireAt });
  expect(await warningsOf(id)).toEqual([]);
  const strange = await createForeignMarket(access, bob, { seconds: 600, refundSeconds: 3_600 });
  await expect.poll(() => warningsOf(strange)).toEqual([]);
});

test('they stay when the market has ended', async () => {
  const asked = { type: 'token_supply', comparator: 'gt', threshold: '5' };
  const { now } = (await world.get('/config')).body;
  const soon = new Date(Date.parse(now) + 60_000).toISOString();
  const body = { ...wanted(OAK, asked), expireAt: soon };
  const { id, warnings } = (await world.post('/markets', body, { as: 'alice' })).body;
  await world.advance(65);
  await expect
    .poll(async () => (await world.get(`/markets/${id}`)).body)
    .toMatchObject({ status: 'resolved', warnings });
});
