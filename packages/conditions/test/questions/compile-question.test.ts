import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import type { TokenNames } from '../../src/condition-input.ts';
import { checkTicker } from '../../src/questions/check-ticker.ts';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { CHANGES, CHANGES_TOKEN, LASTING, LASTING_TOKEN, RATIOS } from './lasting.table.ts';
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

/** The token is called as the question calls it. */
function namesIn(question: string): TokenNames {
  return { symbol: /\$([A-Z]+)/.exec(question)?.[1] ?? 'WIF', name: 'dogwifhair' };
}

function compile(question: string, tokenAddress: string | null, expireAt?: string): Expected {
  const expiresAt = expireAt === undefined ? EXPIRY : at(expireAt);
  const token = tokenAddress === null ? undefined : { names: namesIn(question) };
  const { fields } = compileQuestion({ question, tokenAddress, expiresAt, now: NOW, token });
  return fields.type === 'attested' ? 'attested' : fields;
}

const tokenRows = [
  ...MARKET_CAPS,
  ...PRICES,
  ...HOLDERS,
  ...SUPPLIES,
  ...EVENTS,
  ...LASTING_TOKEN,
  ...CHANGES_TOKEN,
  ...ATTESTED_TOKEN,
];
const globalRows = [...FEEDS, ...LASTING, ...CHANGES, ...RATIOS, ...ATTESTED_GLOBAL, ...MISSING];

test('the table is long enough', () => {
  const rows: readonly Row[] = [...tokenRows, ...globalRows];
  expect(rows.length).toBeGreaterThanOrEqual(150);
});

describe('about a token', () => {
  for (const [question, expected, expireAt] of tokenRows) {
    test(question, () => expect(compile(question, TOKEN, expireAt)).toEqual(expected));
  }
});

describe('without a tokenAddress', () => {
  for (const [question, expected, expireAt] of globalRows) {
    test(question, () => expect(compile(question, null, expireAt)).toEqual(expected));
  }
});

describe('every compiled question', () => {
  const compiled = tokenRows.filter(([, expected]) => typeof expected === 'object');

  test.each(compiled.map((row) => ({ row })))('$row.0 can be created', async ({ row }) => {
    const [question, , expireAt] = row;
    const expiresAt = expireAt === undefined ? EXPIRY : at(expireAt);
    const token = { names: namesIn(question) };
    const input = { question, tokenAddress: TOKEN, expiresAt, now: NOW, token };
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

  test('words that are not understood, and another token’s ticker', () => {
    expect(warn('Will dogwifhair be above $2 at expiry?')).toEqual([
      expect.stringContaining('it says "dogwifhair", which is not understood'),
    ]);
    expect(warn('Will $WIF reach $1B market cap?')).toEqual([
      expect.stringContaining('it is about WIF, tokenAddress is another token'),
    ]);
    expect(warn('Will $WIF reach $1B market cap?', WIF)).toEqual([]);
  });

  test.each(MISSING.map(([question]) => question))('%s needs a tokenAddress', (question) => {
    const expiresAt = at('2026-12-18T00:00:00Z');
    const { warnings } = compileQuestion({ question, tokenAddress: null, expiresAt, now: NOW });
    expect(warnings).toEqual([expect.stringContaining('tokenAddress is missing')]);
  });

  test('a question that is nearly measurable gets a reason, any other does not', () => {
    const [why] = warn('Will SOL rise by €10?', null);
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
