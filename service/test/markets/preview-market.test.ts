// POST /v1/markets/preview on the whole service: it shows what creation then does, and who can move
// the value that decides the market.

import type { Key } from '@tote/chain/key';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createForeignMarket, useChainAccess } from '../conformance/support/chain-access.ts';
import { requestsTo } from '../conformance/support/creation.ts';
import { demoKey } from '../conformance/support/wallets.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
const access = useChainAccess(world);
let bob: Key;
let now: string;
let oracle: string;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
let tokens: { sprout: any; oak: any };

beforeAll(async () => {
  bob = await demoKey(world, 'bob');
  const { body } = await world.get('/config');
  const [sprout, oak] = body.demo.tokens;
  ({ now, oracle } = body);
  tokens = { sprout, oak };
});

const later = (seconds: number) =>
  new Date(Date.parse(now) + seconds * 1_000).toISOString().replace('.000', '');

const { fingerprint } = requestsTo(world);
const create = (fields: object, path?: string) =>
  world.create({ expireAt: later(3_600), ...fields }, path);
const preview = (fields: object) => create(fields, '/markets/preview');

const BITCOIN = 'Will BTC be above $90k at expiry?';

test('a price at expiry: a fact in any account of its program', async () => {
  const before = await fingerprint();
  const { status, body } = await preview({ question: BITCOIN, expireAt: later(7_200) });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    question: BITCOIN,
    tokenAddress: null,
    currency: 'SOL',
    condition: { type: 'price_feed', feed: 'BTC', comparator: 'gt', threshold: '90000' },
    details: expect.stringContaining('Pyth BTC/USD price'),
    decider: { account: null, program: PYTH_RECEIVER },
    triggered: false,
    expireAt: later(7_200),
    conditionProgress: { target: 90_000, unit: 'USD' },
    alreadyMet: true,
    custom: false,
    minimumStake: 0.0001,
    warnings: [],
  });
  expect(body.conditionProgress.currentCount).toBeGreaterThan(91_000);
  expect(JSON.parse(body.canonicalCondition)).toMatchObject({ ...body.condition, version: 1 });
  // The lead of the embedded chain is 0.
  expect(body.bettingClosesAt).toBe(body.expireAt);
  expect(await fingerprint()).toBe(before);
});

test('creation matches the preview, also from the condition that it returns', async () => {
  const question = 'Will ETH be at least $3,500 at expiry?';
  const seen = (await preview({ question })).body;
  const made = (await create({ question })).body;
  const { details, bettingClosesAt, refundAt, expireAt } = seen;
  expect(made).toMatchObject({ details, bettingClosesAt, refundAt, expireAt, warnings: [] });
  const again = await create({
    question: 'Is ETH $3500 or more at expiry?',
    condition: seen.condition,
  });
  expect([again.status, again.body.details]).toEqual([201, details]);
  expect(again.body.warnings).toEqual([expect.stringContaining(made.id)]);
});

describe('a token', () => {
  test('on its curve: the account that decides, and how much is sold', async () => {
    const { mint, bondingCurve } = tokens.sprout;
    const fields = { question: 'Will $SPROUT complete its bonding curve?', tokenAddress: mint };
    const { body } = await preview(fields);
    expect(body).toMatchObject({
      condition: { type: 'token_event', event: 'curve_complete', launchpad: 'pump' },
      decider: { account: bondingCurve },
      triggered: true,
      conditionProgress: { target: 100, unit: 'percent of the curve sold' },
      alreadyMet: false,
      warnings: [
        expect.stringMatching(/^Anybody can buy the bonding curve out: .* [\d.]+ SOL now/),
      ],
    });
    expect(body.details).toContain('Demo data');
  });

  test('that has migrated: shown as met, and refused', async () => {
    const tokenAddress = tokens.oak.mint;
    const fields = { question: 'Will $OAK migrate?', tokenAddress };
    const { body, status } = await preview(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ alreadyMet: true, triggered: true });
    expect(body.warnings).toEqual([expect.stringContaining('already happened')]);
    const before = await fingerprint();
    // A migration is final, so it also holds at the expiry.
    const condition = { type: 'token_event', event: 'migrated', timing: 'at_expiry' };
    expect((await create({ ...fields, condition })).status).toBe(409);
    expect(await fingerprint()).toBe(before);
    // A value that can still change is open.
    const supply = { type: 'token_supply', comparator: 'gt', threshold: '5', timing: 'at_expiry' };
    const open = await create({ question: 'Is it?', tokenAddress, condition: supply });
    expect(open.status).toBe(201);
  });
});

