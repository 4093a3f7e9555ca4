import { type Outcome, splitDetails, unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import type { ConditionInput } from '../src/condition-input.ts';
import { describeCondition } from '../src/describe-condition.ts';
import { evaluateCondition } from '../src/evaluate.ts';
import { readCondition } from '../src/read-condition.ts';

const EXPIRY = unixSeconds(1_900_000_000);
const HOUR = 3_600;
const DAY = 24 * HOUR;
const EVENT = 'Will it rain in Lisbon?';
const STATE = 'Will the sky be blue?';

const compile = (question: string, more: Partial<ConditionInput> = {}) =>
  compileCondition({ question, tokenAddress: null, expiresAt: EXPIRY, ...more });

describe('the kind', () => {
  test('follows from the question', async () => {
    const event = await compile(EVENT);
    expect(event.canonical).toBe('{"tokenAddress":null,"type":"attested","version":1}');
    expect(event.isTriggered).toBe(true);
    const verdict = await compile(STATE);
    expect(verdict.condition).toMatchObject({ silence: 'refund', answerSeconds: DAY });
    expect(verdict.isTriggered).toBe(false);
    expect(readCondition(verdict.canonical)).toEqual(verdict.condition);
    const structured = await compile(STATE, { condition: { type: 'attested' } });
    expect(structured.condition).toEqual(verdict.condition);
  });

  test('of an event can be changed, that of a verdict cannot', async () => {
    const changed = await compile(EVENT, { attestation: { silence: 'refund' } });
    expect(changed.condition).toMatchObject({ silence: 'refund', answerSeconds: DAY });
    const same = await compile(EVENT, { attestation: { silence: 'no' } });
    expect(same.condition).toEqual((await compile(EVENT)).condition);
    const refused = compile(STATE, { attestation: { silence: 'no' } });
    await expect(refused).rejects.toMatchObject({ code: 'attestation_contradicts_question' });
    const structured = compile(STATE, { condition: { type: 'attested', silence: 'no' } });
    await expect(structured).rejects.toMatchObject({ code: 'attestation_contradicts_question' });
  });

  test('is no matter of a measured question', async () => {
    const refused = compile('Will SOL be above $250?', { attestation: { silence: 'refund' } });
    await expect(refused).rejects.toMatchObject({ code: 'attestation_not_applicable' });
  });

  test.each([
    [HOUR - 1, false],
    [HOUR, true],
    [29 * DAY, true],
    [29 * DAY + 1, false],
    [-1, false],
  ])('has an end %i seconds after the expiry: %s', async (seconds, isAllowed) => {
    const endsAt = unixSeconds(EXPIRY + seconds);
    const compiling = compile(STATE, { attestation: { silence: 'refund', endsAt } });
    if (isAllowed) expect((await compiling).condition).toMatchObject({ answerSeconds: seconds });
    else
      await expect(compiling).rejects.toMatchObject({ code: 'attestation_ends_at_out_of_range' });
  });

  test('without a verdict has no end', async () => {
    const endsAt = unixSeconds(EXPIRY + DAY);
    const refused = compile(EVENT, { attestation: { silence: 'no', endsAt } });
    await expect(refused).rejects.toMatchObject({ code: 'attestation_ends_at_out_of_range' });
  });
});

test.each([
  ['blah', true],
  ['Rain tomorrow?', true],
  ['the moon and stars', true],
  ['Rain in Lisbon?', false],
  ['It will rain tomorrow', false],
  ['明日東京で雨が降りますか？', false],
  ['هل ستمطر غدا؟', false],
])('%s: a warning that it is no question: %s', async (question, isWarned) => {
  const { warnings } = await compile(question);
  expect(warnings.some((text) => text.startsWith('This is not a full question'))).toBe(isWarned);
});

test('what is measured needs no such warning', async () => {
  const { warnings } = await compile('SOL > $250');
  expect(warnings.join()).not.toContain('full question');
});

test('the words say what silence means', async () => {
  const { condition: event } = await compile(EVENT);
  expect(describeCondition(event, EXPIRY)).toContain('the outcome is No.');
  const { condition: verdict } = await compile(STATE);
  expect(describeCondition(verdict, EXPIRY)).toContain(
    'between 2030-03-17 17:46:40 UTC and 2030-03-18 17:46:40 UTC.',
  );
  expect(describeCondition(verdict, EXPIRY)).toContain('all stakes are refunded');
  expect(describeCondition(verdict, EXPIRY, STATE)).toContain(
    'The market’s oracle answers “Will the sky be blue?” with Yes or No between ',
  );
});

test('a question is quoted if the rule then has at most 200 characters', async () => {
  const { condition: event } = await compile(EVENT);
  const { condition: verdict } = await compile(STATE);
  for (const condition of [event, verdict]) {
    const ruleOf = (characters: number) =>
      splitDetails(describeCondition(condition, EXPIRY, 'x'.repeat(characters))).rule;
    const most = 200 - ruleOf(10).length + 10;
    expect(ruleOf(most)).toHaveLength(200);
    expect(ruleOf(most)).toContain(`“${'x'.repeat(most)}”`);
    expect(ruleOf(most + 1)).toMatch(/(answers|the answer to) the question (with|is Yes)/);
    expect(ruleOf(500).length).toBeLessThanOrEqual(200);
  }
});

test.each<[string, Outcome, number, string]>([
  ['before the expiry', 'Yes', -1, 'unknown'],
  ['at the expiry', 'Yes', 0, 'met'],
  ['at the expiry', 'No', 0, 'not_met'],
  ['at the end', 'No', DAY, 'not_met'],
  ['after the end', 'Yes', DAY + 1, 'unknown'],
])('a verdict %s, %s, counts as %s', async (_, outcome, seconds, expected) => {
  const { condition } = await compile(STATE);
  const moments = { createdAt: unixSeconds(1), expiresAt: EXPIRY, now: unixSeconds(EXPIRY + DAY) };
  const attestation = { outcome, createdAt: unixSeconds(EXPIRY + seconds) };
  const { verdict } = await evaluateCondition(condition, { samples: [], attestation }, moments);
  expect(verdict).toBe(expected);
});

test('an event that is attested up to the expiry is a Yes, otherwise a No', async () => {
  const { condition } = await compile(EVENT);
  const verdictOf = (attestedAt: number | undefined, now = EXPIRY + 1) => {
    const createdAt = unixSeconds(attestedAt ?? 0);
    const moments = { createdAt: unixSeconds(1), expiresAt: EXPIRY, now: unixSeconds(now) };
    const attestation =
      attestedAt === undefined ? {} : { attestation: { outcome: 'Yes' as const, createdAt } };
    return evaluateCondition(condition, { samples: [], ...attestation }, moments);
  };
  expect(await verdictOf(EXPIRY)).toMatchObject({ verdict: 'met', at: EXPIRY });
  expect(await verdictOf(EXPIRY + 1)).toMatchObject({ verdict: 'not_met' });
  expect(await verdictOf(undefined)).toMatchObject({ verdict: 'not_met' });
  expect(await verdictOf(undefined, EXPIRY - 1)).toMatchObject({ code: 'not_due' });
});

test('silence is no verdict', async () => {
  const { condition } = await compile(STATE);
  const moments = { createdAt: unixSeconds(1), expiresAt: EXPIRY, now: unixSeconds(EXPIRY + DAY) };
  expect(await evaluateCondition(condition, { samples: [] }, moments)).toMatchObject({
    verdict: 'unknown',
  });
});
