import { type DomainError, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileCondition } from '../../src/conditions/compile-condition.ts';
import { compileSupported } from '../../src/conditions/compile-supported.ts';

const INPUT = {
  question: 'Will it rain in Lisbon?',
  tokenAddress: null,
  expiresAt: unixSeconds(2_000_000_000),
};

test('a question is attested, as the general compiler would say', async () => {
  expect(compileSupported(INPUT)).toEqual(await compileCondition(INPUT));
});

test('a measured question is attested until its sources are read', async () => {
  const measured = { ...INPUT, question: 'Will SOL be above $250 at expiry?' };
  expect((await compileCondition(measured)).condition.type).toBe('price_feed');
  expect(compileSupported(measured).condition.type).toBe('attested');
});

test.each([
  [{ type: 'attested' }, undefined],
  [{ type: 'price_feed' }, 'condition_invalid'],
  [{ type: 'attested', extra: 1 }, 'condition_invalid'],
  [{}, 'condition_invalid'],
  ['attested', 'condition_invalid'],
  [null, 'condition_invalid'],
])('the structured condition %j', (condition, code) => {
  const compile = () => compileSupported({ ...INPUT, condition });
  if (code === undefined) expect(compile().condition.type).toBe('attested');
  else expect(compile).toThrow(expect.objectContaining({ code }) as DomainError);
});
