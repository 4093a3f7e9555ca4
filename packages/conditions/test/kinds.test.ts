import { address } from '@solana/kit';
import { DomainError, unixSeconds } from '@tote/domain';
import { MarketSource, NO_ADDRESS } from '@tote/program-client';
import Ajv from 'ajv';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import type { ConditionInput } from '../src/condition-input.ts';
import { CONDITION_SCHEMA } from '../src/condition-schema.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { listConditionAccounts } from '../src/evaluate.ts';
import { CONDITION_TYPES } from '../src/kinds/kind-of.ts';
import { TIMINGS } from '../src/kinds/shared/threshold.ts';
import { readCondition } from '../src/read-condition.ts';
import { asSampled } from '../src/sampled-condition.ts';

const CONDITION_EXAMPLES = CONDITION_SCHEMA.examples;
const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const CURVE = 'F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL';
const EXPIRY = unixSeconds(1_893_456_000);
const input: ConditionInput = {
  question: 'Will it happen?',
  tokenAddress: TOKEN,
  expiresAt: EXPIRY,
};

const compile = (condition: object, more: Partial<ConditionInput> = {}) =>
  compileCondition({ ...input, ...more, condition });
const solAbove = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '250' };
const fact = CONDITION_EXAMPLES.at(-1) ?? {};
const capAbove = { type: 'market_cap', comparator: 'gt', threshold: '5', unit: 'USD' };

describe('the schema', () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(CONDITION_SCHEMA);

  test('has an example of each type', () => {
    expect(CONDITION_EXAMPLES.map(({ type }) => type)).toEqual(CONDITION_TYPES);
  });

  test.each(CONDITION_EXAMPLES)('takes what is compiled: $type', async (example) => {
    expect(validate(example)).toBe(true);
    const { condition, canonical } = await compile(example);
    expect(condition.type).toBe(example.type);
    expect(readCondition(canonical)).toEqual(condition);
    // The compiled condition can be sent as a condition again.
    const { tokenAddress: _token, ...fields } = condition;
    expect(validate(fields)).toBe(true);
    expect((await compile(fields)).canonical).toBe(canonical);
  });

  test.each(CONDITION_EXAMPLES)(
    'refuses what is refused: $type with another field',
    async (example) => {
      const wrong = { ...example, colour: 'red' };
      expect(validate(wrong)).toBe(false);
      await expect(compile(wrong)).rejects.toThrow('has no field colour');
    },
  );
});

describe('canonical text', () => {
  test.each([
    [
      solAbove,
      '{"comparator":"gt","feed":"SOL",' +
        '"feedId":"ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d",' +
        '"receiver":"rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ","threshold":"250",' +
        '"timing":"at_expiry","tokenAddress":null,"type":"price_feed","unit":"USD","version":1}',
    ],
  ])('is the same for ever: %o', async (condition, canonical) => {
    expect((await compile(condition, { tokenAddress: null })).canonical).toBe(canonical);
  });

  test.each([
    ['0250.00', undefined],
    ['250.50', '250.5'],
    [250.5, '250.5'],
    [{ text: '2.505e2', isJsonNumber: true }, '250.5'],
    [{ text: '250.50', isJsonNumber: true }, '250.5'],
    ['.5', undefined],
    ['-1', undefined],
    ['0', undefined],
    [0, undefined],
    [Number.NaN, undefined],
    [1e21, '1000000000000000000000'],
    [0.1 + 0.2, undefined],
    ['1e3', undefined],
    [' 1', undefined],
    ['1,000', undefined],
    [true, undefined],
    [null, undefined],
    [['1'], undefined],
    ['9'.repeat(41), undefined],
    [{ text: '1e999999999', isJsonNumber: true }, undefined],
  ])('a threshold of %j becomes %j', async (threshold, expected) => {
    const compiled = compile({ ...capAbove, threshold });
    if (expected === undefined) {
      await expect(compiled).rejects.toMatchObject({ code: 'condition_invalid' });
    } else {
      expect((await compiled).condition).toMatchObject({ threshold: expected });
    }
  });

  test('accepts both timings in either writing', async () => {
    const { condition } = await compile({ ...capAbove, timing: 'any time before' });
    expect(condition).toMatchObject({ timing: 'any_time_before' });
  });

  test.each([
    { version: 2 },
    { tokenAddress: null },
    { tokenAddress: 'x' },
    { threshold: '250.0' },
    { threshold: 250 },
    { feed: 'sol' },
    { feed: 'BTC' },
    { feedId: '00' },
    { receiver: TOKEN },
    { timing: 'at expiry' },
    { unit: 'SOL' },
    { extra: 1 },
    { comparator: 'eq' },
  ])('of another form is not read: %o', async (change) => {
    const { canonical } = await compile(solAbove);
    const fields = { ...JSON.parse(canonical), ...change };
    const sorted = Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
    const text = JSON.stringify(sorted);
    const isReadable = 'tokenAddress' in change && change.tokenAddress === null;
    expect(readCondition(text).type).toBe(isReadable ? 'price_feed' : 'unknown');
  });
});

