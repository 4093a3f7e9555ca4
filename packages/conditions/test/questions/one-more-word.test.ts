// No word of a question may be ignored: with one more word it is another question.
import { DomainError, unixSeconds } from '@tote/domain';
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

const NOW = unixSeconds(Date.parse('2026-12-14T12:00:00Z') / 1_000);
const EXPIRY = unixSeconds(Date.parse('2026-12-18T18:00:00Z') / 1_000);

function compile(question: string, tokenAddress: string | null) {
  try {
    return compileQuestion({ question, tokenAddress, expiresAt: EXPIRY, now: NOW });
  } catch (error) {
    if (error instanceof DomainError) return { fields: { type: error.code }, warnings: [] };
    throw error;
  }
}

const isCompiled = ([, expected]: Row) => typeof expected === 'object';
const tokenRows = [...MARKET_CAPS, ...PRICES, ...HOLDERS, ...SUPPLIES, ...EVENTS];
const rows = [
  ...tokenRows.filter(isCompiled).map(([question]) => [question, TOKEN] as const),
  ...FEEDS.filter(isCompiled).map(([question]) => [question, null] as const),
];

/** The question with a word at every place in turn. */
function insert(question: string, word: string): string[] {
  const words = question.replace(/[?\s]+$/, '').split(' ');
  return [...words.keys(), words.length].map((place) => words.toSpliced(place, 0, word).join(' '));
}

describe.each(rows)('%s', (question, token) => {
  const original = compile(question, token).fields;

  test('an unknown word is refused, or taken as a name with a warning', () => {
    for (const changed of insert(question, 'blorp')) {
      const { fields, warnings } = compile(changed, token);
      if (fields.type === 'attested' || fields.type === 'token_address_missing') continue;
      expect([changed, warnings]).toEqual([
        changed,
        expect.arrayContaining([expect.stringMatching(/"[^"]*blorp[^"]*" is not checked/)]),
      ]);
    }
  });

  test.each(['and', 'or', 'never', 'unless', 'until', 'almost', 'not', '7', '$7', '7%', 'BTC'])(
    '"%s" anywhere makes it another question',
    (word) => {
      for (const changed of insert(question, word)) {
        expect([changed, compile(changed, token).fields]).not.toEqual([changed, original]);
      }
    },
  );
});
