// Questions that compare two tokens, and the names of tokens. questions/two-tokens.txt has those
// that are attested, questions/exact/two-tokens.txt those that are measured.
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compareWithQuestion } from '../../src/compare-question.ts';
import { compileCondition } from '../../src/compile-condition.ts';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { findOtherToken } from '../../src/questions/subject.ts';

const OAK = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr';
const PINE = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const ELM = 'Dz9mQ9NzkBcCsuGPFJ3r1bS4wgqKMHBPiVuniW8Mbonk';
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const WIF = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm';
const EXPIRY = unixSeconds(Date.parse('2026-12-18T23:00:00Z') / 1_000);
const NOW = unixSeconds(Date.parse('2026-12-14T12:00:00Z') / 1_000);
const names = (symbol: string) => ({ names: { symbol, name: `Mighty ${symbol}` } });

const KNOWN = {
  ...{ tokenAddress: OAK, expiresAt: EXPIRY, now: NOW, token: names('OAK') },
  otherToken: { address: PINE, hints: names('PINE') },
};

const read = (question: string, more: object = {}) =>
  compileQuestion({ ...KNOWN, ...more, question });

const ratio = (metric: string, comparator: string, timing: string, other = PINE) => ({
  ...{ type: 'token_ratio', metric, other, comparator, timing },
});
const [AT, ANY] = ['at_expiry', 'any_time_before'];

test('a token of our own list is compared with another', () => {
  const about = { tokenAddress: WIF, token: names('WIF'), otherToken: undefined };
  const expected = ratio('market_cap', 'gt', ANY, BONK);
  expect(read('Will WIF flip BONK?', about).fields).toEqual(expected);
  expect(read("Will $WIF's price be above BONK's?", about).fields).toMatchObject({
    ...{ type: 'price_ratio', feed: 'WIF', other: 'BONK' },
  });
});

describe('attested', () => {
  test('unless all that it names is known', () => {
    const question = `Will $OAK flip $PINE (${PINE})?`;
    expect(read(question, { token: {} }).fields.type).toBe('attested');
    expect(read(question, { otherToken: undefined }).fields.type).toBe('attested');
    const unnamed = { otherToken: { address: PINE, hints: { names: null } } };
    expect(read(question, unnamed).fields.type).toBe('attested');
    expect(read(`Will it flip ${PINE}?`, unnamed).fields.type).toBe('token_ratio');
    const another = { otherToken: { address: ELM, hints: names('PINE') } };
    expect(read(question, another).fields.type).toBe('attested');
    expect(read(`Will it flip ${PINE}?`, { tokenAddress: null }).fields.type).toBe('attested');
  });

  test('two tokens with the same symbol', () => {
    const copy = { otherToken: { address: PINE, hints: names('OAK') } };
    expect(read(`Will OAK flip ${PINE}?`, copy).fields.type).toBe('attested');
    expect(read('Will it flip BONK?', { token: names('BONK') }).fields.type).toBe('attested');
  });

  test('and it says what to do', () => {
    const { warnings } = read('Will $OAK flip $PINE?');
    expect(warnings.join()).toContain('$PINE: name it by the address of its mint');
  });
});

test('names that read like words are no names', () => {
  for (const name of ['reportedly', 'supposedly']) {
    const token = { names: { symbol: name, name } };
    const asked = (question: string) => read(question, { token }).fields.type;
    expect(asked(`Will this token ${name} reach a price of $1?`)).toBe('attested');
    expect(asked(`Will it ${name} reach a price of $1?`)).toBe('attested');
    expect(asked(`Will ${OAK} (${name}) reach a price of $1?`)).toBe('token_price');
    expect(asked(`Will the price ${name} reach $1?`)).toBe('attested');
    expect(asked(`Will it have a price ${name} above $1?`)).toBe('attested');
    expect(asked(`Will ${name}'s price reach $1?`)).toBe('token_price');
  }
});

test('which token must be read before the question can be', () => {
  const find = (question: string, tokenAddress: string | null = OAK) =>
    findOtherToken({ question, tokenAddress, expiresAt: EXPIRY });
  expect(find(`Will it flip $PINE (${PINE})?`)).toBe(PINE);
  expect(find(`Will ${OAK} flip ${PINE}?`)).toBe(PINE);
  expect(find('Will it flip $BONK?')).toBe(BONK);
  expect(find('Will it flip bonk?')).toBe(BONK);
  expect(find('Will WIF flip BONK?', WIF)).toBe(BONK);
  expect(find('Will it flip $SOL?')).toBeUndefined();
  expect(find(`Will it flip ${PINE} or ${ELM}?`)).toBeUndefined();
  expect(find(`Will it flip ${'1'.repeat(44)}?`)).toBeUndefined();
  expect(find(`Will it flip ${PINE}?`, null)).toBeUndefined();
});

test('a condition beside the question agrees with it, or is refused', async () => {
  const asked = { ...KNOWN, question: `Will OAK's market cap be above ${PINE}'s at expiry?` };
  const compare = async (change: object) => {
    const condition = { ...ratio('market_cap', 'gt', AT), ...change };
    const compiled = await compileCondition({ ...asked, condition });
    return compareWithQuestion(asked, compiled.condition);
  };
  expect(await compare({})).toBe('same');
  for (const change of [
    { metric: 'price' },
    { other: ELM },
    { comparator: 'lt' },
    { threshold: '2' },
    { timing: ANY },
  ]) {
    await expect(compare(change), JSON.stringify(change)).rejects.toMatchObject({
      code: 'condition_contradicts_question',
    });
  }
});

/** Anybody can call a token anything: a name is never a word of the sentence. */
const readNamed = (question: string, symbol: string, name = symbol) =>
  read(question, { otherToken: undefined, token: { names: { symbol, name } } }).fields;

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
  expect(readNamed(question, symbol, name)).toEqual({ type: 'attested' });
});

test.each([
  ['Will Oak have 50 holders?', 'OAK', 'Oak'],
  ['Will Mighty Oak have 50 holders?', 'OAK', 'Mighty Oak'],
  ['Will $AVERAGE have 50 holders?', 'AVERAGE', 'Average'],
  [`Will ${OAK} have 50 holders?`, 'EVERY', 'Every'],
])('%s means the token', (question, symbol, name) => {
  expect(readNamed(question, symbol, name)).toMatchObject({
    type: 'holder_count',
    threshold: '50',
  });
});

test('a token with the name of an asset has holders, but not its price', () => {
  expect(readNamed('Will JUP have 50 holders?', 'JUP', 'Jupiter').type).toBe('holder_count');
  expect(readNamed('Will Jupiter (JUP) hit $1?', 'JUP', 'Jupiter').type).toBe('attested');
  expect(readNamed('Will JUP reach $1M market cap?', 'JUP', 'Jupiter').type).toBe('attested');
});

test('a ticker means the token only if its symbol is known', () => {
  const expiresAt = unixSeconds(2_000_000_000);
  const asked = { question: 'Will $OAK have 50 holders?', tokenAddress: OAK, expiresAt };
  expect(compileQuestion(asked).fields.type).toBe('attested');
  expect(compileQuestion({ ...asked, token: { names: null } }).fields.type).toBe('attested');
});

test('a name cannot turn a question around', () => {
  const fields = readNamed('Will Oak not have 50 holders?', 'OAK', 'Oak not');
  expect(fields).toMatchObject({ comparator: 'lt', threshold: '50' });
});
