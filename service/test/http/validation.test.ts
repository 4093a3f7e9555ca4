// Valid and invalid actions of an account, beside what test/conformance/ sends to the service.
import { parseJson } from '@tote/chain/lib/json/parse-json';
import { DomainError } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import type { Route } from '../../src/http/route.ts';
import { createMarket } from '../../src/http/routes/create-market.ts';
import { prepareAccount } from '../../src/http/routes/prepare-account.ts';
import { compileValidator } from '../../src/http/validation/compile-validator.ts';

const ADDRESS = 'So11111111111111111111111111111111111111112';

function check(data: unknown, schema: unknown, httpPart = 'body'): string {
  const result = compileValidator({ schema, httpPart })(data);
  if (!('error' in result)) return 'ok';
  expect(result.error).toBeInstanceOf(DomainError);
  return (result.error as DomainError).code;
}

const checkBody = ({ operation }: Route, body: object) =>
  check(parseJson(JSON.stringify(body)), operation.body);

test('numbers of a condition keep their text', () => {
  const market = '"question":"Will it rain?","outcomes":["Yes","No"],"currency":"SOL"';
  const body = parseJson(`{${market},"condition":{"at":0.10000000000000001}}`);
  expect(check(body, createMarket.operation.body)).toBe('ok');
  expect(body).toMatchObject({ condition: { at: { text: '0.10000000000000001' } } });
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
    [{ type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: null }, true],
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
