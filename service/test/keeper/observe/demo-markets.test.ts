// Measured markets through the whole service, about the tokens and feeds of the demo world.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../support/world.ts';
import { play as playIn } from './play.ts';
import { replay } from './replay.ts';

interface Token {
  mint: string;
  curveCompletesAt: string;
}

let world: World;
let sprout: Token;
let oak: Token;
beforeAll(async () => {
  world = await World.start();
  [sprout, oak] = (await world.get('/config')).body.demo.tokens;
});
afterAll(() => world.close());

const inSeconds = async (seconds: number) => {
  const { now } = (await world.get('/config')).body;
  return new Date(Date.parse(now) + seconds * 1000).toISOString();
};
const marketOf = async (id: string) => (await world.get(`/markets/${id}`)).body;
const progressOf = async (id: string) => {
  const { conditionProgress } = await marketOf(id);
  return conditionProgress;
};

const play = (fields: Record<string, unknown>) => playIn(world, fields);

test('a count of holders ends the market when there are enough', async () => {
  const fields = { question: 'Will it reach 20 holders?', tokenAddress: sprout.mint };
  const id = await play({ ...fields, expireAt: sprout.curveCompletesAt });
  const { conditionProgress } = await marketOf(id);
  expect(conditionProgress).toMatchObject({ target: 20, unit: 'holders' });
  expect(conditionProgress.currentCount).toBeGreaterThanOrEqual(12);
  expect(conditionProgress.currentCount).toBeLessThan(20);
  await world.advance(700);
  await expect
    .poll(() => marketOf(id))
    .toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
  const { record } = await replay(world, id);
  expect(record.evidence.samples[0]?.holders?.count).toBeGreaterThanOrEqual(20n);
});

describe('at expiry', () => {
  const ABSENT = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';
  const CASES = [
    ['Will $OAK have a market cap above $50k at expiry?', 'Yes', 'market_cap'],
    ['Will $OAK have a market cap above 1000 SOL at expiry?', 'No', 'market_cap'],
    ['Will the price of OAK be above 0.0000001 SOL at expiry?', 'Yes', 'token_price'],
    ['Will it have more than 12 holders at expiry?', 'No', 'holder_count'],
    ['Will it have at least 12 holders at expiry?', 'Yes', 'holder_count'],
    ['Will the market cap be above $1 at expiry?', 'No', 'market_cap'],
  ] as const;
  const ids = new Map<string, string>();
  let expireAt: string;

  beforeAll(async () => {
    expireAt = await inSeconds(400);
    for (const [question] of CASES) {
      const tokenAddress = question.includes('above $1 at') ? ABSENT : oak.mint;
      const id = await play({ question, tokenAddress, expireAt });
      const open = await marketOf(id);
      expect(open.details.includes('Demo data')).toBe(tokenAddress === oak.mint);
      expect(open.details).not.toContain('attests');
      expect(open.conditionProgress.currentCount).toBeGreaterThanOrEqual(0);
      ids.set(question, id);
    }
    await world.advance(401);
  });

  test.each([...CASES])('%s %s', async (question, outcome, type) => {
    const id = ids.get(question) ?? '';
    await expect
      .poll(() => marketOf(id))
      .toMatchObject({ status: 'resolved', winningOutcome: outcome });
    const { record, ...replayed } = await replay(world, id);
    expect(replayed.outcome).toBe(outcome);
    expect(JSON.parse(record.condition).type).toBe(type);
    const at = Date.parse(expireAt) / 1000;
    const seconds = record.evidence.samples.map(({ observedAt }) => observedAt);
    if (type === 'holder_count') {
      expect(seconds).toHaveLength(1);
      expect(seconds[0]).toBeGreaterThanOrEqual(at);
      return;
    }
    expect(seconds.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...seconds)).toBeGreaterThan(at - 60);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(at);
  });
});

describe('any time before', () => {
  test('a market cap that goes up and down ends the market when its median reaches it', async () => {
    const cap = (threshold: string) => ({
      question: `Will OAK's market cap be at least ${threshold} SOL at any time before expiry?`,
      tokenAddress: oak.mint,
      condition: {
        ...{ type: 'market_cap', comparator: 'gte', threshold, unit: 'SOL' },
        timing: 'any_time_before',
      },
    });
    // Around 410.8 SOL it goes up to about 470, and down again, within half an hour.
    const expireAt = await inSeconds(5_000);
    const never = await play({ ...cap('1000'), expireAt });
    const { currentCount } = await progressOf(never);
    if (currentCount > 430) await world.advance(700);
    const reached = await play({ ...cap('440'), expireAt });
    const met = await world.post(
      '/markets',
      { ...cap('100'), outcomes: ['Yes', 'No'], currency: 'SOL', expireAt },
      { as: 'alice' },
    );
    expect(met.status, met.text).toBe(409);
    await world.advance(1_900);
    await expect
      .poll(() => marketOf(reached))
      .toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
    expect((await marketOf(never)).status).toBe('open');
    const { outcome, record } = await replay(world, reached);
    expect(outcome).toBe('Yes');
    expect(record.evidence.samples.length).toBeGreaterThanOrEqual(3);
    await world.advance(3_200);
    expect(await marketOf(never)).toMatchObject({ status: 'resolved', winningOutcome: 'No' });
    const no = await replay(world, never);
    expect(no.outcome).toBe('No');
    // More than an hour passed without an event: only the hashes of its samples are stored.
    expect(no.record.evidence).toEqual({ samples: [], sampledAt: [] });
    const { count = 0, longestGapSeconds } = no.record.sampleHashes ?? {};
    expect(count).toBeGreaterThanOrEqual(5_000 / 600);
    expect(longestGapSeconds).toBeLessThanOrEqual(600);
  });
});
