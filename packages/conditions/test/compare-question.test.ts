import { DomainError, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compareWithQuestion } from '../src/compare-question.ts';
import { compileCondition } from '../src/compile-condition.ts';
import type { ConditionInput } from '../src/condition-input.ts';

const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const EXPIRY = unixSeconds(1_893_456_000);

const feed = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '250' };
const cap = { type: 'market_cap', comparator: 'gte', threshold: '1000000', unit: 'USD' };
const price = { type: 'token_price', comparator: 'gt', threshold: '0.5', unit: 'SOL' };
const holders = { type: 'holder_count', comparator: 'gte', threshold: '10000' };
const supply = { type: 'token_supply', comparator: 'lt', threshold: '900000000' };
const curve = { type: 'token_event', event: 'curve_complete' };
const attested = { type: 'attested' };
const before = { timing: 'any_time_before' };

async function compare(question: string, condition: object, isAboutToken = true) {
  const tokenAddress = isAboutToken ? TOKEN : null;
  const token = isAboutToken ? { names: { symbol: 'ELM', name: 'Quiet Elm' } } : undefined;
  const input: ConditionInput = { question, tokenAddress, expiresAt: EXPIRY, condition, token };
  return compareWithQuestion(input, (await compileCondition(input)).condition);
}

const GLOBAL = false;

test.each<[string, object, boolean?]>([
  ['Will SOL be above $250 at expiry?', feed, GLOBAL],
  ['Will SOL be above $250.00 at expiry?', { ...feed, threshold: 250 }, GLOBAL],
  ['Will SOL rise above $250 before this market ends?', { ...feed, ...before }, GLOBAL],
  ['Will $ELM reach a market cap of $1M?', { ...cap, ...before }],
  ['Will $ELM have a market cap of at least $1M at expiry?', cap],
  // A question cannot state how it is observed.
  [
    'Will $ELM have a market cap of at least $1M at expiry?',
    { ...cap, pool: TOKEN, windowSeconds: 30, samplesMin: 2, decimals: 9 },
  ],
  ['Will the price of $ELM be above 0.5 SOL at expiry?', price],
  ['Will $ELM have 10k holders at expiry?', holders],
  [
    'Will $ELM have 10k holders with at least 100 tokens at expiry?',
    { ...holders, minimumBalance: '100' },
  ],
  ['Will the supply of $ELM be below 900 million at expiry?', supply],
  ['Will the supply of $ELM be below 900 million at expiry?', { ...supply, tokenProgram: null }],
  ['Will $ELM complete its bonding curve?', curve],
  // Permanent events: at the expiry or before it is the same.
  ['Will $ELM complete its bonding curve?', { ...curve, timing: 'at_expiry' }],
  ['Will $ELM migrate?', { type: 'token_event', event: 'migrated', launchpad: 'launchlab' }],
  ['Will it rain in Lisbon?', attested, GLOBAL],
  ['Will it rain in Lisbon?', attested],
])('%s is the same as %o', async (question, condition, isAboutToken = true) => {
  expect(await compare(question, condition, isAboutToken)).toBe('same');
});

test.each<[string, object, boolean?]>([
  ['Will it rain in Lisbon?', feed, GLOBAL],
  ['Is it true?', cap],
  ['Will SOL do well?', feed, GLOBAL],
  // About a token without an address.
  ['Will this token migrate?', feed, GLOBAL],
  // Impossible: no token has such a supply.
  ['Will the supply of $ELM be below 99999999999999999999999 at expiry?', supply],
])(
  '%s says nothing that could be compared with %o',
  async (question, condition, isAbout = true) => {
    expect(await compare(question, condition, isAbout)).toBe('unstated');
  },
);

test.each<[string, object, boolean?]>([
  ['Will SOL be above $100000 at expiry?', { ...feed, threshold: '1' }, GLOBAL],
  ['Will SOL be above $250 at expiry?', { ...feed, comparator: 'gte' }, GLOBAL],
  ['Will SOL be above $250 at expiry?', { ...feed, comparator: 'lt' }, GLOBAL],
  ['Will SOL be above $250 at expiry?', { ...feed, feed: 'BTC' }, GLOBAL],
  ['Will SOL be above $250 at expiry?', { ...feed, ...before }, GLOBAL],
  ['Will SOL be above $250 at expiry?', attested, GLOBAL],
  ['Will the price of $ELM be above 0.5 SOL at expiry?', { ...price, unit: 'USD' }],
  ['Will the price of $ELM be above 0.5 SOL at expiry?', { ...cap, threshold: '0.5' }],
  ['Will $ELM have 10k holders at expiry?', { ...holders, minimumBalance: '100' }],
  ['Will $ELM have 10k holders at expiry?', { ...holders, threshold: '9999' }],
  ['Will $ELM migrate?', curve],
  ['Will $ELM migrate?', attested],
])('%s contradicts %o', async (question, condition, isAboutToken = true) => {
  await expect(compare(question, condition, isAboutToken)).rejects.toMatchObject({
    code: 'condition_contradicts_question',
    status: 400,
  });
});

test('the error of a contradiction has both in words', async () => {
  const lie = { ...feed, threshold: '1' };
  const attempt = compare('Will SOL be above $100000 at expiry?', lie, GLOBAL);
  const error = await attempt.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DomainError);
  const { message } = error as DomainError;
  const when = 'at 2030-01-01 00:00 UTC, by the first Pyth price within 60 seconds.';
  expect(message).toBe(
    `The question says: Yes if SOL is above $100,000 ${when} The condition says: Yes if SOL is ` +
      `above $1 ${when} Make them agree, or send one.`,
  );
});

test('also if the words are long', async () => {
  const asked = 'Will $ELM reach a market cap of $1M?';
  const given = { ...cap, ...before, threshold: '1000000000000.01' };
  await expect(compare(asked, given)).rejects.toThrow(
    /at least \$1,000,000 at any time before .*at least \$1,000,000,000,000.01 at any time/,
  );
});
