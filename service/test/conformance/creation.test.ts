// What a creation may contain: the rows of decisions.md about its fields, one by one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@tote/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { MARKET } from '../support/world.ts';
import { type FieldCase, HOUR, iso, requestsTo, YEARS_10 } from './support/creation.ts';
import { expectRefusal } from './support/refusal.ts';

const world = useWorld();
/** A market in SOL and one in UTILITY that stay open. */
let sol: string;
let utility: string;

beforeAll(async () => {
  sol = await world.createMarket();
  utility = await world.createMarket({ currency: 'UTILITY' });
});

const alice = { as: 'alice' } as const;
const later = (now: number) => iso(now + HOUR);
const { chainNow, create, fingerprint, checkField } = requestsTo(world);

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
    [[{ name: 'No' }, { name: 'Yes' }], { answered }],
    [answered, { answered }],
    [['Yes', { name: 'No', odds: 'any' }], { answered }],
    [[{ name: 'Yes' }, { name: 'Yes' }], { code }],
    [[{ name: 'Yes' }, { title: 'No' }], { code }],
    [[{ name: ['Yes'] }, 'No'], { code }],
    [['Yes', null], { code }],
    [['Up', 'Down'], { code }],
    [null, { code: 'field_missing' }],
  ]);
  test('the refusal says which two are taken', async () => {
    const before = await fingerprint();
    const { body } = await create({ outcomes: ['Up', 'Down'] });
    expect(body.error).toContain('exactly two outcomes, "Yes" and "No"');
    expect(await fingerprint()).toBe(before);
  });
});

describe('null', () => {
  const NULLS = {
    tokenAddress: null,
    bettingClosesAt: null,
    condition: null,
    attestation: null,
    initialStake: null,
    id: null,
    creator: null,
    feePercentage: null,
    details: null,
    transaction: null,
  };
  // The second market is warned of the first.
  const given = ({ id, createdAt, transactionId, warnings, ...rest }: Record<string, unknown>) =>
    rest;

  test('creates the same market as leaving the field out', async () => {
    const expireAt = iso((await chainNow()) + HOUR);
    const [left, nulls] = [await create({ expireAt }), await create({ expireAt, ...NULLS })];
    expect([left.status, nulls.status], nulls.text).toEqual([201, 201]);
    expect(given(nulls.body)).toEqual(given(left.body));
    const attestation = { silence: 'refund', endsAt: null };
    expect((await create({ attestation })).status).toBe(201);
    const condition = { type: 'token_supply', comparator: 'gte', threshold: '1000' };
    const tokenAddress = 'So11111111111111111111111111111111111111112';
    const shown = [{}, { decimals: null, timing: null }, { odds: null }].map((nulls) =>
      create({ expireAt, tokenAddress, condition: { ...condition, ...nulls } }, '/markets/preview'),
    );
    const [without, withNulls, unknown] = await Promise.all(shown);
    expect(without?.body.canonicalCondition).toContain('"type":"token_supply"');
    expect(withNulls?.body.canonicalCondition).toBe(without?.body.canonicalCondition);
    expect(unknown?.body.error).toContain('has no field odds');
  });
  test('is the same in prepare, preview, bets, keys and account transactions', async () => {
    const { transaction: _, ...nulls } = NULLS;
    const prepare = { wallet: null, feePayer: null, transactionVersion: null };
    const bet = { outcome: 'Yes', amount: 0.01, currency: null };
    const actions = [
      { type: 'open', slots: null },
      { type: 'delegate', expiresAt: null, allowance: { SOL: 1, UTILITY: null } },
    ];
    const calls: [path: string, body: object][] = [
      ['/markets/prepare', { ...MARKET, ...nulls, ...prepare, expireAt: later(await chainNow()) }],
      ['/markets/preview', { ...MARKET, ...nulls, expireAt: later(await chainNow()) }],
      [`/markets/${sol}/bets`, { ...bet, transaction: null }],
      [`/markets/${sol}/bets/prepare`, { ...bet, ...prepare }],
      ['/account/transactions', { actions, ...prepare }],
      ['/api-keys', { name: 'no end', scopes: ['read'], expiresAt: null }],
    ];
    for (const [path, body] of calls) {
      // Carol has no account yet, so that her first transaction may open one.
      const as = path.startsWith('/account') ? 'carol' : 'alice';
      const answer = await world.post(path, body, { as });
      expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    }
  });
  test('a required field that is null is missing, and nothing changes', async () => {
    const before = await fingerprint();
    for (const field of ['question', 'outcomes', 'expireAt', 'currency']) {
      const answer = await create({ [field]: null });
      expectRefusal(answer, 400, 'field_missing');
      expect(answer.body.error).toContain(field);
    }
    const bet = await world.post(`/markets/${sol}/bets`, { outcome: 'Yes', amount: null }, alice);
    expectRefusal(bet, 400, 'field_missing');
    expectRefusal(await create({ fee: null }), 400, 'field_unknown');
    const unsigned = await world.post(`/markets/${sol}/bets`, { transaction: null });
    expectRefusal(unsigned, 401, 'credential_missing');
    expect(await fingerprint()).toBe(before);
  });
  test('the delegate null is a value: nobody', async () => {
    const actions = [{ type: 'delegate', delegate: null }];
    const { body } = await world.post('/account/transactions', { actions }, alice);
    expect(body.summary.join()).toContain('Nobody may bet for the wallet');
  });
});