describe('refusals', () => {
  test.each([
    [
      { type: 'price_feed', feed: 'GOLD', comparator: 'gt', threshold: '1' },
      'one of SOL, BTC, ETH',
    ],
    [{ ...solAbove, threshold: '0.000000001', comparator: 'lte' }, 'cannot have such a price'],
    [{ ...solAbove, threshold: '100000000000' }, 'cannot have such a price'],
    [{ ...solAbove, unit: 'SOL' }, 'the field unit must be one of USD'],
    [{ ...solAbove, comparator: 'eq' }, 'the field comparator must be one of gte, gt, lte, lt'],
    [{ ...solAbove, comparator: undefined }, 'the field comparator is missing'],
    [{ ...solAbove, timing: 'soon' }, 'the field timing must be one of at_expiry'],
    [{ ...solAbove, receiver: TOKEN }, 'the receiver is not one of Pyth’s'],
    [{ ...capAbove, unit: 'EUR' }, 'the field unit must be one of USD, SOL'],
    [{ ...capAbove, samplesMin: 0 }, 'a whole number from 1 to 60'],
    [{ type: 'holder_count', comparator: 'gt', threshold: '1.5' }, 'a whole number such as 1000'],
    [{ type: 'token_event', event: 'listed' }, 'one of curve_complete, migrated'],
    [
      { type: 'token_supply', comparator: 'gt', threshold: '18446744073709551616' },
      'such a supply',
    ],
    [
      { type: 'token_supply', comparator: 'gt', threshold: '1', tokenProgram: TOKEN },
      'the field tokenProgram must be one of Tokenkeg',
    ],
    [{ ...fact, value: '-1' }, 'a whole number from 0 to 18446744073709551615'],
    [{ ...fact, offset: 65_536 }, 'a whole number from 0 to 65535'],
    [{ ...fact, owner: NO_ADDRESS }, 'another program than the System program'],
    [{ ...fact, dataType: 'bytes32' }, 'comparator must be one of eq, ne'],
    [{ ...fact, ...{ dataType: 'bytes32', comparator: 'eq', value: 'ff' } }, 'lower-case hex'],
    [{ ...fact, owner: 'x' }, 'the field owner must be an address'],
  ])('%o', async (condition, reason) => {
    const refusal = compile(condition);
    await expect(refusal).rejects.toThrow(DomainError);
    await expect(refusal).rejects.toMatchObject({ code: 'condition_invalid' });
    await expect(refusal).rejects.toThrow(reason);
  });

  test.each(['token_price', 'market_cap', 'token_event', 'holder_count', 'token_supply'])(
    '%s without a token',
    async (type) => {
      const example = CONDITION_EXAMPLES.find((each) => each.type === type) ?? {};
      const refusal = compile(example, { tokenAddress: null });
      await expect(refusal).rejects.toMatchObject({ code: 'token_address_missing' });
    },
  );
});

describe('a fact', () => {
  test.each([
    ['gte', '0.123456785', 12_345_679n],
    ['gt', '0.123456785', 12_345_678n],
    ['lte', '0.123456785', 12_345_678n],
    ['lt', '0.123456785', 12_345_679n],
    ['gte', '0.12345678', 12_345_678n],
  ])(
    '%s %s between two prices divides them in the same place',
    async (comparator, threshold, value) => {
      const { decider } = await compile({ ...solAbove, comparator, threshold });
      expect('clauses' in decider && decider.clauses.at(-1)).toMatchObject({ comparator, value });
    },
  );

  test('is not the supply of an unknown mint: the oracle decides', async () => {
    const supply = { type: 'token_supply', comparator: 'lt', threshold: '0.5' };
    const unknown = await compile({ ...supply, timing: 'any_time_before' });
    expect(unknown).toMatchObject({ decider: { source: MarketSource.Oracle }, isTriggered: true });
  });
});

test.each([
  [{ ...solAbove, timing: 'any_time_before' }, true, false],
  [capAbove, false, true],
  [{ ...capAbove, timing: 'any_time_before' }, true, false],
  [{ ...capAbove, type: 'token_price' }, false, true],
  [{ type: 'holder_count', comparator: 'gte', threshold: 5 }, false, false],
  [
    { type: 'holder_count', comparator: 'gte', threshold: 5, timing: 'any_time_before' },
    true,
    false,
  ],
])('the oracle decides %o', async (condition, isTriggered, closesEarly) => {
  expect(await compile(condition)).toMatchObject({
    decider: { source: MarketSource.Oracle },
    isTriggered,
    isLatched: false,
    closesEarly,
  });
});

