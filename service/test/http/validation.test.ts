// Valid and invalid values of the fields of requests, row by row.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreateMarketInput } from '../../src/use-cases/use-cases.ts';
import { startServer, type TestServer } from './support/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.service.calls.length = 0;
});

const RIGHT = {
  question: 'Will it rain in Lisbon?',
  outcomes: ['Yes', 'No'],
  expireAt: '2027-06-01T00:00:00Z',
  currency: 'SOL',
};

async function create(fields: object): Promise<string> {
  const { status, headers } = await server.request('POST', '/v1/markets', {
    body: { ...RIGHT, ...fields },
  });
  return status === 201 ? 'created' : `${status} ${headers.get('x-error-code')}`;
}

const lastInput = () => server.service.calls.at(-1)?.input as CreateMarketInput;

describe('the question', () => {
  test.each([
    ['abc', 'created'],
    ['ab', '400 question_length_out_of_range'],
    ['   ', '400 question_length_out_of_range'],
    ['x'.repeat(300), 'created'],
    ['x'.repeat(301), '400 question_length_out_of_range'],
    ['\u00e9'.repeat(250), 'created'],
    ['\u00e9'.repeat(251), '400 question_length_out_of_range'],
    ['\u{1f600}'.repeat(125), 'created'],
    ['a\u0000bc', '400 characters_not_allowed'],
    ['line\nbreak', '400 characters_not_allowed'],
    ['abc\u202edef', '400 characters_not_allowed'],
    ['abc\u200bdef', '400 characters_not_allowed'],
    ['abc\u2028def', '400 characters_not_allowed'],
    ['abc\ue000def', '400 characters_not_allowed'],
    [5, '400 field_invalid'],
    [null, '400 field_invalid'],
    [['abc'], '400 field_invalid'],
    [{}, '400 field_invalid'],
  ])('%j gives %s', async (question, result) => {
    expect(await create({ question })).toBe(result);
  });

  test('is normalized to NFC', async () => {
    await create({ question: 'Cafe\u0301?' });
    expect(lastInput().question).toBe('Caf\u00e9?');
  });
});

describe('expireAt', () => {
  test.each([
    ['2027-06-01T00:00:00Z', 1_811_808_000],
    ['2027-06-01T00:00:00.999Z', 1_811_808_000],
    ['2027-06-01T02:00:00+02:00', 1_811_808_000],
    ['2027-05-31T18:30:00-05:30', 1_811_808_000],
    ['2028-02-29T00:00:00Z', 1_835_395_200],
  ])('%s is %d', async (expireAt, seconds) => {
    expect(await create({ expireAt })).toBe('created');
    expect(lastInput().expiresAt).toBe(seconds);
  });

  test.each([
    '2027-02-29T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2027-06-01T24:00:00Z',
    '2027-06-01T23:59:60Z',
    '2027-06-01T00:00:00',
    '2027-06-01',
    '2027-06-01 00:00:00Z',
    '2027-06-01t00:00:00z',
    '2027-06-01T00:00:00+24:00',
    '2027-06-01T00:00:00+02:60',
    '12/31/2027',
    '+012027-06-01T00:00:00Z',
    '1',
    '',
    1_811_808_000,
    null,
    true,
  ])('%j is malformed', async (expireAt) => {
    expect(await create({ expireAt })).toBe('400 timestamp_malformed');
  });

  test('in the past or too far in the future is refused', async () => {
    expect(await create({ expireAt: '2027-01-15T08:00:00Z' })).toBe('400 expire_at_not_future');
    expect(await create({ expireAt: '2027-01-15T08:00:01Z' })).toBe('created');
    expect(await create({ expireAt: '1969-12-31T23:59:59Z' })).toBe('400 expire_at_not_future');
    expect(await create({ expireAt: '9999-12-31T23:59:59-23:00' })).toBe('400 duration_too_long');
  });
});