describe('fields of an answer in a request', () => {
  test('id, status, createdAt, totalVolume and bettingOpen are ignored', async () => {
    const ignored = { id: 7, status: 'resolved', createdAt: '', totalVolume: [], bettingOpen: 0 };
    for (const path of ['/markets', '/markets/prepare', '/markets/preview']) {
      const { status, body } = await create(ignored, path);
      expect(status).toBeLessThan(300);
      expect(body).not.toMatchObject({ id: 7 });
    }
  });
  test('a market from its own answer, whole', async () => {
    const { body: first } = await create();
    const { id: _, ...rest } = first;
    const { creator, feePercentage, details, outcomes } = rest;
    const { status: code, body, text } = await world.post('/markets', first, alice);
    expect(code, text).toBe(201);
    expect(body).toMatchObject({ creator, feePercentage, details, outcomes });
    expect(body.id).not.toBe(first.id);
    // Without its id it is no answer, and what a creation does not know is refused.
    expectRefusal(await world.post('/markets', rest, alice), 400, 'field_unknown');
  });
  test.each([
    ['creator', () => world.wallet('bob').address],
    ['creator', () => 5],
    ['feePercentage', () => ({ burn: 0.05, developer: 0.04 })],
    ['feePercentage', () => ({ burn: 0.05 })],
    ['feePercentage', () => 0.1],
    ['details', () => 'Yes if I say so.'],
  ])('another %s is 400 that names both, and nothing changes', async (field, other) => {
    const expireAt = later(await chainNow());
    const right = (await create({ expireAt })).body[field];
    const before = await fingerprint();
    for (const path of ['/markets', '/markets/prepare', '/markets/preview']) {
      if (path === '/markets/preview' && field === 'creator') continue;
      const answer = await create({ expireAt, [field]: other() }, path);
      expectRefusal(answer, 400, 'field_differs');
      const words = (value: unknown) =>
        JSON.stringify(value)
          .replace(/\\n|[{}]/g, ' ')
          .trim()
          .slice(0, 100);
      for (const part of [field, words(other()), words(right)]) {
        expect(answer.body.error).toContain(part);
      }
    }
    expect(await fingerprint()).toBe(before);
  });
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
    same(
      'Will 👩‍👩‍👧‍👦 and 🧑🏽‍🚀 see 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} win?',
    ),
    same('آیا فردا در لیسبون باران می\u200cبارد؟'),
    ['Will it\nrain,\r\nor\u2028not\u2029?', { answered: 'Will it rain, or not ?' }],
    [`a\nb${'\r\n'.repeat(297)}`, { answered: `a b${' '.repeat(297)}` }],
    ['\n\r\n\n', length],
    ['tab\tstop', characters],
    ['a\u200djoined', characters],
    ['left\u200eto right', characters],
    ['turned \u202e around', characters],
    ['zero\u200bwidth', characters],
    ['private \ue000 use', characters],
    [5, { code: 'field_invalid' }],
    ['lone \ud800 half', { code: 'body_malformed' }],
  ]);
  checkField('currency', [
    ['sol', { code: 'currency_invalid' }],
    [5, { code: 'field_invalid' }],
  ]);
  test('a refused character is named, with the reason, and nothing changes', async () => {
    const before = await fingerprint();
    const { body } = await create({ question: 'Will \u202eit rain?' });
    expect(body.error).toContain('U+202E: it changes the direction of the text');
    expect((await create({ question: 'Will\u0007 it rain?' })).body.error).toContain('a control');
    expect(await fingerprint()).toBe(before);
  });
  test('joined emoji stay joined in the list, the events and bets', async () => {
    const question = 'Will 👩‍👩‍👧‍👦\nwin?';
    const id = await world.createMarket({ question });
    const bet = await world.bet(id, 'alice', 'Yes', 0.01);
    expect(bet.status).toBe(201);
    const shown = 'Will 👩‍👩‍👧‍👦 win?';
    const texts = [
      await world.get(`/markets/${id}`),
      await world.get('/markets'),
      await world.get('/account', alice),
    ];
    for (const { text } of texts) expect(text).toContain(shown);
  });
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
      pageSizeMin: 0,
      pageSizeMax: 100,
      pageSizeDefault: 20,
      idempotencyKeyCharactersMax: 255,
      bodyBytesMax: 16_384,
    });
    expect(minimumStake).toEqual({ SOL: 0.0001, UTILITY: 0.001 });
  });
});

