// Questions about a change, whose threshold comes from the value when the market is created, and
// about what must not happen.
import { randomUUID } from 'node:crypto';
import { chooseThreshold } from '@tote/cli/demo/choose-threshold';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoKey } from '../../conformance/support/wallets.ts';
import { signTransaction } from '../../support/new-wallet.ts';
import { World } from '../../support/world.ts';
import { listProblems, replay, verifyAll } from '../facts/replay.ts';
import { betBoth, play } from './play.ts';
import { replay as replaySamples } from './replay.ts';

const ABSENT = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';

let world: World;
let oak: { mint: string };
let expireAt: string;
beforeAll(async () => {
  world = await World.start();
  const { now, demo } = (await world.get('/config')).body;
  [, oak] = demo.tokens;
  expireAt = new Date(Date.parse(now) + 900_000).toISOString();
});
afterAll(() => world.close());

const nowSeconds = async () => Date.parse((await world.get('/config')).body.now) / 1000;
const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
const marketOf = async (id: string) => (await world.get(`/markets/${id}`)).body;
const wanted = (question: string, fields: object = {}) => ({
  ...{ question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt },
  ...fields,
});

test('a preview shows the value, and its condition can be sent back', async () => {
  const body = wanted('Will SOL rise by 20% before expiry?');
  const preview = (await world.post('/markets/preview', body)).body;
  const { threshold, relativeTo } = preview.condition;
  expect(relativeTo).toMatchObject({ times: '1.2', value: expect.stringMatching(/^\d+\.?\d*$/) });
  expect(Number(threshold)).toBeCloseTo(Number(relativeTo.value) * 1.2, 9);
  expect(preview.details).toContain('The threshold is 1.2 times the value');
  const sent = { ...body, condition: preview.condition };
  const created = await world.post('/markets', sent, { as: 'alice' });
  expect(created.status, created.text).toBe(201);
  expect(created.body).toMatchObject({
    custom: false,
    condition: { relativeTo: { times: '1.2' } },
  });
});

test('a value that somebody made up is refused', async () => {
  const body = wanted('Will SOL rise by 20% before expiry?');
  const { condition } = (await world.post('/markets/preview', body)).body;
  const sent = { ...wanted('Will SOL double before expiry?'), condition };
  const refused = await world.post('/markets', sent, { as: 'alice' });
  expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'condition_invalid']);
});

test('a token that does not exist has no present value: the oracle attests', async () => {
  const body = wanted('Will this token double before expiry?', { tokenAddress: ABSENT });
  const preview = (await world.post('/markets/preview', body)).body;
  expect(preview.condition.type).toBe('attested');
  expect(preview.warnings).toContainEqual(
    expect.stringContaining('the present value cannot be read'),
  );
});

describe('from creation to receipt', () => {
  const ids: string[] = [];

  beforeAll(async () => {
    const about = { tokenAddress: oak.mint };
    ids.push(
      await world.createMarket(wanted('Will SOL halve before expiry?')),
      await world.createMarket(wanted("Will OAK's market cap 100x before expiry?", about)),
      await world.createMarket(wanted("Will OAK's price be down 90% at expiry?", about)),
      await world.createMarket(wanted('Will the number of holders triple?', about)),
      await prepareAndSubmit(wanted("Will OAK's price not double before expiry?", about)),
    );
    for (const id of ids) await betBoth(world, id);
    await world.advance(901);
  });

  async function prepareAndSubmit(body: object): Promise<string> {
    const alice = await demoKey(world, 'alice');
    const prepared = await world.post('/markets/prepare', { ...body, wallet: alice.address });
    expect(prepared.status, prepared.text).toBe(200);
    const transaction = await signTransaction(prepared.body.transaction, alice);
    const headers = { 'idempotency-key': randomUUID() };
    const submitted = await world.post('/transactions', { transaction }, { headers });
    expect(submitted.status, submitted.text).toBeLessThan(300);
    return prepared.body.marketId;
  }

  test.each([
    [0, 'No'],
    [1, 'No'],
    [2, 'No'],
    [3, 'No'],
    [4, 'Yes'],
  ])('market %i ends as %s, and its threshold can be computed again', async (index, outcome) => {
    const id = ids[index] ?? '';
    await expect
      .poll(() => marketOf(id))
      .toMatchObject({ status: 'resolved', winningOutcome: outcome });
    expect(await replay(world, id)).toBe(outcome);
    const [verification] = await verifyAll(world, [id]);
    expect(listProblems(verification)).toEqual([]);
    expect(verification?.checks.map(({ name }) => name)).toContain('value at creation');
  });
});

test('a curve that must not complete ends the market as No when it does', async () => {
  const [sprout] = (await world.get('/config')).body.demo.tokens;
  const completesAt = Date.parse(sprout.curveCompletesAt) / 1000;
  const id = await play(world, {
    question: 'Will it not graduate before expiry?',
    tokenAddress: sprout.mint,
    expireAt: instant(completesAt + 600),
  });
  expect(await marketOf(id)).toMatchObject({ timing: 'never_before', mismatch: false });
  await world.advance(completesAt + 60 - (await nowSeconds()));
  await expect.poll(() => marketOf(id)).toMatchObject({ status: 'resolved', winningOutcome: 'No' });
});

test('a price that must stay on one side ends the market as No when it does not', async () => {
  const now = await nowSeconds();
  const { comparator, threshold } = chooseThreshold('SOL', now, now + 1_000);
  const side = comparator === 'gte' ? 'under' : 'above';
  const id = await play(world, {
    question: `Will SOL stay ${side} $${threshold} until this market ends?`,
    expireAt: instant(now + 1_000),
  });
  expect(await marketOf(id)).toMatchObject({
    timing: 'never_before',
    condition: { type: 'price_feed', comparator, threshold, timing: 'never_before' },
    details: expect.stringMatching(
      /^Yes if SOL is never .* before .*\n\n.* ends as No; if that does not happen, as Yes\./,
    ),
  });
  await world.advance(1_000);
  await expect.poll(() => marketOf(id)).toMatchObject({ status: 'resolved', winningOutcome: 'No' });
  const { outcome, record } = await replaySamples(world, id);
  expect(outcome).toBe('No');
  expect(record.evidence.samples).toHaveLength(1);
  expect(record.moments.now).toBeLessThan(now + 1_000);
  const late = await world.bet(id, 'alice', 'Yes', 1);
  expect(late.status).toBe(409);
});
