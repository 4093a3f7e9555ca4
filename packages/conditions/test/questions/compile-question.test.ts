import { DomainError, unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import { checkTicker } from '../../src/questions/check-ticker.ts';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import {
  ATTESTED_GLOBAL,
  ATTESTED_TOKEN,
  BONK_TOKEN,
  EVENTS,
  type Expected,
  FEEDS,
  HOLDERS,
  MARKET_CAPS,
  MISSING,
  PRICES,
  PUMP_TOKEN,
  type Row,
  SOL_MINT,
  SUPPLIES,
  TOKEN,
  WIF,
} from './questions.table.ts';

const at = (instant: string) => unixSeconds(Date.parse(instant) / 1_000);
/** A Monday, and the Friday after it. */
const NOW = at('2026-12-14T12:00:00Z');
const EXPIRY = at('2026-12-18T18:00:00Z');

function compile(question: string, tokenAddress: string | null, expiresAt = EXPIRY): Expected {
  try {
    const { fields } = compileQuestion({ question, tokenAddress, expiresAt, now: NOW });
    return fields.type === 'attested' ? 'attested' : fields;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'token_address_missing') return 'missing';
    throw error;
  }
}

const tokenRows = [
  ...MARKET_CAPS,
  ...PRICES,
  ...HOLDERS,
  ...SUPPLIES,
  ...EVENTS,
  ...ATTESTED_TOKEN,
];
const globalRows = [...FEEDS, ...ATTESTED_GLOBAL, ...MISSING];

test('the table is long enough, and has no question twice', () => {
  const rows: readonly Row[] = [...tokenRows, ...globalRows];
  expect(rows.length).toBeGreaterThanOrEqual(150);
  expect(new Set(tokenRows.map(([question]) => question)).size).toBe(tokenRows.length);
  expect(new Set(globalRows.map(([question]) => question)).size).toBe(globalRows.length);
});

describe('about a token', () => {
  test.each(tokenRows)('%s', (question, expected) => {
    expect(compile(question, TOKEN)).toEqual(expected);
  });
});

describe('without a tokenAddress', () => {
  test.each(globalRows)('%s', (question, expected) => {
    expect(compile(question, null)).toEqual(expected);
  });
});

describe('every compiled question', () => {
  const compiled = tokenRows.filter(([, expected]) => typeof expected === 'object');

  test.each(compiled)('%s is a condition that can be created', async (question) => {
    const input = { question, tokenAddress: TOKEN, expiresAt: EXPIRY, now: NOW };
    const { condition, canonical } = await compileCondition(input);
    expect(condition.tokenAddress).toBe(TOKEN);
    expect(Buffer.byteLength(canonical)).toBeLessThanOrEqual(1_024);
  });
});

test.each([
  ['Will SOL reach $0?', null],
  ['Will SOL be at most $0.0000000001 at expiry?', null],
  ['Will the supply exceed 99,999,999,999,999,999,999 tokens?', TOKEN],
])('%s asks for the impossible, and is attested with a warning', async (question, tokenAddress) => {
  const input = { question, tokenAddress, expiresAt: EXPIRY };
  const { condition, warnings } = await compileCondition(input);
  expect(condition.type).toBe('attested');
  expect(warnings).toEqual([expect.stringContaining('the oracle attests it')]);
});

describe('the token that has a feed', () => {
  test('is measured by the feed', () => {
    expect(compile('Will $WIF hit $5?', WIF)).toMatchObject({ type: 'price_feed', feed: 'WIF' });
    expect(compile('Will this token hit $5?', WIF)).toMatchObject({ type: 'price_feed' });
    expect(compile('Will SOL be above $250 at expiry?', SOL_MINT)).toMatchObject({ feed: 'SOL' });
  });

  test('is a token in every other respect', () => {
    expect(compile('Will $WIF reach $1B market cap?', WIF)).toMatchObject({ type: 'market_cap' });
    expect(compile('Will WIF reach 300k holders?', WIF)).toMatchObject({ type: 'holder_count' });
    expect(compile('Will $WIF be above 0.01 SOL at expiry?', WIF)).toBe('attested');
  });
});

