// A question that is attested comes with what it could mean, as questions that are measured.
import { describe, expect, test } from 'vitest';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { suggestQuestions } from '../../src/questions/suggest-questions.ts';
import { type Asked, inputOf } from './world.ts';

const asked = (question: string, token: Asked['token'] = '-') =>
  inputOf({ question, token, expiry: '-' });
const suggest = (question: string, token?: Asked['token']) =>
  suggestQuestions(asked(question, token)).map((suggestion) => suggestion.question);

test.each<[string, string, Asked['token']]>([
  ['what is measured as it stands', 'Will OAK have 1000 holders on Dec 1?', 'OAK'],
  ['what has no number and no event', 'Will it rain in Lisbon?', '-'],
  ['a number of something else', 'Will Alice eat 20 eggs?', '-'],
  ['another currency', 'Will OAK’s price reach €5?', 'OAK'],
  ['a word that does not fit', "Will OAK's presale price be above $5?", 'OAK'],
  ['what has no level', 'Will SOL go to zero?', '-'],
  ['another quantity', 'Will SOL volume exceed $1M?', '-'],
  ['another unit', 'Will SOL TPS exceed 5000?', '-'],
  ['two times', 'Will SOL be above $250 on Dec 1 or Dec 2?', '-'],
  ['an open question', 'Who will win the election?', '-'],
])('nothing is suggested for %s', (_, question, token) =>
  expect(suggest(question, token)).toEqual([]),
);

describe('what it could mean', () => {
  test('up or down', () => {
    expect(suggest('Will SOL hit $212 by Dec 1?')).toEqual([
      "Will SOL's price be at least $212 at any time before expiry?",
      "Will SOL's price be at most $212 at any time before expiry?",
    ]);
    expect(suggest('Will SOL cross $212 at expiry?')).toEqual([
      "Will SOL's price be above $212 at expiry?",
      "Will SOL's price be below $212 at expiry?",
    ]);
  });

  test('a price or a market capitalisation', () => {
    expect(suggest('Will OAK be above $5M on Dec 24?', 'OAK')).toEqual([
      "Will $OAK's price be above $5,000,000 at expiry?",
      "Will $OAK's market cap be above $5,000,000 at expiry?",
    ]);
  });

  test('a level or a change', () => {
    expect(suggest('Will BTC surge over $100k by Dec 1?').toSorted()).toEqual([
      "Will BTC's price rise above $100,000 at any time before expiry?",
      "Will BTC's price rise by more than $100,000 at any time before expiry?",
    ]);
  });

  test('a change from now on, where its start has passed', () => {
    expect(suggest('Will OAK gain 500 holders this week?', 'OAK')).toEqual([
      "Will $OAK's holder count rise by at least 500 at any time before expiry?",
    ]);
    expect(suggest('Will OAK be up this week?', 'OAK')).toEqual([
      "Will $OAK's price be higher than now at expiry?",
    ]);
  });

  test.each<[string, Asked['token'], number]>([
    ['Will SOL hit $212 by Dec 1?', '-', 2],
    ['Will OAK gain 500 holders this week?', 'OAK', 1],
    ['Will OAK be up this week?', 'OAK', 1],
    ['Will 500 tokens complete their curve on pump.fun today?', '-', 1],
    ['Will OAK be above $5M on Dec 24?', 'OAK', 2],
    ['Will BTC surge over $100k by Dec 1?', '-', 2],
    ['Will SOL lose $200 by Dec 1?', '-', 2],
  ])('is measured as the suggestion says: %s', (question, token, count) => {
    const input = asked(question, token);
    const suggestions = suggestQuestions(input);
    expect(suggestions).toHaveLength(count);
    for (const each of suggestions) {
      const again = compileQuestion({ ...input, question: each.question });
      expect(again.fields.type).not.toBe('attested');
      if (each.condition) expect(again.fields).toMatchObject(each.condition);
    }
  });
});