test('an attested condition has no progress', async () => {
  const { body } = await preview({ question: 'Will it rain in Lisbon on Monday?' });
  expect(body).toMatchObject({
    condition: { type: 'attested' },
    decider: { account: oracle, program: null },
    alreadyMet: null,
    warnings: expect.arrayContaining([expect.stringContaining('oracle attests it')]),
  });
  expect(body).not.toHaveProperty('conditionProgress');
});

test('proposes the expiry that the question names, also if it was left out', async () => {
  const question = 'Will it rain before 1 January 2031?';
  const { body: fitting } = await preview({ question, expireAt: undefined });
  const expireAt = '2031-01-01T00:00:00Z';
  expect(fitting).toMatchObject({ expireAt, proposedExpireAt: expireAt });
  expect(fitting.attestation.silence).toBe('no');
  expect([fitting.condition, fitting.timing]).toEqual([{ type: 'attested' }, 'any_time_before']);
  const { body: other } = await preview({ question });
  expect(other.proposedExpireAt).toBe(expireAt);
  expect(other.expireAt).not.toBe(expireAt);
  expect(other.attestation.silence).toBe('refund');
  const verdict = { type: 'attested', silence: 'refund', answerSeconds: expect.any(Number) };
  expect([other.condition, other.timing]).toEqual([verdict, 'at_expiry']);
  const none = await preview({ question: 'Will it rain?', expireAt: undefined });
  expect([none.status, none.headers.get('x-error-code')]).toEqual([400, 'field_missing']);
});

const SPROUT = 'sprout';
const OAK = 'oak';
const about = (token: 'sprout' | 'oak', condition: object) => {
  return { question: 'Is it?', tokenAddress: tokens[token].mint, condition };
};
const warningsOf = async (id: string) => (await world.detail(id)).warnings;

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

test.each(CASES)(
  'who can move it, %s: the same in preview, reply and market',
  async (name, token, asked) => {
    const previewed = await preview(about(token, asked));
    const made = await create(about(token, asked));
    expect(made.status, made.text).toBe(201);
    const { warnings, id } = made.body;
    expect(warnings).toContainEqual(expect.stringMatching(SENTENCES[name]));
    // Others may ask the same by now, and prices move.
    expect(previewed.body.warnings).toContainEqual(expect.stringMatching(SENTENCES[name]));
    expect(await warningsOf(id)).toEqual(warnings);
    expect((await world.get(`/markets/${id}`, { as: 'bob' })).body.warnings).toEqual(warnings);
  },
);

test('a market that its creator signs has these warnings too', async () => {
  const fields = about(SPROUT, { type: 'token_event', event: 'curve_complete' });
  const body = await world.marketBody({ ...fields, wallet: bob.address });
  const prepared = await world.post('/markets/prepare', body);
  const { marketId, warnings } = prepared.body;
  expect(warnings).toContainEqual(expect.stringMatching(SENTENCES.curve));
  const submitted = await world.submit(bob, prepared);
  expect(submitted.status, submitted.text).toBe(200);
  expect(await warningsOf(marketId)).toEqual(warnings);
});

test('a value that nobody can move, and a market that others created, have none', async () => {
  const question = 'Will BTC be above $90,000 at expiry?';
  const id = await world.createMarket({ question });
  expect(await warningsOf(id)).toEqual([]);
  const strange = await createForeignMarket(access, bob, { seconds: 600, refundSeconds: 3_600 });
  await expect.poll(() => warningsOf(strange)).toEqual([]);
});

test('warnings stay when the market has ended', async () => {
  const asked = { type: 'token_supply', comparator: 'gt', threshold: '5' };
  const { id, warnings } = (await create({ ...about(OAK, asked), expireAt: later(60) })).body;
  await world.advance(65);
  await expect.poll(() => world.detail(id)).toMatchObject({ status: 'resolved', warnings });
});