describe('in words', () => {
  const words = async (condition: object, more: Partial<ConditionInput> = {}) =>
    describeCondition((await compile(condition, more)).condition, EXPIRY);

  test('a price at expiry', async () => {
    expect(await words({ ...solAbove, threshold: '1250.5' }, { tokenAddress: null })).toBe(
      'Yes if SOL is above $1,250.5 at 2030-01-01 00:00 UTC, by the first Pyth price within ' +
        '60 seconds. If there is no usable price, all stakes are refunded.\n\n' +
        'Exactly: the first Pyth SOL/USD price published at or after 2030-01-01T00:00:00Z, and ' +
        'at most 60 seconds later, is above 1,250.5 USD. Updates count if they are ' +
        'fully verified by rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ, with a confidence of at ' +
        'most 12.505 USD.',
    );
  });

  test('a market capitalisation', async () => {
    const condition = { ...capAbove, threshold: '1000000000', timing: 'any_time_before' };
    expect(await words(condition)).toBe(
      'Yes if G9xL…pump’s market cap is above $1,000,000,000 at any time before 2030-01-01 ' +
        '00:00 UTC. If samples are missing for 10 minutes, all stakes are refunded.\n\n' +
        'Exactly: as soon as the median of at least 3 samples of the market capitalisation ' +
        `(price times total supply) of ${TOKEN}, over 60 seconds, is above 1,000,000,000 USD, ` +
        'at any time before 2030-01-01T00:00:00Z, the market ends as Yes; if that does not ' +
        'happen, as No. It is read from the deepest of its ' +
        'launchpad’s pools with SOL, which must hold 10 SOL, and turned into USD by the Pyth ' +
        'SOL/USD price. We sign bets in SOL only while the stakes on their outcome are below ' +
        'what it costs to hold the price at the threshold. The market’s oracle looks every 10 ' +
        'seconds or more often; what happens between two looks does not count. If it has no good ' +
        'sample for more than 10 minutes, ' +
        'and no other sample decides, data is missing and all stakes are refunded.',
    );
  });

  const GLOBAL = ['price_feed', 'price_ratio', 'account_fact'];
  // They have no timing to choose, and tests of their own.
  const UNTIMED = ['range', 'change', 'launchpad_count'];
  const TIMED = CONDITION_EXAMPLES.filter(({ type }) => !UNTIMED.includes(type));
  // Web sources have a pace of their own.
  const UNSAMPLED = ['attested', 'web_value', 'token_event', 'authority', 'account_fact'];
  test.each(TIMED)('$type names the time that counts, the token and samples', async (example) => {
    for (const timing of TIMINGS) {
      const isTimed = example.type !== 'attested';
      const { condition } = await compile(isTimed ? { ...example, timing } : example);
      const text = describeCondition(condition, EXPIRY);
      const [rule = '', terms = '', ...more] = text.split('\n\n');
      expect(rule).toMatch(/^Yes if .*2030-01-01 00:00 UTC.*\. If .*\.$/);
      expect(rule).not.toContain('otherwise');
      expect(rule.includes('all stakes are refunded')).toBe(isTimed);
      expect(terms).toMatch(/^Exactly: .*2030-01-01T00:00:00Z.*\.$/);
      expect(more).toEqual([]);
      expect(terms.includes(TOKEN)).toBe(!GLOBAL.includes(example.type));
      const isSampled = asSampled(condition) !== undefined && timing !== 'at_expiry';
      expect(isSampled).toBe(!UNSAMPLED.includes(example.type) && timing !== 'at_expiry');
      expect(terms.includes('every 10 seconds or more often')).toBe(isSampled);
      expect(terms.includes('more than 10 minutes')).toBe(isSampled);
      if (!isTimed || timing === 'at_expiry') continue;
      const [once, never] = timing === 'never_before' ? ['No', 'Yes'] : ['Yes', 'No'];
      expect(terms).toContain(`ends as ${once}; if that does not happen, as ${never}.`);
    }
  });
});

test('the accounts that must be read', async () => {
  const { condition } = await compile(capAbove);
  const accounts = await listConditionAccounts(condition);
  expect(accounts).toContain(address(TOKEN));
  expect(accounts).toContain(address(CURVE));
  const pool = address('Q2sPHPdUWFMg7M7wwrQKLrn619cAucfRsmhVJffodSp');
  const named = await compile(capAbove, { token: { pool } });
  expect(await listConditionAccounts(named.condition)).toContain(pool);
  expect(describeCondition(named.condition, EXPIRY)).toContain(`and the pool ${pool}`);
  expect(accounts).toContain('7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE');
});
