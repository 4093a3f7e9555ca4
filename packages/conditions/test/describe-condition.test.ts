import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import { compileSupported } from '../src/compile-supported.ts';
import { CONDITION_SCHEMA } from '../src/condition-schema.ts';
import { describeCondition, describeMarketCondition } from '../src/describe-condition.ts';
import { TIMINGS } from '../src/kinds/shared/threshold.ts';
import { asSampled, lastSampleAt } from '../src/sampled-condition.ts';

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

const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const EXPIRY = unixSeconds(1_893_456_000);
const input = { question: 'Will it happen?', tokenAddress: TOKEN, expiresAt: EXPIRY };
// Web sources have a pace of their own, a range counts at the expiry only, and a count of launches
// does not depend on when they are looked at.
const others = ['attested', 'web_value', 'range', 'change', 'launchpad_count'];
const timed = CONDITION_SCHEMA.examples.filter(({ type }) => !others.includes(type));
const FACTS = ['token_event', 'authority', 'account_fact'];

test.each(timed)(
  '$type: samples and their gaps are named exactly where they count',
  async (given) => {
    for (const timing of TIMINGS) {
      const { condition } = await compileCondition({ ...input, condition: { ...given, timing } });
      const words = describeCondition(condition, EXPIRY);
      const isSampled = asSampled(condition) !== undefined && timing !== 'at_expiry';
      expect(isSampled).toBe(!FACTS.includes(given.type) && timing !== 'at_expiry');
      expect(words.includes('every 10 seconds or more often')).toBe(isSampled);
      expect(words.includes('more than 10 minutes')).toBe(isSampled);
      expect(words).toContain('all stakes are refunded');
    }
  },
);

test('samples can come until the expiry, or shortly after it if the first one decides', () => {
  const pool = { windowSeconds: 60, samplesMin: 3 };
  expect([
    lastSampleAt({ isTriggered: true }, EXPIRY) - EXPIRY,
    lastSampleAt({ isTriggered: true, pool }, EXPIRY) - EXPIRY,
    lastSampleAt({ isTriggered: false, pool }, EXPIRY) - EXPIRY,
    lastSampleAt({ isTriggered: false }, EXPIRY) - EXPIRY,
  ]).toEqual([10, 10, 10, 120]);
});