describe('other fields of a market', () => {
  const MINT = 'So11111111111111111111111111111111111111112';

  test.each([
    [{ tokenAddress: MINT }, 'created'],
    [{ tokenAddress: null }, 'created'],
    [{ tokenAddress: '' }, '400 token_address_invalid'],
    [{ tokenAddress: `${MINT}1` }, '400 token_address_invalid'],
    [{ tokenAddress: MINT.replace('S', '0') }, '400 token_address_invalid'],
    [{ tokenAddress: 'z'.repeat(44) }, '400 token_address_invalid'],
    [{ tokenAddress: 5 }, '400 token_address_invalid'],
    [{ outcomes: ['No', 'Yes'] }, 'created'],
    [{ outcomes: ['Yes'] }, '400 outcomes_invalid'],
    [{ outcomes: ['Yes', 'Yes'] }, '400 outcomes_invalid'],
    [{ outcomes: ['Yes', 'No', 'No'] }, '400 outcomes_invalid'],
    [{ outcomes: ['yes', 'no'] }, '400 outcomes_invalid'],
    [{ outcomes: ['Y\u0435s', 'No'] }, '400 outcomes_invalid'],
    [{ outcomes: 'Yes,No' }, '400 outcomes_invalid'],
    [{ outcomes: undefined }, '400 field_missing'],
    [{ currency: 'UTILITY' }, 'created'],
    [{ currency: 'sol' }, '400 currency_invalid'],
    [{ currency: 5 }, '400 field_invalid'],
    [{ currency: undefined }, '400 field_missing'],
    [{ question: undefined }, '400 field_missing'],
    [{ expireAt: undefined }, '400 field_missing'],
    [{ bettingClosesAt: '2027-05-01T00:00:00Z' }, 'created'],
    [{ bettingClosesAt: '2027-07-01T00:00:00Z' }, '400 betting_closes_at_out_of_range'],
    [{ bettingClosesAt: 'soon' }, '400 timestamp_malformed'],
    [{ condition: { type: 'attested', threshold: 1.5 } }, 'created'],
    [{ condition: 5 }, '400 field_invalid'],
    [{ condition: [] }, '400 field_invalid'],
    [{ initialStake: { outcome: 'Yes', amount: 1 } }, 'created'],
    [{ initialStake: { outcome: 'Yes' } }, '400 field_missing'],
    [{ initialStake: { outcome: 'Yes', amount: 1, x: 1 } }, '400 field_unknown'],
    [{ initialStake: 5 }, '400 field_invalid'],
    [{ initialStake: null }, '400 field_invalid'],
    [{ creator: MINT }, '400 field_unknown'],
    [{ status: 'resolved' }, '400 field_unknown'],
    [{ feePercentage: { burn: 0 } }, '400 field_unknown'],
  ])('%j gives %s', async (fields, result) => {
    expect(await create(fields)).toBe(result);
    expect(server.service.calls.length).toBe(
      result.startsWith('400 betting') ? 1 : +(result === 'created'),
    );
  });

  test('a missing tokenAddress is null', async () => {
    await create({});
    expect(lastInput().tokenAddress).toBe(null);
  });

  test('numbers of a condition keep their text', async () => {
    const body = JSON.stringify(RIGHT).replace('}', ',"condition":{"at":0.10000000000000001}}');
    await server.request('POST', '/v1/markets', { body });
    expect(lastInput().condition).toMatchObject({ at: { text: '0.10000000000000001' } });
  });
});

describe('the amount of a bet', () => {
  async function bet(amount: string): Promise<string> {
    const market = server.service.addMarket();
    const body = `{"outcome":"Yes","amount":${amount}}`;
    const answer = await server.request('POST', `/v1/markets/${market.id}/bets`, { body });
    const staked = /"amountStaked":([^,]+),/.exec(answer.text)?.[1];
    return staked ?? `${answer.status} ${answer.headers.get('x-error-code')}`;
  }

  test.each([
    ['1', '1'],
    ['0.0001', '0.0001'],
    ['"1.5"', '1.5'],
    ['1e2', '100'],
    ['1.5E1', '15'],
    ['9007199254.740993', '9007199254.740993'],
    ['12345678901.123456789', '12345678901.123456789'],
    ['"18446744073.709551615"', '18446744073.709551615'],
    ['1e-9', '400 stake_below_minimum'],
    ['0', '400 stake_below_minimum'],
    ['0.0000000001', '400 amount_too_precise'],
    ['1e309', '400 amount_too_large'],
    ['18446744073.709551616', '400 amount_too_large'],
    ['-1', '400 amount_malformed'],
    ['-0', '400 amount_malformed'],
    ['"1e2"', '400 amount_malformed'],
    ['"0x10"', '400 amount_malformed'],
    ['" 1 "', '400 amount_malformed'],
    ['""', '400 amount_malformed'],
    ['"\uff11"', '400 amount_malformed'],
    [`"${'9'.repeat(101)}"`, '400 amount_malformed'],
    ['true', '400 amount_malformed'],
    ['null', '400 amount_malformed'],
    ['[5]', '400 amount_malformed'],
    ['{}', '400 amount_malformed'],
    ['{"text":"1","isJsonNumber":true}', '400 amount_malformed'],
    ['NaN', '400 body_malformed'],
    ['01', '400 body_malformed'],
  ])('%s gives %s', async (amount, result) => {
    expect(await bet(amount)).toBe(result);
  });

  test.each([
    [{ outcome: 'Maybe', amount: 1 }, 'outcome_invalid'],
    [{ outcome: '\uff39\uff45\uff53', amount: 1 }, 'outcome_invalid'],
    [{ outcome: 1, amount: 1 }, 'field_invalid'],
    [{ amount: 1 }, 'field_missing'],
    [{ outcome: 'Yes' }, 'field_missing'],
    [{ outcome: 'Yes', amount: 1, currency: 'BTC' }, 'currency_invalid'],
    [{ outcome: 'Yes', amount: 1, wallet: 'x' }, 'field_unknown'],
    [{ outcome: 'Yes', amount: 1, transaction: 'AAAA' }, 'fields_exclusive'],
    [{ transaction: 'not base64!' }, 'transaction_malformed'],
    [{ transaction: 5 }, 'transaction_malformed'],
  ])('%j is refused as %s', async (body, code) => {
    const market = server.service.addMarket();
    const answer = await server.request('POST', `/v1/markets/${market.id}/bets`, { body });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, code]);
    expect(server.service.calls).toEqual([]);
  });
});