describe('the launchpad', () => {
  const question = 'Will this token migrate?';

  test('follows from the end of the address', () => {
    expect(compile(question, PUMP_TOKEN)).toMatchObject({ launchpad: 'pump' });
    expect(compile(question, BONK_TOKEN)).toMatchObject({ launchpad: 'launchlab' });
    expect(compile('Will it migrate to Raydium?', PUMP_TOKEN)).toBe('attested');
    expect(compile('Will it migrate to PumpSwap?', BONK_TOKEN)).toBe('attested');
  });

  test('or from what the chain says', () => {
    const input = { question, tokenAddress: TOKEN, expiresAt: EXPIRY };
    const launchlab = compileQuestion({ ...input, token: { launchpad: 'launchlab' } });
    expect(launchlab.fields).toMatchObject({ launchpad: 'launchlab' });
    const none = compileQuestion({ ...input, token: { launchpad: null } });
    expect(none.fields).toEqual({ type: 'attested' });
    expect(none.warnings).toEqual([expect.stringContaining('no bonding curve')]);
    const pump = { ...input, question: 'Will it migrate to Raydium?' };
    const other = compileQuestion({ ...pump, token: { launchpad: 'pump' } });
    expect(other.fields).toEqual({ type: 'attested' });
  });
});

describe('warnings', () => {
  const warn = (question: string, tokenAddress: string | null = TOKEN) =>
    compileQuestion({ question, tokenAddress, expiresAt: EXPIRY, now: NOW }).warnings;

  test('a currency that was not named', () => {
    expect(warn('market cap over 500k')).toEqual([expect.stringContaining('USD is taken')]);
    expect(warn('market cap over $500k')).toEqual([]);
  });

  test('a name that is not checked, and a ticker that belongs to another mint', () => {
    const [name] = warn('Will dogwifhair be above $2 at expiry?');
    expect(name).toBe(`"dogwifhair" is not checked: the condition is about the token ${TOKEN}.`);
    const [ticker] = warn('Will $WIF reach $1B market cap?');
    expect(ticker).toContain(WIF);
    expect(ticker).toContain(TOKEN);
    expect(warn('Will $WIF reach $1B market cap?', WIF)).toEqual([]);
  });

  test('a question that is nearly measurable gets a reason, any other does not', () => {
    const [why] = warn('Will SOL rise by 10%?', null);
    expect(why).toContain('oracle attests it');
    expect(warn('Will it rain?', null)).toEqual([]);
  });

  test('a ticker that is not the mint’s symbol', () => {
    expect(checkTicker('WIF', 'WIF')).toBeUndefined();
    expect(checkTicker('WIF', '$wif')).toBeUndefined();
    expect(checkTicker(null, 'WIF')).toBeUndefined();
    expect(checkTicker('WIF', null)).toBeUndefined();
    expect(checkTicker('WIF', 'CAT')).toContain('the symbol of the token is CAT');
  });

  test('the ticker is returned, to be compared with the mint’s symbol', () => {
    const input = { tokenAddress: TOKEN, expiresAt: EXPIRY };
    expect(compileQuestion({ ...input, question: 'Will $Boden hit $1?' }).ticker).toBe('BODEN');
    expect(compileQuestion({ ...input, question: 'Will it hit $1?' }).ticker).toBeNull();
  });
});

