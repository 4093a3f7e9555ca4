// Anybody can call a token anything: a name is never a word of the sentence.
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileQuestion } from '../../src/questions/compile-question.ts';

const TOKEN = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr';

function read(question: string, symbol: string, name = symbol) {
  const expiresAt = unixSeconds(Date.parse('2026-12-01T00:00Z') / 1_000);
  const now = unixSeconds(expiresAt - 86_400);
  const token = { names: { symbol, name } };
  return compileQuestion({ question, tokenAddress: TOKEN, expiresAt, now, token }).fields;
}

test.each([
  ['Will Oak barely hit $1?', 'OAK', 'Oak Barely'],
  ['Will Oak wont have 500 holders?', 'OAK', 'Oak Wont'],
  ['Will Oak Daily Volume be above $1?', 'OAK', 'Oak Daily Volume'],
  ['Will Oak Circulating supply be above 500?', 'OAK', 'Oak Circulating'],
  ['Will the average holder count be above 500?', 'AVERAGE', 'Average'],
  ['Will every token graduate?', 'EVERY', 'Every'],
  ['Will dev dump 50%?', 'DEV', 'Dev'],
  ['Will nobody graduate?', 'NOBODY', 'Nobody'],
  ['Will December graduate?', 'DECEMBER', 'December'],
  ['Will ten graduate?', 'TEN', 'Ten'],
  ['Will gold be above $500?', 'GOLD', 'Gold'],
  ['Will S0L be above $250?', 'S0L', 'S0L'],
  ['Will \u0405\u041eL be above $250?', '\u0405\u041eL', '\u0405\u041eL'],
  ['Will Bitcoin Two be above $250?', 'BTC2', 'Bitcoin Two'],
  ['Will Oak Tree Of Life be above $250?', 'OAK', 'Oak Tree Of Life'],
])('%s is attested, whatever the token is called', (question, symbol, name) => {
  expect(read(question, symbol, name)).toEqual({ type: 'attested' });
});

test.each([
  ['Will Oak have 50 holders?', 'OAK', 'Oak'],
  ['Will Mighty Oak have 50 holders?', 'OAK', 'Mighty Oak'],
  ['Will $AVERAGE have 50 holders?', 'AVERAGE', 'Average'],
  [`Will ${TOKEN} have 50 holders?`, 'EVERY', 'Every'],
])('%s means the token', (question, symbol, name) => {
  expect(read(question, symbol, name)).toMatchObject({ type: 'holder_count', threshold: '50' });
});

test('a token with the name of an asset has holders, but not its price', () => {
  expect(read('Will JUP have 50 holders?', 'JUP', 'Jupiter').type).toBe('holder_count');
  expect(read('Will Jupiter (JUP) hit $1?', 'JUP', 'Jupiter').type).toBe('attested');
  expect(read('Will JUP reach $1M market cap?', 'JUP', 'Jupiter').type).toBe('attested');
});

test('a ticker means the token only if its symbol is known', () => {
  const expiresAt = unixSeconds(2_000_000_000);
  const asked = { question: 'Will $OAK have 50 holders?', tokenAddress: TOKEN, expiresAt };
  expect(compileQuestion(asked).fields.type).toBe('attested');
  expect(compileQuestion({ ...asked, token: { names: null } }).fields.type).toBe('attested');
});

test('a name cannot turn a question around', () => {
  const fields = read('Will Oak not have 50 holders?', 'OAK', 'Oak not');
  expect(fields).toMatchObject({ comparator: 'lt', threshold: '50' });
});
