import { type DomainError, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileCondition } from '../../src/conditions/compile-condition.ts';
import { compileSupported } from '../../src/conditions/compile-supported.ts';

const INPUT = {
  question: 'Will it rain in Lisbon?',
  tokenAddress: null,
  expiresAt: unixSeconds(2_000_000_000),
};
const TOKEN = 'So11111111111111111111111111111111111111112';

test('a question is attested, as the general compiler would say', async () => {
  expect(await compileSupported(INPUT)).toEqual(await compileCondition(INPUT));
});

test('a question about a fact on chain is the fact', async () => {
  const asked = { ...INPUT, question: 'Will SOL be above $250 at expiry?' };
  expect(await compileSupported(asked)).toEqual(await compileCondition(asked));
  expect((await compileSupported(asked)).condition.type).toBe('price_feed');
});

test.each([
  ['Will SOL hit $250 before expiry?', null],
  ['Will it reach 10k holders?', TOKEN],
  ['Will its market cap be above $1B?', TOKEN],
])('what would be sampled is attested, with a warning: %s', async (question, tokenAddress) => {
  const asked = { ...INPUT, question, tokenAddress };
  expect((await compileCondition(asked)).condition.type).not.toBe('attested');
  const { condition, warnings } = await compileSupported(asked);
  expect(condition.type).toBe('attested');
  expect(warnings.join(' ')).toContain('the oracle attests');
});

test('a feed without updates: attested when asked, with a warning when insisted on', async () => {
  const coversFeed = () => false;
  const asked = { ...INPUT, question: 'Will SOL be above $250 at expiry?', coversFeed };
  const attested = await compileSupported(asked);
  expect(attested.condition.type).toBe('attested');
  expect(attested.warnings.join(' ')).toContain('no source of SOL/USD');
  const fields = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '250' };
  const insisted = await compileSupported({ ...INPUT, coversFeed, condition: fields });
  expect(insisted.condition.type).toBe('price_feed');
  expect(insisted.warnings.join(' ')).toContain('every stake goes back');
});

test.each([
  [{ type: 'attested' }, undefined],
  [{ type: 'price_feed' }, 'condition_invalid'],
  [{ type: 'holder_count', comparator: 'gte', threshold: '10' }, 'token_address_missing'],
  [
    { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: 1, timing: 'any_time_before' },
    'condition_invalid',
  ],
  [{ type: 'attested', extra: 1 }, 'condition_invalid'],
  [{}, 'condition_invalid'],
  ['attested', 'condition_invalid'],
  [null, 'condition_invalid'],
])('the structured condition %j', async (condition, code) => {
  const compiled = compileSupported({ ...INPUT, condition });
  if (code === undefined) expect((await compiled).condition.type).toBe('attested');
  else await expect(compiled).rejects.toThrow(expect.objectContaining({ code }) as DomainError);
});
