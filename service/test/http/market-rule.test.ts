// What a market shows of its rule.
import { readCondition } from '@tote/conditions/read-condition';
import { addSeconds, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import {
  presentCondition,
  presentDeadlines,
  presentTiming,
} from '../../src/http/presenters/market-detail.ts';

const expiresAt = unixSeconds(1_893_456_000);
const dates = {
  ...{ closesAt: addSeconds(expiresAt, -60), expiresAt },
  ...{ refundAt: addSeconds(expiresAt, 86_400), vetoSeconds: 600 },
};
const marketOf = (condition: string) => ({
  ...{ condition, parsedCondition: readCondition(condition) },
  ...dates,
});
const event = marketOf('{"tokenAddress":null,"type":"attested","version":1}');
const verdict = marketOf(
  '{"answerSeconds":7200,"silence":"refund","tokenAddress":null,"type":"attested","version":1}',
);
const foreign = marketOf('{"type":"magic"}');

test('the condition is as a request has it, and null if it cannot be read', () => {
  expect(presentCondition(event)).toEqual({ type: 'attested' });
  const fields = { type: 'attested', silence: 'refund', answerSeconds: 7_200 };
  expect(presentCondition(verdict)).toEqual(fields);
  expect(presentCondition(foreign)).toBeNull();
});

test('an event may come at any time, a verdict is about the expiry', () => {
  expect([event, verdict, foreign].map(presentTiming)).toEqual([
    'any_time_before',
    'at_expiry',
    null,
  ]);
});

test('it is decided two minutes after the expiry or when answers end, and after the veto', () => {
  expect(presentDeadlines(event)).toEqual({
    bettingClosesAt: dates.closesAt,
    expireAt: expiresAt,
    resolvesBy: expiresAt + 720,
    refundAt: dates.refundAt,
  });
  expect(presentDeadlines(verdict).resolvesBy).toBe(expiresAt + 7_800);
});
