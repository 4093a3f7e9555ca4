import type { Address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import Ajv from 'ajv';
import { afterAll, expect, test, vi } from 'vitest';
import type { Kind } from '../../src/kinds/kind.ts';
import { describeRule } from '../../src/kinds/shared/describe-rule.ts';
import { type Measured, measureValue, readMeasured } from '../../src/kinds/shared/measured.ts';
import { address, measured, unitOf } from '../../src/kinds/shared/schema.ts';
import { findAccount } from '../../src/oracles/account-snapshot.ts';
import { rational } from '../../src/oracles/rational.ts';
import { unreadable } from '../../src/oracles/reading.ts';

interface LengthCondition extends Measured<'bytes'> {
  readonly type: 'account_length';
  readonly tokenAddress: null;
  readonly account: Address;
}

const ACCOUNT = 'So11111111111111111111111111111111111111112' as Address;
const LIST = '../../src/kinds/index.ts';

const accountLength: Kind<LengthCondition> = {
  type: 'account_length',
  schema: {
    description: 'How many bytes an account has.',
    required: ['account', 'comparator', 'threshold'],
    fields: { ...measured, account: address, unit: unitOf('bytes') },
    example: { account: ACCOUNT, comparator: 'gte', threshold: '82' },
  },
  demo: [],
  parse: (fields) => ({
    ...{ type: 'account_length', tokenAddress: null },
    account: fields.address('account'),
    ...readMeasured(fields, { units: ['bytes'], unit: 'bytes', isWhole: true }),
  }),
  describe: ({ account, threshold, timing }, expiresAt) =>
    describeRule(timing, expiresAt, {
      before: `the account ${account} has at least ${threshold} bytes`,
      at: 'in the first sample at or after',
    }),
  listAccounts: ({ account }) => [account],
  measurer: (condition) => (sample) => {
    const length = findAccount(sample, condition.account)?.data.length;
    if (length === undefined) return unreadable('missing', 'it was not read');
    return measureValue(rational(BigInt(length)), condition);
  },
};

// Test files share modules: these are loaded again with the longer list.
vi.resetModules();
vi.doMock(LIST, async (original) => {
  const { KINDS } = await original<typeof import('../../src/kinds/index.ts')>();
  return { KINDS: [...KINDS, accountLength] };
});

afterAll(() => {
  vi.doUnmock(LIST);
  vi.resetModules();
});

const { CONDITION_SCHEMA } = await import('../../src/condition-schema.ts');
const { compileCondition } = await import('../../src/compile-condition.ts');
const { decidedBy } = await import('../../src/decided-by.ts');
const { describeCondition } = await import('../../src/describe-condition.ts');
const evaluate = await import('../../src/evaluate.ts');
const { readCondition } = await import('../../src/read-condition.ts');

const EXPIRY = unixSeconds(1_893_456_000);
const input = { question: 'Will it grow?', tokenAddress: null, expiresAt: EXPIRY };
const example = { type: 'account_length', account: ACCOUNT, comparator: 'gte', threshold: '82' };

const sampleOf = (bytes: number, observedAt: number = EXPIRY) => ({
  slot: BigInt(observedAt),
  observedAt: unixSeconds(observedAt),
  accounts: [{ address: ACCOUNT, owner: null, data: new Uint8Array(bytes) }],
});

test('a kind in the list is parsed, described, documented, compiled and evaluated', async () => {
  expect(CONDITION_SCHEMA.examples).toContainEqual(example);
  const validate = new Ajv({ allowUnionTypes: true }).compile(CONDITION_SCHEMA);
  expect(validate(example)).toBe(true);
  expect(validate({ ...example, colour: 'red' })).toBe(false);

  const compiled = await compileCondition({ ...input, condition: example });
  const { condition, canonical } = compiled;
  expect(compiled).toMatchObject({ decider: { source: MarketSource.Oracle }, warnings: [] });
  expect(compiled).toMatchObject({ isTriggered: false, isLatched: false, closesEarly: false });
  expect(readCondition(canonical)).toEqual(condition);
  expect(describeCondition(condition, EXPIRY)).toBe(
    `Yes if the account ${ACCOUNT} has at least 82 bytes at 2030-01-01 00:00 UTC. If there ` +
      `is no usable sample, all stakes are refunded.\n\nExactly: the account ${ACCOUNT} has at ` +
      'least 82 bytes in the first sample at or after 2030-01-01T00:00:00Z.',
  );

  const moments = { createdAt: unixSeconds(EXPIRY - 60), expiresAt: EXPIRY, now: EXPIRY };
  const verdictOf = (bytes: number) =>
    evaluate.evaluateCondition(condition, { samples: [sampleOf(bytes)] }, moments);
  expect(await verdictOf(82)).toEqual({ verdict: 'met', at: EXPIRY, value: '82' });
  expect(await verdictOf(81)).toEqual({ verdict: 'not_met', at: EXPIRY, value: '81' });
  expect(await evaluate.listConditionAccounts(condition)).toEqual([ACCOUNT]);
  const progress = await evaluate.progressOf(condition)?.(sampleOf(81), moments);
  expect(progress).toEqual({ current: '81', target: '82', unit: 'bytes' });

  const market = { source: MarketSource.Oracle, subject: ACCOUNT, mismatch: null };
  expect(decidedBy({ ...market, parsedCondition: condition }, ACCOUNT)).toMatchObject({
    by: 'samples',
    sampled: { isTriggered: false, countsHolders: false },
  });
});

test('another timing, and what is wrong, need nothing more of the kind', async () => {
  const never = { ...example, timing: 'never_before' };
  const { condition, isTriggered, isInverted } = await compileCondition({
    ...input,
    condition: never,
  });
  expect({ isTriggered, isInverted }).toEqual({ isTriggered: true, isInverted: true });
  expect(describeCondition(condition, EXPIRY)).toMatch(
    /^Yes if it never happens that the account .* before 2030-01-01 00:00 UTC\. If samples/,
  );
  const refused = compileCondition({ ...input, condition: { ...example, threshold: '1.5' } });
  await expect(refused).rejects.toMatchObject({ code: 'condition_invalid' });
  const extra = compileCondition({ ...input, condition: { ...example, colour: 'red' } });
  await expect(extra).rejects.toThrow('a condition account_length has no field colour');
});
