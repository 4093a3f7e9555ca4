// No word of a question may be ignored: with one more word it is another question.
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import {
  EVENTS,
  FEEDS,
  HOLDERS,
  MARKET_CAPS,
  PRICES,
  type Row,
  SUPPLIES,
  TOKEN,
} from './questions.table.ts';

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);
const NOW = at('2026-12-14T12:00:00Z');
const EXPIRY = at('2026-12-18T18:00:00Z');

function compile(question: string, tokenAddress: string | null, expireAt: string | undefined) {
  const expiresAt = expireAt === undefined ? EXPIRY : at(expireAt);
  const symbol = /\$([A-Z]+)/.exec(question)?.[1] ?? 'WIF';
  const token = { names: { symbol, name: 'dogwifhair' } };
  return compileQuestion({ question, tokenAddress, expiresAt, now: NOW, token });
}

const isCompiled = ([, expected]: Row) => typeof expected === 'object';
const tokenRows = [...MARKET_CAPS, ...PRICES, ...HOLDERS, ...SUPPLIES, ...EVENTS];
const rows = [
  ...tokenRows.filter(isCompiled).map(([question, , at]) => [question, TOKEN, at] as const),
  ...FEEDS.filter(isCompiled).map(([question, , at]) => [question, null, at] as const),
];

/** The question with a word at every place in turn. */
function insert(question: string, word: string): string[] {
  const words = question.replace(/[?\s]+$/, '').split(' ');
  return [...words.keys(), words.length].map((place) => words.toSpliced(place, 0, word).join(' '));
}

describe.each(rows)('%s', (question, token, expireAt) => {
  const original = compile(question, token, expireAt).fields;

  test('it is measured', () => expect(original.type).not.toBe('attested'));

  test('with an unknown word it is not measured', () => {
    for (const changed of insert(question, 'blorp')) {
      const { fields } = compile(changed, token, expireAt);
      expect([changed, fields.type]).toEqual([changed, 'attested']);
    }
  });

  test.each(['and', 'or', 'never', 'unless', 'until', 'almost', 'not', '7', '$7', '7%', 'BTC'])(
    '"%s" anywhere makes it another question',
    (word) => {
      for (const changed of insert(question, word)) {
        expect([changed, compile(changed, token, expireAt).fields]).not.toEqual([
          changed,
          original,
        ]);
      }
    },
  );
});
