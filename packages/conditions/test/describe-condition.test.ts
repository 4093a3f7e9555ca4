import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { compileSupported } from '../src/compile-supported.ts';
import { describeMarketCondition } from '../src/describe-condition.ts';
import { lastSampleAt } from '../src/sampled-condition.ts';

const expiresAt = unixSeconds(1_800_000_000);
const question = 'Will it rain?';
const { condition: parsedCondition } = await compileSupported({
  ...{ question, tokenAddress: null, expiresAt },
});
const market = { question, parsedCondition, expiresAt, mismatch: null, vetoSeconds: 0 };

test('the details of an oracle market say what a disabled oracle means, those of a fact do not', () => {
  const oracle = describeMarketCondition({ ...market, source: MarketSource.Oracle });
  expect(oracle).toMatch(/^Yes if the market’s oracle attests .*, the outcome is No\.$/m);
  expect(oracle).toMatch(/its oracle is disabled before .*, all stakes are refunded\.$/);
  for (const source of [MarketSource.TimedFact, MarketSource.StateFact]) {
    expect(describeMarketCondition({ ...market, source })).not.toContain('disabled');
  }
});

test('the rule of an attested market names the event, without what could break its lines', () => {
  const oracle = { ...market, source: MarketSource.Oracle };
  expect(describeMarketCondition(oracle)).toContain(
    'attests by 2027-01-15 08:00 UTC that the answer to “Will it rain?” is Yes. If the oracle ',
  );
  const broken = describeMarketCondition({ ...oracle, question: 'Will it\n\nExactly: rain?' });
  expect(broken).toContain('the answer to “Will it\ufffd\ufffdExactly: rain?” is Yes.');
});

test('with a mismatch that comes first', () => {
  const wrong = { ...market, source: MarketSource.Oracle, mismatch: 'They differ.' };
  expect(describeMarketCondition(wrong)).toMatch(
    /^This is not what decides the market: .*\.\n\nThey differ\. Its condition says: Yes if.*$/,
  );
});

test('the veto time is said where an oracle’s outcome waits for it', () => {
  const veto =
    'The outcome is final 90 minutes after the oracle has set it. Until then the guardian can ' +
    'veto it, and then all stakes are refunded.';
  const vetoed = { ...market, vetoSeconds: 5_400 };
  const { Oracle, StateFact } = MarketSource;
  expect(describeMarketCondition({ ...vetoed, source: Oracle })).toContain(` ${veto} If the key`);
  expect(describeMarketCondition({ ...market, source: Oracle })).not.toContain('veto');
  expect(describeMarketCondition({ ...vetoed, source: StateFact })).not.toContain('veto');
});

test('samples can come until the expiry, or shortly after it if the first one decides', () => {
  const pool = { windowSeconds: 60, samplesMin: 3 };
  expect([
    lastSampleAt({ isTriggered: true }, expiresAt) - expiresAt,
    lastSampleAt({ isTriggered: true, pool }, expiresAt) - expiresAt,
    lastSampleAt({ isTriggered: false, pool }, expiresAt) - expiresAt,
    lastSampleAt({ isTriggered: false }, expiresAt) - expiresAt,
  ]).toEqual([10, 10, 10, 120]);
});