describe('initial stake', () => {
  test.each([
    ['a number, on Yes', '0.25', 0.25, 0],
    ['a decimal string, on Yes', '"0.25"', 0.25, 0],
    ['what doubles make of 0.1 + 0.2', '0.30000000000000004', 0.3, 0],
    ['an amount for each outcome', '{"No":0.5,"Yes":"0.25"}', 0.25, 0.5],
    ['an amount for one of them', '{"No":0.5}', 0, 0.5],
    ['null for one of them', '{"No":0.5,"Yes":null}', 0, 0.5],
    ['an outcome and an amount', '{"outcome":"No","amount":"0.25","Yes":null}', 0, 0.25],
  ])('%s: created, prepared and previewed', async (_, initialStake, yes, no) => {
    const before = (await world.get('/account', alice)).body.balances.SOL;
    const expireAt = later(await chainNow());
    const text = JSON.stringify({ ...MARKET, expireAt, initialStake: 0 });
    const rawBody = text.replace('"initialStake":0', `"initialStake":${initialStake}`);
    const send = (path: string) => world.call('POST', path, { rawBody, ...alice });
    const { status, body } = await send('/markets');
    expect(status).toBe(201);
    expect(body.outcomes.map((each: { totalStake: number }) => each.totalStake)).toEqual([yes, no]);
    const bets = [yes, no].filter((stake) => stake > 0);
    expect([body.totalVolume, body.betCount]).toEqual([yes + no, bets.length]);
    const placed = (await world.get(`/markets/${body.id}/bets`)).body;
    expect(placed.map((bet: { amount: number }) => bet.amount).sort()).toEqual(bets.sort());
    expect(placed.every((bet: { state: string }) => bet.state === 'confirmed')).toBe(true);
    const ids = placed.map((bet: { transactionId: string }) => bet.transactionId);
    expect(new Set(ids)).toEqual(new Set([body.transactionId]));
    const after = (await world.get('/account', alice)).body.balances.SOL;
    expect(Math.round((before - after) * 1e9)).toBe(Math.round((yes + no) * 1e9));
    const prepared = await send('/markets/prepare');
    const stakes = prepared.body.summary.filter((line: string) => line.startsWith('Stakes'));
    const onYes = yes > 0 ? [`Stakes ${yes} SOL on Yes.`] : [];
    expect(stakes).toEqual([...onYes, ...(no > 0 ? [`Stakes ${no} SOL on No.`] : [])]);
    expect((await send('/markets/preview')).status).toBe(200);
  });
  test('both stakes or none: what the second one lacks makes no market', async () => {
    const { balances } = (await world.get('/account', alice)).body;
    const before = await fingerprint();
    const most = { Yes: balances.SOL, No: 0.0001 };
    const calls: [stake: unknown, status: number, code: ErrorCode][] = [
      [most, 402, 'funds_insufficient'],
      [{ Yes: 1, No: 0.00009 }, 400, 'stake_below_minimum'],
      [{ Yes: 1, No: 0 }, 400, 'stake_below_minimum'],
      [0, 400, 'stake_below_minimum'],
      [{ Yes: 1, No: '1e3' }, 400, 'amount_malformed'],
      [{ Yes: '18446744073', No: '18446744073' }, 400, 'pool_overflow'],
      [{ Yes: 1, no: 1 }, 400, 'field_unknown'],
      [{ Yes: 1, outcome: 'No', amount: 1 }, 400, 'field_unknown'],
      [{}, 400, 'field_missing'],
      [{ Yes: null, No: null }, 400, 'field_missing'],
      [{ Yes: 1, odds: null }, 400, 'field_unknown'],
      [[1, 1], 400, 'field_invalid'],
      [true, 400, 'field_invalid'],
    ];
    for (const [initialStake, status, code] of calls) {
      expectRefusal(await create({ initialStake }), status, code);
    }
    expect(await fingerprint()).toBe(before);
    const idempotencyKey = 'both or none';
    const expireAt = later(await chainNow());
    const market = { ...MARKET, expireAt, initialStake: { Yes: 1, No: 2 } };
    const [one, again] = [
      await world.post('/markets', market, { ...alice, idempotencyKey }),
      await world.post('/markets', market, { ...alice, idempotencyKey }),
    ];
    expect(again.body).toEqual(one.body);
    const now = (await world.get('/account', alice)).body.balances.SOL;
    expect(Math.round((balances.SOL - now) * 1e9)).toBe(3e9);
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
    const withoutAccount = await world.post('/markets', market, { as: 'carol' });
    expectRefusal(withoutAccount, 402, 'bettor_missing');
    expect(withoutAccount.body.error).toContain('POST /v1/markets/prepare');
    expect(await fingerprint()).toBe(before);
  });
});

