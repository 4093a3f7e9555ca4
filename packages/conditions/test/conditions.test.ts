import { DomainError, unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import type { ConditionInput } from '../src/condition-input.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { readCondition } from '../src/read-condition.ts';

const EXPIRY = unixSeconds(1_893_456_000);
const input: ConditionInput = { question: 'Will it rain?', tokenAddress: null, expiresAt: EXPIRY };

describe('compileCondition', () => {
  test.each([
    ['left out', undefined],
    ['attested', { type: 'attested' }],
  ])('%s gives an attested condition', async (_name, condition) => {
    expect(await compileCondition({ ...input, condition })).toEqual({
      condition: { type: 'attested', tokenAddress: null },
      canonical: '{"tokenAddress":null,"type":"attested","version":1}',
      decider: { source: MarketSource.Oracle },
      isTriggered: true,
      isInverted: false,
      isLatched: false,
      closesEarly: false,
      warnings: expect.any(Array),
    });
  });

  test.each([
    ['null', null, 'it must be an object with a type'],
    ['text', 'attested', 'it must be an object with a type'],
    ['a list', [{ type: 'attested' }], 'it must be an object with a type'],
    ['no type', {}, 'it needs a type, one of attested'],
    ['a number as type', { type: 1 }, 'it needs a type, one of attested'],
    ['an inherited type', Object.create({ type: 'attested' }), 'it needs a type, one of attested'],
    ['a price', { type: 'price', threshold: 1 }, 'the type price is not one of: attested'],
    ['a name of Object', { type: 'constructor' }, 'the type constructor is not one of'],
    ['__proto__', { type: '__proto__' }, 'the type __proto__ is not one of'],
    ['unknown', { type: 'unknown' }, 'the type unknown is not one of'],
    ['another field', { type: 'attested', by: 1 }, 'a condition attested has no field by'],
  ])('refuses %s', async (_name, condition, reason) => {
    const refusal = compileCondition({ ...input, condition });
    await expect(refusal).rejects.toThrow(DomainError);
    await expect(refusal).rejects.toThrow(reason);
    await expect(refusal).rejects.toMatchObject({ code: 'condition_invalid', status: 400 });
  });
});

describe('readCondition', () => {
  test.each([
    '',
    'rain',
    'null',
    '7',
    '[]',
    '{}',
    '{"type":"unknown"}',
    '{"type":"__proto__","version":1}',
    '{"type":"price","version":1}',
    // Not the canonical form: other order, spaces, another version, more or fewer fields.
    '{"type":"attested","tokenAddress":null,"version":1}',
    '{"tokenAddress": null,"type":"attested","version":1}',
    '{"tokenAddress":null,"type":"attested","version":2}',
    '{"tokenAddress":null,"type":"attested"}',
    '{"tokenAddress":null,"type":"attested","version":1,"x":1}',
    '{"tokenAddress":null,"tokenAddress":null,"type":"attested","version":1}',
    '{"type":"attested","version":1}',
    '{"tokenAddress":"","type":"attested","version":1}',
    '{"tokenAddress":"not an address","type":"attested","version":1}',
    '{"tokenAddress":1,"type":"attested","version":1}',
    '['.repeat(1_000),
    '\u0000\u202e\ud800',
  ])('leaves %j unknown', (text) => {
    expect(readCondition(text)).toEqual({ type: 'unknown', text });
  });
});

describe('describeCondition', () => {
  test('says who attests, and until when', async () => {
    const { condition } = await compileCondition(input);
    expect(describeCondition(condition, EXPIRY)).toBe(
      'Yes if the market’s oracle attests by 2030-01-01 00:00 UTC that it has happened. If ' +
        'the oracle says nothing, the outcome is No.\n\n' +
        'Exactly: an attestation counts until 2030-01-01T00:00:00Z.',
    );
  });

  test('shows unknown text without line breaks and direction marks', () => {
    const text = describeCondition(readCondition('a\nb\u202ec'), EXPIRY);
    expect(text).toBe(
      'Its creator wrote a condition that we do not verify, due at 2030-01-01 00:00 UTC.' +
        '\n\nIt says, for 2030-01-01T00:00:00Z: a\ufffdb\ufffdc',
    );
  });
});
