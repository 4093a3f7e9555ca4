import type { Address } from '@solana/kit';
import {
  type Details,
  DomainError,
  printable,
  splitDetails,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { COMPARATORS } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import type { Condition } from '../src/condition.ts';
import type { ConditionInput } from '../src/condition-input.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { KINDS } from '../src/kinds/index.ts';
import { groupDigits, TIMINGS, type Timing } from '../src/kinds/shared/threshold.ts';
import { conditionKey } from '../src/market-keys.ts';
import { TOKEN_PROGRAMS } from '../src/oracles/programs.ts';
import { parseCondition } from '../src/parse-condition.ts';
import { readCondition, renderCondition } from '../src/read-condition.ts';

const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const OTHER = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const EXPIRY = unixSeconds(Date.UTC(2026, 10, 17, 15, 34, 54) / 1_000);
const WHEN = '2026-11-17 15:34:54 UTC';
const SECONDS_OF_TEN_YEARS = 315_360_000;

type Fields = Readonly<Record<string, unknown>>;

const describeFields = (fields: Fields, more: Partial<ConditionInput> = {}): Details => {
  const input = { question: '', tokenAddress: TOKEN, expiresAt: EXPIRY, ...more };
  return splitDetails(describeCondition(parseCondition(fields, input), input.expiresAt));
};

const TOKEN_PROGRAM = TOKEN_PROGRAMS[0] as Address;
const OAK = {
  names: { symbol: 'OAK', name: 'Oak' },
  mint: { program: TOKEN_PROGRAM, decimals: 6 },
};
const evidence = 'a'.repeat(64);
const solAbove = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100' };
const capOver = { type: 'market_cap', comparator: 'gte', threshold: '1000000', unit: 'USD' };

describe('a bettor reads', () => {
  const named = { token: OAK, otherToken: { address: OTHER, hints: OAK } };
  const rows: readonly (readonly [Fields, Timing, string])[] = [
    [
      solAbove,
      'any_time_before',
      `Yes if SOL is above $100 at any time before ${WHEN}. ` +
        'If Pyth prices are missing for 10 minutes, all stakes are refunded.',
    ],
    [
      solAbove,
      'never_before',
      `Yes if SOL is never above $100 before ${WHEN}. ` +
        'If Pyth prices are missing for 10 minutes, all stakes are refunded.',
    ],
    [
      { type: 'price_ratio', feed: 'SOL', other: 'ETH', comparator: 'lt', threshold: '0.1' },
      'at_expiry',
      `Yes if SOL is worth less than 0.1 ETH at ${WHEN}. ` +
        'If there are no usable Pyth prices within 120 seconds, all stakes are refunded.',
    ],
    [
      { ...capOver, type: 'token_price', threshold: '0.05' },
      'at_expiry',
      `Yes if $OAK is at least $0.05 at ${WHEN}, by the 60-second median. ` +
        'If there are too few samples, all stakes are refunded.',
    ],
    [
      { ...capOver, unit: 'SOL' },
      'never_before',
      `Yes if $OAK’s market cap is never at least 1,000,000 SOL before ${WHEN}. ` +
        'If samples are missing for 10 minutes, all stakes are refunded.',
    ],
    [
      { type: 'token_ratio', metric: 'market_cap', other: OTHER, comparator: 'gt' },
      'any_time_before',
      `Yes if $OAK’s market cap is above DezX…B263’s at any time before ${WHEN}. ` +
        'If samples are missing for 10 minutes, all stakes are refunded.',
    ],
    [
      { type: 'holder_count', comparator: 'lt', threshold: '10000', minimumBalance: '100' },
      'at_expiry',
      `Yes if $OAK has fewer than 10,000 holders with 100+ tokens at ${WHEN}. ` +
        'If there is no count within 120 seconds, all stakes are refunded.',
    ],
    [
      { type: 'holder_count', comparator: 'gte', threshold: '10000' },
      'never_before',
      `Yes if $OAK never has at least 10,000 holders before ${WHEN}. ` +
        'If counts are missing for 10 minutes, all stakes are refunded.',
    ],
    [
      { type: 'token_supply', comparator: 'lte', threshold: '900' },
      'at_expiry',
      `Yes if the supply of $OAK is at most 900 tokens at ${WHEN}. ` +
        'If it cannot be read within 120 seconds, all stakes are refunded.',
    ],
    [
      { type: 'token_event', event: 'migrated' },
      'any_time_before',
      `Yes if $OAK has migrated to PumpSwap before ${WHEN}. ` +
        'If its account cannot be read, all stakes are refunded.',
    ],
  ];
  test.each(rows)('%o, %s', (fields, timing, rule) => {
    expect(describeFields({ ...fields, timing }, named).rule).toBe(rule);
  });
});

describe('"reach" says from which side', () => {
  const move = { timing: 'any_time_before', relativeTo: { value: '150', at: 1, evidence } };
  test.each([
    ['gte', '200', 'SOL rises to $200 or above'],
    ['gt', '200', 'SOL rises above $200'],
    ['lte', '100', 'SOL falls to $100 or below'],
    ['lt', '100', 'SOL falls below $100'],
  ])('%s %s', (comparator, threshold, words) => {
    const { rule, terms } = describeFields({ ...solAbove, ...move, comparator, threshold });
    expect(rule).toMatch(`Yes if ${words} before ${WHEN}. `);
    expect(terms).toContain('When the market was created the value was 150 USD');
    const atExpiry = { ...solAbove, ...move, comparator, threshold, timing: 'at_expiry' };
    expect(describeFields(atExpiry).rule).toMatch(/^Yes if SOL is (at least|above|at most|below)/);
  });

  test('but a change has a threshold of its own', () => {
    const relativeTo = { ...move.relativeTo, times: '2' };
    const fields = { ...solAbove, ...move, comparator: 'gte', threshold: '300', relativeTo };
    expect(describeFields(fields).rule).toMatch(`Yes if SOL is at least $300 at any time before`);
  });
});

describe('the symbol of a token', () => {
  const ask = (symbol: string, tokenAddress = TOKEN) =>
    describeFields(capOver, { tokenAddress, token: { names: { symbol, name: '' } } });

  test('stands in the rule, and beside its address in the exact terms', () => {
    const { rule, terms } = ask('OAK');
    expect(rule).toMatch(/^Yes if \$OAK’s market cap is/);
    expect(rule).not.toContain(TOKEN);
    expect(terms).toContain(`of $OAK (${TOKEN}), over`);
    expect(ask('$OAK').rule).toBe(rule);
  });

  test.each(['', 'not below', 'Oak, or SOL', '100', '2X', 'A'.repeat(11), 'ОАК', 'BTC', 'bitcoin'])(
    'is left out if it could mislead: %j',
    (symbol) => {
      const { rule, terms } = ask(symbol);
      expect(rule).toMatch(/^Yes if G9xL…pump’s market cap is/);
      expect(terms).toContain(`of ${TOKEN}, over`);
    },
  );

  test('may be that of a feed, if it is the mint of that asset', () => {
    expect(ask('BONK', OTHER).rule).toMatch(/^Yes if \$BONK’s/);
    expect(ask('BONK').rule).toMatch(/^Yes if G9xL…pump’s/);
  });

  test('is not chosen by a request, but kept in the text on chain', () => {
    const input = { question: '', tokenAddress: TOKEN, expiresAt: EXPIRY };
    const asked = { ...capOver, symbol: 'WETH' };
    const oak = parseCondition(asked, { ...input, token: OAK });
    expect(oak).toMatchObject({ symbol: 'OAK' });
    expect(parseCondition(asked, { ...input, token: {} })).not.toHaveProperty('symbol');
    expect(readCondition(renderCondition(oak))).toEqual(oak);
    const forged = renderCondition({ ...oak, symbol: 'x above $1' } as Condition);
    expect(readCondition(forged).type).toBe('unknown');
    const { symbol: _, ...unnamed } = oak as { symbol?: string } & Condition;
    expect(conditionKey(unnamed as Condition)).toBe(conditionKey(oak));
  });

  test('names only one of two tokens that share it', () => {
    const fields = { type: 'token_ratio', metric: 'price', other: OTHER, comparator: 'gt' };
    const both = (symbol: string) => {
      const otherToken = { address: OTHER, hints: { names: { symbol, name: '' } } };
      return describeFields(fields, { token: OAK, otherToken }).rule;
    };
    expect(both('SPROUT')).toMatch(/^Yes if \$OAK is worth more than 1 \$SPROUT at/);
    expect(both('oak')).toMatch(/^Yes if \$OAK is worth more than 1 DezX…B263 at/);
  });
});

/** The longest values of every field, and some that are as long as they may be shown. */
const LONG: Readonly<Record<string, readonly unknown[]>> = {
  threshold: [
    ...['9'.repeat(40), '18446744073709551614.9999999999999999999', '12345678901'],
    ...['92233720367.1234567890123456789012345678', '0.00000000000000000000000000000012345678'],
    ...['12345678901234.999', '0.00000012345678901234', '1234567890123456', '99999'],
  ],
  minimumBalance: ['0', '9'.repeat(40), '0.0000012345678901', '1234567890'],
  comparator: COMPARATORS,
  timing: TIMINGS,
  unit: [undefined, 'USD', 'SOL'],
  of: ['price_feed', 'token_price', 'market_cap', 'holder_count', 'token_supply'],
  low: ['0.00000000000012345678901234567890', '1234567890', '1234567890.1234'],
  high: ['9'.repeat(40), '18446744073709551614.9', '92233720367.12345678', '9999999999'],
  within: ['inside', 'outside'],
  pool: [TOKEN],
  poolType: ['transfer_hook'],
  symbol: [undefined, 'ABCDEFGHIJ'],
  otherSymbol: [undefined, 'KLMNOPQRST'],
  relativeTo: [
    undefined,
    { value: '1', at: 1, evidence },
    { value: '9'.repeat(40), at: 1, evidence },
  ],
  windowSeconds: [3_599],
  samplesMin: [60],
  feed: ['BONK'],
  event: ['curve_complete', 'migrated'],
  launchpad: ['pump', 'launchlab', 'meteora'],
  metric: ['price', 'market_cap'],
  quorum: [4],
  pollSeconds: [undefined, 86_399],
  silence: ['no', 'refund'],
  dataType: ['bytes32', 'i64'],
  offset: [65_535],
  value: [
    ...['f'.repeat(64), '-9223372036854775808', '"'.repeat(200), -123456.5, true],
    ...['-0.00000000000000000000000000000012345678', '🌧'.repeat(100), 'é🌧'.repeat(66)],
  ],
  sources: [[{ url: 'https://a.example/' }], sourcesOf(5)],
};

function sourcesOf(count: number) {
  return Array.from({ length: count }, (_, index) => {
    return { url: `https://${'a'.repeat(40)}${index}.example/`, pointer: '/a' };
  });
}

/** Every combination, as far as the kind has such a field. */
function combine(fields: readonly string[], example: Fields): Fields[] {
  const varied = Object.entries(LONG).filter(([name]) => fields.includes(name));
  return varied.reduce<Fields[]>(
    (all, [name, values]) =>
      all.flatMap((one) => {
        return values.map((value) => (value === undefined ? one : { ...one, [name]: value }));
      }),
    [example],
  );
}

test.each(KINDS.map((kind) => [kind.type, kind.schema] as const))(
  '%s: the rule has at most 200 characters, and the exact terms have all digits',
  (type, { fields, example }) => {
    const expiresAt = unixSeconds(Number(EXPIRY) + SECONDS_OF_TEN_YEARS);
    const seen = new Set<string>();
    let longest = '';
    for (const given of combine(Object.keys(fields), { ...example, type })) {
      const condition = parseOrSkip(given, expiresAt);
      if (!condition) continue;
      const { rule, terms } = splitDetails(describeCondition(condition, expiresAt));
      if (rule.length > longest.length) longest = rule;
      expect(printable(rule)).toBe(rule);
      seen.add('timing' in condition ? condition.timing : 'at_expiry');
      expect(rule).toMatch(/(all stakes are refunded|the outcome is No)\.$/);
      expect(terms).toContain('2036-11-14T15:34:54Z');
      for (const field of ['threshold', 'low', 'high', 'minimumBalance']) {
        const number = (condition as unknown as Fields)[field];
        if (number === undefined || number === '0') continue;
        expect(terms).toContain(groupDigits(String(number)));
      }
      if (rule.includes('G9xL…pump')) expect(terms).toContain(TOKEN);
    }
    expect(longest.length, longest).toBeLessThanOrEqual(200);
    const { timing = { enum: ['at_expiry'] } } = fields as { timing?: { enum: string[] } };
    expect([...seen].sort()).toEqual([...timing.enum].sort());
  },
);

/** What no market can have is left out. */
function parseOrSkip(given: Fields, expiresAt: UnixSeconds): Condition | undefined {
  try {
    return parseCondition(given, { question: '', tokenAddress: TOKEN, expiresAt });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // A kind may have the fields of several others, each of them only some.
    const [, name] = /has no field (\w+)/.exec(error.message) ?? [];
    if (name === undefined) return undefined;
    const { [name]: _, ...rest } = given;
    return parseOrSkip(rest, expiresAt);
  }
}
