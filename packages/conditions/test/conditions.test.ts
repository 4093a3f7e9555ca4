import { address } from '@solana/kit';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { DomainError, unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import { compileSupported } from '../src/compile-supported.ts';
import type { TokenHints } from '../src/condition-input.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { readCondition } from '../src/read-condition.ts';

const INPUT = {
  question: 'Will it rain in Lisbon?',
  tokenAddress: null,
  expiresAt: unixSeconds(1_893_456_000),
};
const TOKEN = 'So11111111111111111111111111111111111111112';
const POOL = address('F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL');

test.each([
  ['Will SOL exceed $250 before expiry?', null, 'price_feed'],
  ['Will it have 10k holders?', TOKEN, 'holder_count'],
  ['Will its market cap be above $1B?', TOKEN, 'market_cap'],
])('what is measured is offered: %s', async (question, tokenAddress, type) => {
  const asked = { ...INPUT, question, tokenAddress };
  expect(await compileSupported(asked)).toEqual(await compileCondition(asked));
  expect((await compileSupported(asked)).condition.type).toBe(type);
});

test('a feed that is not kept up to date is attested, also any time before the expiry', async () => {
  const asked = { ...INPUT, question: 'Will SOL exceed $250 before expiry?' };
  const attested = await compileSupported({ ...asked, coversFeed: () => false });
  expect(attested.condition.type).toBe('attested');
  const sources = { coversFeed: () => false, watchesFeed: () => true };
  expect((await compileSupported({ ...asked, ...sources })).condition.type).toBe('price_feed');
});

test('a token without a pool gives a warning, one that does not exist gives none', async () => {
  const question = 'Will its market cap be above $1B?';
  const mint = { program: TOKEN_PROGRAM, decimals: 6 };
  const warningsOf = async (token: TokenHints | undefined) => {
    const { condition, warnings } = await compileSupported({
      ...{ ...INPUT, question, tokenAddress: TOKEN },
      ...(token && { token }),
    });
    expect(condition.type).toBe('market_cap');
    return warnings.join(' ');
  };
  expect(await warningsOf({ mint, launchpad: null })).toContain('No pool of the token');
  expect(await warningsOf({ mint, launchpad: null, pool: POOL })).not.toContain('No pool');
  expect(await warningsOf({ mint, launchpad: 'pump' })).not.toContain('No pool');
  expect(await warningsOf({})).not.toContain('No pool');
  expect(await warningsOf(undefined)).not.toContain('No pool');
});

test('a feed without updates: a question is attested, a structured condition gets a warning', async () => {
  const coversFeed = () => false;
  const asked = { ...INPUT, question: 'Will SOL be above $250 at expiry?', coversFeed };
  const attested = await compileSupported(asked);
  expect(attested.condition.type).toBe('attested');
  expect(attested.warnings.join(' ')).toContain('no source of SOL/USD');
  const fields = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '250' };
  const insisted = await compileSupported({ ...INPUT, coversFeed, condition: fields });
  expect(insisted.condition.type).toBe('price_feed');
  expect(insisted.warnings.join(' ')).toContain('all stakes are refunded');
});

test('an attested condition says that it was asked for', async () => {
  const condition = { type: 'attested' };
  const { warnings } = await compileSupported({ ...INPUT, condition });
  expect(warnings).toEqual([expect.stringContaining('The condition asks for an attestation')]);
  const asked = await compileSupported(INPUT);
  expect(asked.warnings.join(' ')).not.toContain('The condition asks');
  expect(asked.warnings.join(' ')).toContain('oracle attests it');
});

describe('compileCondition', () => {
  test.each([
    ['left out', undefined],
    ['attested', { type: 'attested' }],
  ])('%s gives an attested condition', async (_name, condition) => {
    expect(await compileCondition({ ...INPUT, condition })).toEqual({
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
    const refusal = compileCondition({ ...INPUT, condition });
    await expect(refusal).rejects.toThrow(DomainError);
    await expect(refusal).rejects.toThrow(reason);
    await expect(refusal).rejects.toMatchObject({ code: 'condition_invalid', status: 400 });
  });
});

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
])('readCondition leaves %j unknown', (text) => {
  expect(readCondition(text)).toEqual({ type: 'unknown', text });
});

describe('describeCondition', () => {
  test('says who attests, and until when', async () => {
    const { condition } = await compileCondition(INPUT);
    expect(describeCondition(condition, INPUT.expiresAt)).toBe(
      'Yes if the market’s oracle attests by 2030-01-01 00:00 UTC that it has happened. If ' +
        'the oracle says nothing, the outcome is No.\n\n' +
        'Exactly: an attestation counts until 2030-01-01T00:00:00Z.',
    );
  });

  test('shows unknown text without line breaks and direction marks', () => {
    const text = describeCondition(readCondition('a\nb\u202ec'), INPUT.expiresAt);
    expect(text).toBe(
      'Its creator wrote a condition that we do not verify, due at 2030-01-01 00:00 UTC.' +
        '\n\nIt says, for 2030-01-01T00:00:00Z: a\ufffdb\ufffdc',
    );
  });
});
