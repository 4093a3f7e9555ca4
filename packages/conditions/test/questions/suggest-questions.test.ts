// A question that is attested comes with the nearest ones that would be measured.
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { suggestQuestions } from '../../src/questions/suggest-questions.ts';
import { TOKEN } from './questions.table.ts';

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);
const NOW = at('2026-11-15T16:30:00Z');
const EXPIRY = at('2026-12-01T00:00:00Z');
const OAK = { names: { symbol: 'OAK', name: 'Mighty Oak' } };

function suggest(question: string, tokenAddress: string | null = TOKEN) {
  const token = tokenAddress === null ? undefined : OAK;
  const asked = { question, tokenAddress, expiresAt: EXPIRY, now: NOW };
  return suggestQuestions({ ...asked, ...(token && { token }) });
}

const questionsOf = (question: string, tokenAddress?: string | null) =>
  suggest(question, tokenAddress).map((suggestion) => suggestion.question);

describe('nothing is suggested', () => {
  test.each([
    ['what is measured as it stands', 'Will OAK reach 1000 holders before Dec 1?', TOKEN],
    ['what has no number and no event', 'Will it rain in Lisbon?', null],
    ['a number of something else', 'Will Alice eat 20 eggs?', null],
    ['another currency', 'Will OAK’s price reach €5?', TOKEN],
  ])('for %s', (_, question, tokenAddress) => expect(suggest(question, tokenAddress)).toEqual([]));
});

test('words that were not understood are left out', () => {
  expect(questionsOf("Will OAK's presale price reach $5 before Dec 1?")).toContain(
    "Will OAK's price be at least $5 before dec 1?",
  );
  expect(questionsOf('Will OAK die before graduating?')).toContain(
    'Will OAK complete its bonding curve at any time before expiry?',
  );
});

test('a number alone may be a price or a market capitalisation', () => {
  const [first, , third] = suggest('Will OAK hit $5M by Dec 24?');
  expect(first?.condition).toMatchObject({ type: 'token_price', threshold: '5000000' });
  expect(third?.condition).toMatchObject({ type: 'market_cap', threshold: '5000000' });
});

test('a time that is not the market’s becomes the expiry', () => {
  const suggestions = suggest('Will SOL be above $250 on Dec 24?', null);
  expect(suggestions).toEqual([
    {
      question: "Will SOL's price be above $250 at any time before expiry?",
      condition: expect.objectContaining({ type: 'price_feed', timing: 'any_time_before' }),
    },
    {
      question: "Will SOL's price be above $250 at expiry?",
      condition: expect.objectContaining({ comparator: 'gt', timing: 'at_expiry' }),
    },
  ]);
});

test('there are at most three', () => {
  expect(suggest('Will OAK almost hit 500?').length).toBeLessThanOrEqual(3);
});
