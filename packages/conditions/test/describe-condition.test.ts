import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { compileSupported } from '../src/compile-supported.ts';
import { describeMarketCondition } from '../src/describe-condition.ts';

const expiresAt = unixSeconds(1_800_000_000);
const { condition: parsedCondition } = await compileSupported({
  ...{ question: 'Will it rain?', tokenAddress: null, expiresAt },
});
const market = { parsedCondition, expiresAt, mismatch: null };

test('the details of an oracle market say what a disabled oracle means, those of a fact do not', () => {
  const oracle = describeMarketCondition({ ...market, source: MarketSource.Oracle });
  expect(oracle).toMatch(/^Yes if the market's oracle attests .*, otherwise No\. If the key of/);
  expect(oracle).toMatch(/its oracle is disabled before .*, all stakes are refunded\.$/);
  for (const source of [MarketSource.TimedFact, MarketSource.StateFact]) {
    expect(describeMarketCondition({ ...market, source })).not.toContain('disabled');
  }
});

test('with a mismatch that comes first', () => {
  const wrong = { ...market, source: MarketSource.Oracle, mismatch: 'They differ.' };
  expect(describeMarketCondition(wrong)).toMatch(
    /^This is not what decides the market\. They differ\. Its condition says: Yes if/,
  );
});
