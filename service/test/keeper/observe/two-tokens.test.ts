// Markets that compare two tokens, through the whole service: OAK, which trades in its pool, and
// SPROUT, which is cheaper while it is sold on its curve.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../support/world.ts';
import { play } from './play.ts';
import { replay } from './replay.ts';

let world: World;
let [sprout, oak] = ['', ''];
let expireAt: string;
beforeAll(async () => {
  world = await World.start();
  const { demo, now } = (await world.get('/config')).body;
  [sprout, oak] = demo.tokens.map(({ mint }: { mint: string }) => mint);
  expireAt = new Date(Date.parse(now) + 400_000).toISOString();
});
afterAll(() => world.close());

const preview = async (question: string, tokenAddress: string, more: object = {}) => {
  const fields = { outcomes: ['Yes', 'No'], currency: 'SOL', expireAt, ...more };
  const answer = await world.post('/markets/preview', { question, tokenAddress, ...fields });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

describe('a preview', () => {
  test('shows both values, both mints and that the market is not custom', async () => {
    const shown = await preview(`Will OAK's market cap be above ${sprout}'s at expiry?`, oak);
    expect(shown).toMatchObject({ decidedBy: 'samples', timing: 'at_expiry', custom: false });
    expect(shown.condition).toMatchObject({
      ...{ type: 'token_ratio', metric: 'market_cap', other: sprout, comparator: 'gt' },
      ...{ threshold: '1', decimals: 6, otherDecimals: 6 },
    });
    expect(shown.condition).toMatchObject({ symbol: 'OAK', otherSymbol: 'SPROUT' });
    expect(shown.details).toMatch(/^Yes if \$OAK’s market cap is above \$SPROUT’s at /);
    expect(shown.details).toContain(`of $OAK (${oak}) is above that of $SPROUT (${sprout}),`);
    const { currentCount, target, unit, compared } = shown.conditionProgress;
    expect({ target, unit }).toEqual({ target: 1, unit: 'ratio' });
    expect(compared.unit).toBe('SOL');
    expect(compared.value).toBeGreaterThan(compared.other);
    expect(currentCount).toBeCloseTo(compared.value / compared.other, 6);
    expect(shown.warnings.join()).toMatch(/about [\d.,]+ SOL move the pool/);
  });

  test('knows the symbol of the second token, and believes no other', async () => {
    const known = await preview(`Will $SPROUT flip $OAK (${oak})?`, sprout);
    expect(known.condition).toMatchObject({ type: 'token_ratio', timing: 'any_time_before' });
    for (const question of [`Will $SPROUT flip $PINE (${oak})?`, 'Will $SPROUT flip $OAK?']) {
      const { condition, warnings } = await preview(question, sprout);
      expect(condition.type).toBe('attested');
      expect(warnings.join()).toMatch(/is not known whether|by the address of its mint/);
    }
  });

  test('of a token that does not exist is attested', async () => {
    const absent = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';
    const { condition, warnings } = await preview(`Will $OAK flip ${absent}?`, oak);
    expect(condition.type).toBe('attested');
    expect(warnings.join()).toContain(`no token ${absent}`);
  });

  test('a condition that says something else is refused, and one with another pool is custom', async () => {
    const question = `Will OAK's market cap be above ${sprout}'s at expiry?`;
    const stated = { type: 'token_ratio', metric: 'market_cap', other: sprout, comparator: 'gt' };
    const { custom } = await preview(question, oak, { condition: stated });
    expect(custom).toBe(false);
    const chosen = { ...stated, otherPool: oak };
    expect((await preview(question, oak, { condition: chosen })).custom).toBe(true);
    const answer = await world.post('/markets/preview', {
      ...{ question, tokenAddress: oak, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt },
      condition: { ...stated, comparator: 'lt' },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('market cap is above $SPROUT’s at');
  });
});

test('at expiry, any time before and never: each is decided, and computed again', async () => {
  const cases = [
    ["Will OAK's market cap be above <sprout>'s at expiry?", 'Yes'],
    ["Will OAK's price be lower than <sprout>'s at expiry?", 'No'],
    ['Will SPROUT flip <oak>?', 'No'],
    ["Will OAK's market cap stay above <sprout>'s?", 'Yes'],
    ['Will SPROUT not flip <oak> before expiry?', 'Yes'],
  ] as const;
  const ids: string[] = [];
  for (const [text] of cases) {
    const question = text.replace('<oak>', oak).replace('<sprout>', sprout);
    const tokenAddress = text.includes('SPROUT') ? sprout : oak;
    ids.push(await play(world, { question, tokenAddress, expireAt }));
  }
  await world.advance(401);
  for (const [index, [text, outcome]] of cases.entries()) {
    const id = ids[index] ?? '';
    await expect
      .poll(async () => (await world.get(`/markets/${id}`)).body)
      .toMatchObject({ status: 'resolved', winningOutcome: outcome });
    const { record, outcome: again } = await replay(world, id);
    expect(again, text).toBe(outcome);
    if (!text.includes('at expiry')) continue;
    const { samples } = record.evidence;
    expect(samples.length).toBeGreaterThanOrEqual(3);
    for (const { accounts } of samples) {
      const addresses = accounts.map(({ address }) => address as string);
      expect(addresses).toEqual(expect.arrayContaining([oak, sprout]));
    }
  }
});
