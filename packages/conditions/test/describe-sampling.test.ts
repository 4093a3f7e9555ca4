import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import { CONDITION_SCHEMA } from '../src/condition-schema.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { TIMINGS } from '../src/kinds/shared/threshold.ts';
import { asSampled, lastSampleAt } from '../src/sampled-condition.ts';

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
