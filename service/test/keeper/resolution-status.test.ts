import type { Address } from '@solana/kit';
import { compileSupported } from '@tote/conditions/compile-supported';
import { readCondition } from '@tote/conditions/read-condition';
import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { describeResolution, type ResolutionInput } from '../../src/keeper/resolution-status.ts';
import type { MarketEnd, MarketView } from '../../src/store/projection/market-view.ts';

const ORACLE = 'So11111111111111111111111111111111111111112' as Address;
const OTHER = '11111111111111111111111111111111' as Address;
const [CLOSES, EXPIRES, REFUND] = [1_000, 2_000, 3_000].map(unixSeconds) as [never, never, never];
const { canonical } = await compileSupported({
  question: 'Will it rain?',
  tokenAddress: null,
  expiresAt: EXPIRES,
});

const { canonical: measured } = await compileSupported({
  question: 'Will SOL be above $1,000 at any time before expiry?',
  tokenAddress: null,
  expiresAt: EXPIRES,
});

const parsed = (text: string) => ({ condition: text, parsedCondition: readCondition(text) });

const market = {
  source: MarketSource.Oracle,
  subject: ORACLE,
  ...parsed(canonical),
  closesAt: CLOSES,
  expiresAt: EXPIRES,
  refundAt: REFUND,
  end: null,
  mismatch: null,
} as unknown as MarketView;

const at = (now: number, failures: ResolutionInput['failures'] = []): ResolutionInput => ({
  clock: { now: () => unixSeconds(now) },
  wallMs: () => 50_000,
  keys: { oracle: { address: ORACLE } },
  failures,
});

test.each([
  ['open', 999],
  ['closed', 1_000],
  ['expired', 2_999],
  ['overdue', 3_000],
])('a market whose oracle is disabled waits for its refund, %s at %i', (_name, now) => {
  const open = { ...market, isOracleDisabled: true };
  const waitingFor = 'the refund of all stakes, because its oracle is disabled';
  const waiting = { waitingFor, lastFailure: null, nextTryAt: null };
  expect(describeResolution(open, at(now))).toEqual(waiting);
  // It says nothing about a market that has ended.
  expect(describeResolution({ ...open, end: {} as MarketEnd }, at(now))).toBeNull();
});

test.each([
  ['open', 999, {}, null],
  ['closed', 1_000, {}, 'the expiry at 1970-01-01 00:33:20 UTC'],
  ['just before the expiry', 1_999, {}, 'the expiry at 1970-01-01 00:33:20 UTC'],
  ['expired', 2_000, {}, 'the confirmation of its outcome'],
  ['expired', 2_999, { subject: OTHER }, `the outcome of its own oracle, ${OTHER}`],
  ['expired', 2_000, { source: MarketSource.StateFact }, 'an observation of the account that'],
  [
    'expired',
    2_000,
    { ...parsed('as I say'), mismatch: 'It is not in the form.' },
    'its refund at 1970-01-01 00:50 UTC, because we cannot verify',
  ],
  ['expired', 2_000, { mismatch: 'They differ.' }, 'because its condition is not what decides it'],
  [
    'expired',
    2_000,
    { mismatch: 'They differ.', subject: OTHER },
    `the outcome of its own oracle, ${OTHER}`,
  ],
  ['expired', 2_010, parsed(measured), 'enough good samples of what it is about'],
  [
    'expired',
    2_011,
    parsed(measured),
    'by the samples that were taken in time; without it, all stakes are refunded at 1970-01-01 00:50 UTC',
  ],
  ['overdue', 3_000, {}, 'the refund of all stakes'],
  ['overdue', 3_000, { subject: OTHER }, 'the refund of all stakes'],
  ['ended', 2_500, { end: {} as MarketEnd }, null],
])('%s at %i with %j', (_name, now, changes, waitingFor) => {
  const status = describeResolution({ ...market, ...changes }, at(now));
  if (waitingFor === null) expect(status).toBeNull();
  else {
    expect(status?.waitingFor).toContain(waitingFor);
    expect(status).toMatchObject({ lastFailure: null, nextTryAt: null });
  }
});

test("shows the last failure of deciding, and the time of the retry by the chain's clock", () => {
  const failure = { text: 'The chain does not answer.', failures: 3, nextTryMs: 51_500 };
  const failures = [
    { task: 'settle-ended-markets', failure: { ...failure, text: 'not this one' } },
    { task: 'resolve-due-events', failure },
  ] as const;
  expect(describeResolution(market, at(2_000, failures))).toEqual({
    waitingFor: expect.stringContaining('the confirmation of its outcome'),
    lastFailure: 'The chain does not answer.',
    nextTryAt: 2_002,
  });
});