describe('query parameters', () => {
  test.each([
    ['limit=1', 200],
    ['limit=100', 200],
    ['limit=0', 'limit_out_of_range'],
    ['limit=101', 'limit_out_of_range'],
    ['limit=-1', 'limit_out_of_range'],
    ['limit=1.5', 'limit_out_of_range'],
    ['limit=1e1', 'limit_out_of_range'],
    ['limit=1e20', 'limit_out_of_range'],
    ['limit=', 'limit_out_of_range'],
    ['limit=%31', 200],
    ['limit=+1', 'limit_out_of_range'],
    ['limit=0x10', 'limit_out_of_range'],
    ['offset=0', 200],
    ['offset=2147483647', 200],
    ['offset=2147483648', 'offset_out_of_range'],
    ['offset=9223372036854775808', 'offset_out_of_range'],
    ['offset=-1', 'offset_out_of_range'],
    ['offset=NaN', 'offset_out_of_range'],
    ['status=open', 200],
    ['status=resolved', 200],
    ['status=Open', 'status_invalid'],
    ['status=', 'status_invalid'],
    ['status=%zz', 'status_invalid'],
    ['page=1', 'query_parameter_unknown'],
    ['__proto__=1', 'query_parameter_unknown'],
    ['limit=1&limit=1', 'query_parameter_duplicated'],
    ['limit=1&&offset=2&', 200],
  ])('?%s gives %s', async (query, result) => {
    const answer = await server.request('GET', `/v1/markets?${query}`, { as: null });
    expect(answer.headers.get('x-error-code') ?? answer.status).toBe(result);
  });

  test('are refused where there are none', async () => {
    const answer = await server.request('GET', '/v1/config?wallet=me', { as: null });
    expect([answer.status, answer.json.error]).toEqual([
      400,
      'The query parameter wallet is not known. Remove it or check its spelling.',
    ]);
  });
});

describe('Idempotency-Key', () => {
  async function send(key: string): Promise<string> {
    const market = server.service.addMarket();
    const answer = await server.request('POST', `/v1/markets/${market.id}/bets`, {
      body: { outcome: 'Yes', amount: 1 },
      headers: { 'idempotency-key': key },
    });
    return answer.headers.get('x-error-code') ?? String(answer.status);
  }

  test('is 1 to 255 printable characters', async () => {
    expect(await send('a')).toBe('201');
    expect(await send(`~ ${'x'.repeat(253)}`)).toBe('201');
    expect(await send('x'.repeat(256))).toBe('idempotency_key_malformed');
    expect(await send('caf\u00e9')).toBe('idempotency_key_malformed');
    expect(await send('')).toBe('idempotency_key_malformed');
  });

  test('is passed with a hash of method, URL and body', async () => {
    await send('first');
    const first = server.service.calls.at(-1)?.idempotency;
    await send('first');
    const other = server.service.calls.at(-1)?.idempotency;
    expect(first).toEqual({ key: 'first', requestHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // Another market, so another URL.
    expect(other?.requestHash).not.toBe(first?.requestHash);
  });

  test('is checked on every POST', async () => {
    const answer = await server.request('POST', '/v1/account/transactions', {
      body: { actions: [{ type: 'close' }] },
      headers: { 'idempotency-key': 'x'.repeat(300) },
    });
    expect(answer.headers.get('x-error-code')).toBe('idempotency_key_malformed');
  });
});