describe('a moment in the question', () => {
  const question = (moment: string) => `Will SOL reach $250 ${moment}?`;
  const check = (moment: string, expireAt: string, now?: string) => {
    const clocks = { expiresAt: at(expireAt), now: now === undefined ? undefined : at(now) };
    const { fields, warnings } = compileQuestion({
      question: question(moment),
      tokenAddress: null,
      ...clocks,
    });
    expect(fields).toMatchObject({ type: 'price_feed', timing: 'any_time_before' });
    return warnings;
  };

  test.each([
    ['before Friday', '2026-12-18T00:00:00Z'],
    ['before Friday', '2026-12-18T23:59:59Z'],
    ['by friday', '2026-12-17T12:00:00Z'],
    ['by December 31', '2026-12-31T23:59:59Z'],
    ['by December 31', '2027-01-01T00:00:00Z'],
    ['before Dec 31st, 2026', '2026-12-31T00:00:00Z'],
    ['by 31 December 2026', '2026-12-31T12:00:00Z'],
    ['by the 31st of December', '2026-12-31T12:00:00Z'],
    ['by 2026-12-31', '2026-12-31T12:00:00Z'],
    ['before 2027', '2027-01-01T00:00:00Z'],
    ['by 2027', '2026-12-31T23:59:59Z'],
    ['by the end of 2026', '2026-12-31T23:59:59Z'],
    ['by end of year', '2026-12-31T23:59:59Z'],
    ['by EOY', '2027-01-01T00:00:00Z'],
    ['before the end of the month', '2026-11-30T23:59:59Z'],
    ['by the end of March', '2027-03-31T20:00:00Z'],
    ['by March', '2027-03-01T00:00:00Z'],
    ['by March', '2027-03-31T00:00:00Z'],
    ['before March 2027', '2027-03-01T00:00:00Z'],
    ['by end of day', '2026-12-14T23:59:59Z', '2026-12-14T09:00:00Z'],
    ['today', '2026-12-14T23:59:59Z', '2026-12-14T09:00:00Z'],
    ['by tomorrow', '2026-12-15T23:59:59Z', '2026-12-14T09:00:00Z'],
    ['this week', '2026-12-20T23:59:59Z', '2026-12-14T09:00:00Z'],
    ['this month', '2026-12-31T23:59:59Z', '2026-12-14T09:00:00Z'],
    ['within 24 hours', '2026-12-15T09:00:00Z', '2026-12-14T09:00:00Z'],
    ['in the next week', '2026-12-21T09:00:00Z', '2026-12-14T09:00:00Z'],
    ['in 30 minutes', '2026-12-14T09:30:00Z', '2026-12-14T09:00:00Z'],
    ['within two days', '2026-12-16T09:00:00Z', '2026-12-14T09:00:00Z'],
    ['in 2026', '2026-12-31T23:59:59Z', '2026-12-14T09:00:00Z'],
    ['by next Friday', '2026-12-25T12:00:00Z', '2026-12-14T09:00:00Z'],
    ['before expiry', '2026-12-14T09:30:00Z'],
    ['', '2026-12-14T09:30:00Z'],
  ])('%s agrees with %s', (moment, expireAt, now?: string) => {
    expect(check(moment, expireAt, now)).toEqual([]);
  });

  test.each([
    ['before Friday', '2026-12-20T12:00:01Z'],
    ['before Friday', '2026-12-15T00:00:00Z'],
    ['by Friday', '2027-01-15T12:00:00Z', '2026-12-14T09:00:00Z'],
    ['by December 31', '2027-01-15T00:00:00Z'],
    ['by December 31', '2026-12-30T09:59:59Z'],
    ['by December 31, 2027', '2026-12-31T23:59:59Z'],
    ['by February 30', '2027-03-02T00:00:00Z'],
    ['by 2026-12-31', '2026-12-01T00:00:00Z'],
    ['before 2027', '2027-06-01T00:00:00Z'],
    ['by the end of the year', '2026-06-30T23:59:59Z'],
    ['by the end of March', '2027-03-15T00:00:00Z'],
    ['by March', '2027-05-01T00:00:00Z'],
    ['today', '2026-12-20T00:00:00Z', '2026-12-14T09:00:00Z'],
    ['this week', '2026-12-31T00:00:00Z', '2026-12-14T09:00:00Z'],
    ['within 24 hours', '2026-12-17T09:00:00Z', '2026-12-14T09:00:00Z'],
    ['in 30 minutes', '2026-12-14T10:00:00Z', '2026-12-14T09:00:00Z'],
    ['in 2026', '2026-12-15T00:00:00Z', '2026-12-14T09:00:00Z'],
  ])('%s contradicts %s: created, with a warning', (moment, expireAt, now?: string) => {
    const [warning] = check(moment, expireAt, now);
    const shown = moment.toLowerCase().replace(',', '');
    expect(warning).toBe(
      `The question says "${shown}", but what counts is the expiry at ${expireAt}.`,
    );
  });
});

test('no input makes it throw unexpectedly', () => {
  const parts = [
    '$',
    '$1',
    'SOL',
    '1,',
    ',',
    '.',
    '1.',
    '..',
    '%',
    '<',
    '>',
    '"',
    "'",
    '\u0000',
    '🚀',
  ];
  for (const first of parts) {
    for (const second of parts) {
      for (const third of parts) {
        compile(`${first}${second} ${third}`, null);
      }
    }
  }
  const long = compile('will sol reach $1 '.repeat(16), null);
  expect(long).toBe('attested');
});
