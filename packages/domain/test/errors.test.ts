import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACCESS_ERRORS } from '../src/errors/access-errors.ts';
import { INPUT_ERRORS } from '../src/errors/input-errors.ts';
import { MARKET_ERRORS } from '../src/errors/market-errors.ts';
import { SERVICE_ERRORS } from '../src/errors/service-errors.ts';
import { DomainError, ERRORS, type ErrorCode, renderMessage } from '../src/index.ts';
import { KNOWN_CODES } from './support/known-codes.ts';

const codes = Object.keys(ERRORS) as ErrorCode[];

describe('the registry', () => {
  test('keeps every published code with the same status', () => {
    const statuses = Object.fromEntries(codes.map((code) => [code, ERRORS[code].status]));
    expect(statuses).toEqual(KNOWN_CODES);
  });

  test('has no code in two tables', () => {
    const tables = [INPUT_ERRORS, ACCESS_ERRORS, MARKET_ERRORS, SERVICE_ERRORS];
    expect(tables.flatMap((table) => Object.keys(table)).sort()).toEqual([...codes].sort());
  });

  test('has every status of the design', () => {
    const statuses = new Set(codes.map((code) => ERRORS[code].status));
    const designed = [
      400, 401, 402, 403, 404, 405, 408, 409, 413, 414, 415, 426, 429, 431, 503,
    ] as const;
    for (const status of designed) expect(statuses).toContain(status);
    // In addition only those for blocked countries, unexpected failures, and oEmbed.
    expect(
      [...statuses].filter((status) => !(designed as readonly number[]).includes(status)),
    ).toEqual([451, 500, 501]);
  });

  test.each(codes)('%s is snake_case and its message is a sentence', (code) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(ERRORS[code].message).toMatch(/^[A-Z].*[.]$/);
    expect(ERRORS[code].message).not.toMatch(/\{(?!\w+\})/);
  });
});

describe('DomainError', () => {
  test('carries code, status, params and the rendered message', () => {
    const error = new DomainError('market_closed', { closedAt: '2030-01-01T00:00:00Z' });
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.status]).toEqual(['DomainError', 'market_closed', 409]);
    expect(error.params).toEqual({ closedAt: '2030-01-01T00:00:00Z' });
    expect(error.message).toContain('stopped taking bets at 2030-01-01T00:00:00Z.');
  });

  test('requires exactly the params of its message at compile time', () => {
    expect(new DomainError('market_resolved').params).toEqual({});
    // @ts-expect-error the message needs closedAt
    new DomainError('market_closed');
    // @ts-expect-error the message has no such param
    new DomainError('market_closed', { closesAt: 'x' });
    // @ts-expect-error a message without placeholders takes no params
    new DomainError('market_resolved', { closedAt: 'x' });
    // @ts-expect-error codes are a closed list
    expect(() => new DomainError('no_such_code')).toThrow(TypeError);
  });
});

describe('renderMessage', () => {
  const shown = (field: string) => renderMessage('field_unknown', { field });

  test('fills in a value once and never expands what the value contains', () => {
    expect(shown('{field}')).toBe(
      'The field {field} is not known. Remove it or check its spelling.',
    );
    expect(shown('$&')).toContain('The field $& is');
  });

  test('leaves a placeholder without value visible instead of failing', () => {
    expect(renderMessage('field_unknown', {})).toContain('{field}');
    expect(renderMessage('field_unknown', Object.create({ field: 'x' }))).toContain('{field}');
  });

  test('shows 400 characters of a value and truncates 401, between characters', () => {
    expect(shown('a'.repeat(400))).toContain(`${'a'.repeat(400)} is`);
    expect(shown('a'.repeat(401))).toContain(`${'a'.repeat(400)}... is`);
    expect(shown('\u{1f600}'.repeat(600))).toContain(`${'\u{1f600}'.repeat(400)}... is`);
  });

  test('replaces characters that could forge a log line or reverse the text', () => {
    const hostile = ['\n', '\u0000', '\u202e', '\u2066', '\u200b', '\ud800', '\u2028', '\ue000'];
    for (const character of hostile) expect(shown(`a${character}b`)).toContain('a\ufffdb');
  });

  test('is well-formed and bounded for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (field) => {
        const message = shown(field);
        expect(message.length).toBeLessThan(900);
        expect(() => encodeURIComponent(message)).not.toThrow();
      }),
    );
  });
});
