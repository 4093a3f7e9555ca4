// Valid and invalid values of the fields of requests, row by row, beside those that
// test/conformance/requests.test.ts sends to the service.
import { parseJson } from '@tote/chain/lib/json/parse-json';
import { DomainError } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { parseQueryString } from '../../src/http/query-string.ts';
import type { Route } from '../../src/http/route.ts';
import { createMarket } from '../../src/http/routes/create-market.ts';
import { listMarkets } from '../../src/http/routes/list-markets.ts';
import { placeBet } from '../../src/http/routes/place-bet.ts';
import { prepareAccount } from '../../src/http/routes/prepare-account.ts';
import { compileValidator } from '../../src/http/validation/compile-validator.ts';

const RIGHT = {
  question: 'Will it rain in Lisbon?',
  outcomes: ['Yes', 'No'],
  expireAt: '2027-06-01T00:00:00Z',
  currency: 'SOL',
};
const ADDRESS = 'So11111111111111111111111111111111111111112';

/** The code of the error, or `ok`. */
function check(data: unknown, schema: unknown, httpPart = 'body'): string {
  const result = compileValidator({ schema, httpPart })(data);
  if (!('error' in result)) return 'ok';
  expect(result.error).toBeInstanceOf(DomainError);
  return (result.error as DomainError).code;
}

const checkBody = ({ operation }: Route, body: object) =>
  check(parseJson(JSON.stringify(body)), operation.body);
const create = (fields: object) => checkBody(createMarket, { ...RIGHT, ...fields });

describe('a market', () => {
  test.each([
    [{ question: '\u{1f600}'.repeat(125) }, 'ok'],
    [{ question: 'abc\u2028def' }, 'characters_not_allowed'],
    [{ question: 'abc\ue000def' }, 'characters_not_allowed'],
    [{ question: 5 }, 'field_invalid'],
    [{ question: null }, 'field_invalid'],
    [{ question: ['abc'] }, 'field_invalid'],
    [{ expireAt: '2028-02-29T00:00:00Z' }, 'ok'],
    [{ expireAt: '2027-02-29T00:00:00Z' }, 'timestamp_malformed'],
    [{ expireAt: '2027-06-01T00:00:00+02:60' }, 'timestamp_malformed'],
    [{ expireAt: '2027-06-01t00:00:00z' }, 'timestamp_malformed'],
    [{ expireAt: '' }, 'timestamp_malformed'],
    [{ expireAt: true }, 'timestamp_malformed'],
    [{ tokenAddress: 'z'.repeat(44) }, 'token_address_invalid'],
    [{ tokenAddress: 5 }, 'token_address_invalid'],
    [{ outcomes: ['Yes'] }, 'outcomes_invalid'],
    [{ outcomes: 'Yes,No' }, 'outcomes_invalid'],
    [{ outcomes: undefined }, 'field_missing'],
    [{ currency: 'sol' }, 'currency_invalid'],
    [{ currency: 5 }, 'field_invalid'],
    [{ currency: undefined }, 'field_missing'],
    [{ question: undefined }, 'field_missing'],
    [{ expireAt: undefined }, 'field_missing'],
    [{ bettingClosesAt: 'soon' }, 'timestamp_malformed'],
    [{ condition: { type: 'attested', threshold: 1.5 } }, 'ok'],
    [{ condition: 5 }, 'field_invalid'],
    [{ condition: [] }, 'field_invalid'],
    [{ initialStake: { outcome: 'Yes', amount: 1, x: 1 } }, 'field_unknown'],
    [{ initialStake: 5 }, 'field_invalid'],
    [{ initialStake: null }, 'field_invalid'],
  ])('%j gives %s', (fields, result) => {
    expect(create(fields)).toBe(result);
  });

  test('numbers of a condition keep their text', () => {
    const text = JSON.stringify(RIGHT).replace('}', ',"condition":{"at":0.10000000000000001}}');
    const body = parseJson(text);
    expect(check(body, createMarket.operation.body)).toBe('ok');
    expect(body).toMatchObject({ condition: { at: { text: '0.10000000000000001' } } });
  });
});

