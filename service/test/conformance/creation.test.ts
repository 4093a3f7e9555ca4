// What a creation may contain: the rows of decisions.md about its fields, one by one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MARKET, World } from '../support/world.ts';
import { type FieldCase, HOUR, iso, requestsTo, YEARS_10 } from './support/creation.ts';
import { expectRefusal } from './support/refusal.ts';

let world: World;
/** A market in SOL and one in UTILITY that stay open. */
let sol: string;
let utility: string;

beforeAll(async () => {
  world = await World.start();
  sol = await world.createMarket();
  utility = await world.createMarket({ currency: 'UTILITY' });
});
afterAll(() => world.close());

const { chainNow, create, fingerprint, checkField } = requestsTo(() => world);

describe('outcomes', () => {
  const answered = [
    { name: 'Yes', odds: 0.5, totalStake: 0 },
    { name: 'No', odds: 0.5, totalStake: 0 },
  ];
  const code = 'outcomes_invalid';
  checkField('outcomes', [
    [['Yes', 'No'], { answered }],
    [['No', 'Yes'], { answered }],
    [['yes', 'no'], { code }],
    [['Yes', 'Yes'], { code }],
    [['Yes', 'No', 'No'], { code }],
    [['Y\u0435s', 'No'], { code }],
    [{ Yes: 1, No: 1 }, { code }],
  ]);
});

describe('limits', () => {
  const length = { code: 'question_length_out_of_range' as const };
  const characters = { code: 'characters_not_allowed' as const };
  const same = (text: string): FieldCase => [text, { answered: text }];
  checkField('question', [
    same('Why'),
    ['ab', length],
    ['   a   ', length],
    same('x'.repeat(300)),
    ['x'.repeat(301), length],
    // 250 characters of two bytes are 500 bytes.
    same('é'.repeat(250)),
    ['é'.repeat(251), length],
    same('Will it rain? ☔ 雨'),
    ['e\u0301'.repeat(3), { answered: 'é'.repeat(3) }],
    ['a\u0000bc', characters],
    ['line\nbreak', characters],
    ['turned \u202e around', characters],
    ['zero\u200bwidth', characters],
    ['lone \ud800 half', { code: 'body_malformed' }],
  ]);
  test('minimum stake 0.0001 SOL, 0.001 UTILITY', async () => {
    for (const [id, least, less] of [
      [sol, '0.0001', '0.000099999'],
      [utility, '0.001', '0.000999'],
    ] as const) {
      expectRefusal(await world.bet(id, 'bob', 'No', less), 400, 'stake_below_minimum');
      expect((await world.bet(id, 'bob', 'No', least)).status).toBe(201);
    }
  });
  test('all of them in GET /v1/config', async () => {
    const { limits, minimumStake } = (await world.get('/config')).body;
    expect(limits).toMatchObject({
      questionCharactersMin: 3,
      questionCharactersMax: 300,
      questionBytesMax: 500,
      marketDurationSecondsMax: YEARS_10,
      pageSizeMin: 1,
      pageSizeMax: 100,
      pageSizeDefault: 20,
      idempotencyKeyCharactersMax: 255,
      bodyBytesMax: 16_384,
    });
    expect(minimumStake).toEqual({ SOL: 0.0001, UTILITY: 0.001 });
  });
});

describe('initial stake', () => {
  test('market and stake land together', async () => {
    const before = (await world.get('/account', { as: 'alice' })).body.balances.SOL;
    const { status, body } = await create({ initialStake: { outcome: 'No', amount: 0.25 } });
    expect(status).toBe(201);
    expect(body.outcomes).toEqual([
      { name: 'Yes', odds: 0, totalStake: 0 },
      { name: 'No', odds: 1, totalStake: 0.25 },
    ]);
    expect([body.totalVolume, body.betCount]).toEqual([0.25, 1]);
    const [bet] = (await world.get(`/markets/${body.id}/bets`)).body;
    expect(bet).toMatchObject({ amount: 0.25, outcome: 'No', state: 'confirmed' });
    expect(bet.transactionId).toBe(body.transactionId);
    const after = (await world.get('/account', { as: 'alice' })).body.balances.SOL;
    expect(Math.round((before - after) * 1e9)).toBe(250_000_000);
  });
  test('or not at all: no funds, no Bettor, wrong amount or outcome make no market', async () => {
    const before = await fingerprint();
    const stake = (initialStake: object) => create({ initialStake });
    expectRefusal(await stake({ outcome: 'Yes', amount: 1e6 }), 402, 'funds_insufficient');
    expectRefusal(await stake({ outcome: 'Perhaps', amount: 1 }), 400, 'outcome_invalid');
    expectRefusal(await stake({ outcome: 'Yes' }), 400, 'field_missing');
    expectRefusal(await stake({ outcome: 'Yes', amount: 1e-10 }), 400, 'amount_too_precise');
    expectRefusal(await stake({ outcome: 'Yes', amount: '0.00001' }), 400, 'stake_below_minimum');
    const expireAt = iso((await chainNow()) + HOUR);
    const market = { ...MARKET, expireAt, initialStake: { outcome: 'Yes', amount: 1 } };
    expectRefusal(await world.post('/markets', market, { as: 'carol' }), 402, 'bettor_missing');
    expect(await fingerprint()).toBe(before);
  });
});