describe('a missing expireAt', () => {
  const FIELDS = ['question', 'outcomes', 'expireAt', 'currency'];
  test('names the moment that the question says, as the preview proposes it', async () => {
    const before = await fingerprint();
    const year = new Date((await chainNow()) * 1_000).getUTCFullYear() + 1;
    const question = `Will SOL be above $200 on 1 March ${year} at 12:00 UTC?`;
    const without = { question, expireAt: undefined };
    const { proposedExpireAt } = (await create(without, '/markets/preview')).body;
    expect(proposedExpireAt).toBe(`${year}-03-01T12:00:00Z`);
    for (const path of ['/markets', '/markets/prepare']) {
      const answer = await create(without, path);
      expectRefusal(answer, 400, 'field_missing');
      expect(answer.body.error).toContain(`"${proposedExpireAt}", as the question says`);
    }
    expect(await fingerprint()).toBe(before);
    const accepted = await create({ question, expireAt: proposedExpireAt });
    expect([accepted.status, accepted.body.expireAt]).toEqual([201, proposedExpireAt]);
  });
  test('OpenAPI says that it is required', async () => {
    const { schemas } = (await world.get('/openapi.json')).body.components;
    for (const name of ['MarketRequest', 'PrepareMarketRequest']) {
      expect(schemas[name].required).toEqual(expect.arrayContaining(FIELDS));
    }
  });
  test('the request of the README works on any day', async () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const [, script = ''] = /```sh\n(curl .*?)```/s.exec(readme) ?? [];
    const [body = ''] = /(?<=-d )'.*'/s.exec(script) ?? [];
    const rawBody = execFileSync('sh', ['-c', `printf %s ${body}`], { encoding: 'utf8' });
    expect((await world.call('POST', '/markets', { rawBody, ...alice })).status).toBe(201);
  });
});