describe('a bet', () => {
  test.each([
    [{ outcome: 'Yes', amount: { text: '1', isJsonNumber: true } }, 'amount_malformed'],
    [{ outcome: '\uff39\uff45\uff53', amount: 1 }, 'outcome_invalid'],
    [{ outcome: 1, amount: 1 }, 'field_invalid'],
    [{ amount: 1 }, 'field_missing'],
    [{ outcome: 'Yes', amount: 1, currency: 'BTC' }, 'currency_invalid'],
    [{ outcome: 'Yes', amount: 1, wallet: 'x' }, 'field_unknown'],
    [{ outcome: 'Yes', amount: 1, transaction: 'AAAA' }, 'fields_exclusive'],
    [{ transaction: 'AAAA' }, 'ok'],
    [{ transaction: 'not base64!' }, 'transaction_malformed'],
    [{ transaction: 5 }, 'transaction_malformed'],
  ])('%j gives %s', (body, code) => {
    expect(checkBody(placeBet, body)).toBe(code);
  });
});

describe('an action of an account', () => {
  test.each([
    [{ type: 'open' }, true],
    [{ type: 'open', slots: 16 }, true],
    [{ type: 'open', slots: 0 }, false],
    [{ type: 'open', slots: 1.5 }, false],
    [{ type: 'open', slots: '5' }, false],
    [{ type: 'grow' }, false],
    [{ type: 'grow', slots: 4 }, true],
    [{ type: 'deposit', currency: 'SOL', amount: '1' }, true],
    [{ type: 'deposit', currency: 'SOL' }, false],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1 }, true],
    [{ type: 'delegate' }, true],
    [{ type: 'delegate', delegate: null }, true],
    [{ type: 'delegate', delegate: 'x' }, false],
    [{ type: 'delegate', allowance: { SOL: 1.5 }, expiresAt: '2030-01-01T00:00:00Z' }, true],
    [{ type: 'delegate', allowance: { BTC: 1 } }, false],
    [{ type: 'delegate', allowance: 5 }, false],
    [{ type: 'autoWithdraw', enabled: true }, true],
    [{ type: 'autoWithdraw', enabled: 'yes' }, false],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: ADDRESS }, true],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: 'x' }, false],
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: null }, false],
    [{ type: 'deposit', currency: 'UTILITY', amount: 1, tokenAccount: ADDRESS }, false],
    [{ type: 'close', forfeitUtility: true }, true],
    [{ type: 'close', forfeitUtility: 'yes' }, false],
    [{ type: 'close', forfeitSol: true, forfeitUtility: true }, true],
    [{ type: 'close', forfeitSol: 1 }, false],
    [{ type: 'close', slots: 1 }, false],
    [{ type: 'steal' }, false],
    [{}, false],
    [null, false],
  ])('%j is accepted: %s', (action, isRight) => {
    expect(checkBody(prepareAccount, { actions: [action] }) === 'ok').toBe(isRight);
  });

  test('there is at least one and no more than ten', () => {
    const prepare = (length: number) =>
      checkBody(prepareAccount, { actions: Array.from({ length }, () => ({ type: 'close' })) });
    expect([0, 1, 10, 11].map(prepare)).toEqual(['field_invalid', 'ok', 'ok', 'field_invalid']);
  });
});

describe('query parameters', () => {
  test.each([
    ['limit=1', 'ok'],
    ['limit=100', 'ok'],
    ['limit=0', 'limit_out_of_range'],
    ['limit=101', 'limit_out_of_range'],
    ['limit=-1', 'limit_out_of_range'],
    ['limit=1.5', 'limit_out_of_range'],
    ['limit=1e1', 'limit_out_of_range'],
    ['limit=1e20', 'limit_out_of_range'],
    ['limit=', 'limit_out_of_range'],
    ['limit=%31', 'ok'],
    ['limit=+1', 'limit_out_of_range'],
    ['limit=0x10', 'limit_out_of_range'],
    ['offset=0', 'ok'],
    ['offset=2147483647', 'ok'],
    ['offset=2147483648', 'offset_out_of_range'],
    ['offset=9223372036854775808', 'offset_out_of_range'],
    ['offset=-1', 'offset_out_of_range'],
    ['offset=NaN', 'offset_out_of_range'],
    ['status=open', 'ok'],
    ['status=Open', 'status_invalid'],
    ['status=', 'status_invalid'],
    ['status=%zz', 'status_invalid'],
    ['page=1', 'query_parameter_unknown'],
    ['__proto__=1', 'query_parameter_unknown'],
    ['limit=1&limit=1', 'query_parameter_duplicated'],
    ['limit=1&&offset=2&', 'ok'],
  ])('?%s gives %s', (query, result) => {
    expect(check(parseQueryString(query), listMarkets.operation.query, 'querystring')).toBe(result);
  });
});
