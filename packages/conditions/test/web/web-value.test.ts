import { sha256Hex } from '@tote/chain/lib/sha256';
import { unixSeconds } from '@tote/domain';
import { MarketSource, NO_ADDRESS } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import { decidedBy, describeAwaited } from '../../src/decided-by.ts';
import { describeCondition } from '../../src/describe-condition.ts';
import { evaluateCondition, type FetchedCondition } from '../../src/evaluate.ts';
import type { Evidence } from '../../src/evaluation/verdict.ts';
import { readCondition, renderCondition } from '../../src/read-condition.ts';
import { replayEvidence } from '../../src/replay-evidence.ts';
import { judgeRound } from '../../src/web/judge-round.ts';
import { gapSecondsMax } from '../../src/web/web-condition.ts';
import { readWebEvidence, renderWebEvidence } from '../../src/web/web-evidence.ts';
import type { WebEvidence } from '../../src/web/web-round.ts';
import { CREATED, conditionOf, EXPIRY, hostAt, roundOf } from './web-fixtures.ts';

const WEATHER = { url: 'https://weather.example/lisbon?unit=mm', pointer: '/rain/mm' };
const GAUGE = { url: 'https://gauge.example.org:8443/lisbon.txt' };

const compile = (condition: object) =>
  compileCondition({
    ...{ question: 'Will it rain?', tokenAddress: null, expiresAt: EXPIRY },
    condition: { type: 'web_value', sources: [WEATHER], comparator: 'gte', value: 4, ...condition },
  });

describe('a condition', () => {
  test('has one canonical text', async () => {
    const { canonical, condition, ...rule } = await compile({ sources: [WEATHER, GAUGE] });
    expect(canonical).toBe(
      '{"comparator":"gte","delaySeconds":0,"quorum":2,"sources":[{"pointer":"/rain/mm",' +
        '"url":"https://weather.example/lisbon?unit=mm"},' +
        '{"url":"https://gauge.example.org:8443/lisbon.txt"}],"timing":"at_expiry",' +
        '"tokenAddress":null,"type":"web_value","value":"4","valueType":"number","version":1}',
    );
    expect(readCondition(canonical)).toEqual(condition);
    expect(rule).toMatchObject({
      decider: { source: MarketSource.Oracle },
      isTriggered: false,
      closesEarly: true,
    });
  });

  test('any time before is a trigger with a pace', async () => {
    const { condition, ...rule } = await compile({ timing: 'any_time_before' });
    expect(condition).toMatchObject({ pollSeconds: 60 });
    expect(condition).not.toHaveProperty('delaySeconds');
    expect(rule).toMatchObject({ isTriggered: true, isInverted: false, closesEarly: false });
    const never = await compile({ timing: 'never_before', pollSeconds: 300 });
    expect(never).toMatchObject({ isTriggered: true, isInverted: true, closesEarly: false });
    expect(never.condition).toMatchObject({ pollSeconds: 300 });
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 4],
  ])('of %i sources %i must agree, unless it says otherwise', async (count, quorum) => {
    const sources = Array.from({ length: count }, (_, index) => ({ url: hostAt(index) }));
    expect((await compile({ sources })).condition).toMatchObject({ quorum });
    const least = Math.floor(count / 2) + 1;
    for (const fitting of [least, count]) {
      const { condition } = await compile({ sources, quorum: fitting });
      expect(condition).toMatchObject({ quorum: fitting });
    }
    for (const wrong of [0, least - 1, count + 1]) {
      await expect(compile({ sources, quorum: wrong })).rejects.toThrow('the field quorum');
    }
  });

  test.each([
    [{ value: '4', comparator: 'eq' }, 'string', '4'],
    [{ value: '4', comparator: 'gt' }, 'number', '4'],
    [{ value: '4.50', comparator: 'eq', valueType: 'number' }, 'number', '4.5'],
    [{ value: -4.5, comparator: 'eq' }, 'number', '-4.5'],
    [{ value: '-0', comparator: 'lt' }, 'number', '0'],
    [{ value: { text: '-1e3', isJsonNumber: true }, comparator: 'ne' }, 'number', '-1000'],
    [{ value: true, comparator: 'ne' }, 'boolean', 'true'],
    [{ value: 'false', comparator: 'eq', valueType: 'boolean' }, 'boolean', 'false'],
    [{ value: '', comparator: 'eq' }, 'string', ''],
  ])('%o is a %s', async (fields, valueType, value) => {
    expect((await compile(fields)).condition).toMatchObject({ valueType, value });
  });

  test.each([
    [{ sources: [] }, 'a list of 1 to 5 objects'],
    [{ sources: Array.from({ length: 6 }, () => WEATHER) }, 'a list of 1 to 5 objects'],
    [{ sources: [WEATHER, { ...WEATHER, pointer: '/b' }] }, 'weather.example is there twice'],
    [
      { sources: [WEATHER, { url: 'https://WEATHER.example:8443/b' }] },
      'weather.example is there twice',
    ],
    [{ sources: [{ ...WEATHER, method: 'POST' }] }, 'has no field method'],
    [{ sources: [{ ...WEATHER, type: 'web' }] }, 'has no field type'],
    [{ sources: [{ pointer: '/a' }] }, 'the field url is missing'],
    [{ sources: [{ url: 'http://a.example/' }] }, 'begins with https://'],
    [{ sources: [{ url: 'ftp://a.example/' }] }, 'begins with https://'],
    [{ sources: [{ url: 'a.example' }] }, 'begins with https://'],
    [{ sources: [{ url: 'https://user:secret@a.example/' }] }, 'has a user or password'],
    [{ sources: [{ url: 'https://a.example/#v' }] }, 'has a # part'],
    [{ sources: [{ url: 'https://127.0.0.1/' }] }, 'has an IP address'],
    [{ sources: [{ url: 'https://2130706433/' }] }, 'has an IP address'],
    [{ sources: [{ url: 'https://0x7f.1/' }] }, 'has an IP address'],
    [{ sources: [{ url: 'https://[::1]/' }] }, 'has an IP address'],
    [{ sources: [{ url: 'https://localhost/' }] }, 'has no full host name'],
    [{ sources: [{ url: 'https://a.example./' }] }, 'has no full host name'],
    [{ sources: [{ url: 'https://a.example/..%2fb' }] }, 'an encoded slash'],
    [{ sources: [{ url: `https://a.example/${'x'.repeat(300)}` }] }, 'more than 300 characters'],
    [{ sources: [{ ...WEATHER, pointer: 'rain' }] }, 'is not a JSON pointer'],
    [{ sources: [{ ...WEATHER, pointer: '/a~2' }] }, 'is not a JSON pointer'],
    [{ sources: [{ ...WEATHER, pointer: '/\u202e' }] }, 'is not a JSON pointer'],
    [{ sources: [GAUGE], value: 'rain', comparator: 'eq' }, 'without a pointer is a number'],
    [{ value: 'rain' }, 'the field value must be a decimal'],
    [{ value: true }, 'the field value must be a decimal'],
    [{ value: undefined }, 'the field value must be'],
    [{ value: null, comparator: 'eq' }, 'the field value must be'],
    [{ value: 'a\nb', comparator: 'eq' }, 'printable characters'],
    [{ value: 'x'.repeat(201), comparator: 'eq' }, 'at most 200'],
    [{ value: true, valueType: 'boolean' }, 'only be compared by eq or ne'],
    [{ comparator: 'like' }, 'the field comparator must be one of'],
    [{ delaySeconds: 86_401 }, 'from 0 to 86400'],
    [{ pollSeconds: 60 }, 'does not go with the timing at_expiry'],
    [{ timing: 'any_time_before', delaySeconds: 0 }, 'does not go with the timing any_time_before'],
    [{ timing: 'any_time_before', pollSeconds: 59 }, 'from 60 to 86400'],
    [{ timing: 'sometime' }, 'the field timing'],
    [
      { sources: [0, 1, 2, 3].map((index) => ({ url: `${hostAt(index)}${'x'.repeat(250)}` })) },
      'and at most 1024 fit',
    ],
  ])('is refused: %o', async (fields, reason) => {
    const refusal = compile(fields);
    await expect(refusal).rejects.toMatchObject({ code: 'condition_invalid' });
    await expect(refusal).rejects.toThrow(reason);
  });

  test('warns of the hosts, and of who reads them first', async () => {
    const { warnings } = await compile({ sources: [WEATHER, GAUGE] });
    expect(warnings).toEqual([
      'The market depends on what weather.example, gauge.example.org answer: whoever controls 2 ' +
        'of them decides.',
    ]);
    expect((await compile({ timing: 'any_time_before' })).warnings).toHaveLength(2);
  });

  test('is described with its sources, moments and gaps', async () => {
    const words = async (fields: object) =>
      describeCondition((await compile(fields)).condition, EXPIRY);
    expect(await words({ sources: [WEATHER, GAUGE], value: -1000.5, delaySeconds: 3_600 })).toBe(
      'Yes if at least 2 of 2 web sources show at least -1,000.5 in the first round of fetches ' +
        'after 2030-01-01 01:00 UTC. If too few agree in time, all stakes are refunded.\n\n' +
        'Exactly: at least 2 of 2 web sources say that the value is at least -1,000.5, in the ' +
        'first round of fetches at or after 2030-01-01T01:00:00Z, 3600 seconds after ' +
        '2030-01-01T00:00:00Z, in which that many agree. The sources: ' +
        'https://weather.example/lisbon?unit=mm at /rain/mm, ' +
        'https://gauge.example.org:8443/lisbon.txt (a number in plain text). The market’s oracle ' +
        'fetches until then; if that does not happen in time, all stakes are refunded.',
    );
    expect(await words({ timing: 'any_time_before', value: 'rain', comparator: 'ne' })).toBe(
      'Yes if the web source shows anything but "rain" at any time before 2030-01-01 00:00 ' +
        'UTC. If answers are missing for 10 minutes, all stakes are refunded.\n\n' +
        'Exactly: as soon as the web source says that the value is not "rain", at any time ' +
        'before 2030-01-01T00:00:00Z, the market ends as Yes; if that does not happen, as No. ' +
        'The source: https://weather.example/lisbon?unit=mm at /rain/mm. ' +
        'The market’s oracle fetches every 60 seconds. More than 600 seconds ' +
        'without an answer that counts are missing data: then all stakes are refunded.',
    );
  });
});

describe('a round', () => {
  const judged = (values: readonly (string | null)[], quorum?: number) =>
    judgeRound(conditionOf(values.length, quorum ? { quorum } : {}), roundOf(values));

  test.each([
    [['4'], true],
    [['3'], false],
    [['4', '5'], true],
    [['4', '3'], undefined],
    [['4', null], undefined],
    [['4', '5', '3'], true],
    [['3', '2', null], false],
    [['4', '3', null], undefined],
    [['4', '4', '4', '4', null], true],
    [['4', '4', '4', '3', null], undefined],
    [['4', '4', '4', null, null], undefined],
    [['"4"', '4', '4', '4', '4'], true],
  ])('of %j is met: %s', (values, isMet) => {
    const reading = judged(values);
    expect(reading.ok ? reading.value : undefined).toBe(isMet);
  });

  test.each([
    [['4', '4', '4', '3', '3'], true],
    [['4', '4', '3', '3', '3'], false],
    [['4', '4', '3', '3', null], undefined],
  ])('of five with a quorum of three, %j is met: %s', (values, isMet) => {
    const reading = judged(values, 3);
    expect(reading.ok ? reading.value : undefined).toBe(isMet);
  });

  test('says which source said what', () => {
    const reading = judged(['4', null, '"\u202ex"']);
    expect(reading).toMatchObject({
      ok: false,
      reason:
        '2 of 3 web sources must agree (a.example: says 4; b.example: it cannot be reached; ' +
        'c.example: its value is a string and not a number)',
    });
  });

  test('counts only answers of its own sources, in their places', () => {
    const swapped = [...roundOf(['4', '4'])].reverse();
    expect(judgeRound(conditionOf(2), swapped).ok).toBe(false);
    expect(judgeRound(conditionOf(2), roundOf(['4'])).ok).toBe(false);
    expect(judgeRound(conditionOf(1), roundOf(['4', '3'])).ok).toBe(true);
  });
});

const evaluate = (condition: FetchedCondition, web: Partial<WebEvidence>, now: number = EXPIRY) => {
  const evidence: Evidence = { samples: [], web: { rounds: [], polledAt: [], ...web } };
  const moments = { createdAt: CREATED, expiresAt: EXPIRY, now: unixSeconds(now) };
  return evaluateCondition(condition, evidence, moments);
};

describe('at expiry', () => {
  test('the first round in which enough agree decides', async () => {
    const rounds = [roundOf(['4', null]), roundOf(['3', '2'], EXPIRY + 60), roundOf(['4', '4'])];
    expect(await evaluate(conditionOf(2), { rounds }, EXPIRY + 90)).toEqual({
      ...{ verdict: 'not_met', value: '3, 2', at: EXPIRY + 60 },
    });
  });

  test('no round before the delay is over counts', async () => {
    const condition = conditionOf(1, { delaySeconds: 600 });
    const early = { rounds: [roundOf(['4'], EXPIRY + 599)] };
    expect(await evaluate(condition, early, EXPIRY + 599)).toMatchObject({ code: 'not_due' });
    expect(await evaluate(condition, early, EXPIRY + 600)).toMatchObject({ code: 'missing' });
    const due = { rounds: [roundOf(['4'], EXPIRY + 600)] };
    expect(await evaluate(condition, due, EXPIRY + 600)).toMatchObject({ verdict: 'met' });
  });

  test('the fetches of a round are close together', async () => {
    const [first] = roundOf(['4', '4']);
    const apart = (seconds: number) => [
      [first, roundOf(['4', '4'], EXPIRY + seconds)[1]] as ReturnType<typeof roundOf>,
    ];
    const together = await evaluate(conditionOf(2), { rounds: apart(120) }, EXPIRY + 130);
    expect(together).toMatchObject({ verdict: 'met' });
    const far = await evaluate(conditionOf(2), { rounds: apart(121) }, EXPIRY + 130);
    expect(far).toMatchObject({ verdict: 'unknown' });
  });

  test('without evidence nothing is known', async () => {
    expect(await evaluate(conditionOf(1), {})).toMatchObject({ verdict: 'unknown' });
    expect(await evaluate(conditionOf(1), { rounds: [[]] })).toMatchObject({ verdict: 'unknown' });
  });
});

describe('any time before', () => {
  const trigger = conditionOf(2, { timing: 'any_time_before', pollSeconds: 60 });
  const every = (seconds: number) =>
    Array.from({ length: Math.floor((EXPIRY - CREATED) / seconds) }, (_, index) =>
      unixSeconds(CREATED + index * seconds),
    );

  test.each([
    [CREATED - 1, 'unknown'],
    [CREATED, 'met'],
    [EXPIRY - 1, 'met'],
    [EXPIRY, 'unknown'],
  ])('a round at %i: %s', async (at, verdict) => {
    const rounds = [roundOf(['4', '5'], at)];
    expect(await evaluate(trigger, { rounds }, EXPIRY - 1)).toMatchObject({ verdict });
  });

  test('no gap longer than ten minutes or three rounds is No', async () => {
    expect(await evaluate(trigger, { polledAt: every(600) })).toMatchObject({
      ...{ verdict: 'not_met', at: EXPIRY },
    });
    expect(await evaluate(trigger, { polledAt: every(601) })).toMatchObject({ code: 'gap' });
    const slow = { ...trigger, pollSeconds: 300 };
    expect(gapSecondsMax(slow)).toBe(900);
    expect(await evaluate(slow, { polledAt: every(900) })).toMatchObject({ verdict: 'not_met' });
    expect(await evaluate(slow, { polledAt: every(901) })).toMatchObject({ code: 'gap' });
  });

  test('before the expiry it is not due, and a market without a single answer stays open', async () => {
    const polledAt = every(60);
    expect(await evaluate(trigger, { polledAt }, EXPIRY - 1)).toMatchObject({ code: 'not_due' });
    const moments = { createdAt: unixSeconds(EXPIRY - 60), expiresAt: EXPIRY, now: EXPIRY };
    const nothing = { samples: [], web: { rounds: [], polledAt: [] } };
    expect(await evaluateCondition(trigger, nothing, moments)).toMatchObject({ code: 'gap' });
  });

  test('a round that is not met decides nothing', async () => {
    const rounds = [roundOf(['3', '2'], EXPIRY - 1)];
    expect(await evaluate(trigger, { rounds }, EXPIRY)).toMatchObject({ verdict: 'unknown' });
  });
});

describe('evidence', () => {
  const condition = conditionOf(3);
  const canonical = renderCondition(condition);
  const web: WebEvidence = { rounds: [roundOf(['4', '5', null])], polledAt: [] };
  const moments = { createdAt: CREATED, expiresAt: EXPIRY, now: EXPIRY };
  const verdict = { verdict: 'met', at: EXPIRY, value: '4, 5, ?' } as const;
  const record = { marketId: 'market_1', condition: canonical, moments, web, verdict };
  const text = renderWebEvidence(record);
  const market = {
    ...{ id: 'market_1', condition: canonical, parsedCondition: readCondition(canonical) },
    ...{ source: MarketSource.Oracle, subject: NO_ADDRESS, factOwner: NO_ADDRESS, clauses: [] },
    ...{ createdAt: CREATED, expiresAt: EXPIRY, resolvedAt: EXPIRY, slot: 1n },
    ...{ evidenceAccount: NO_ADDRESS, evidenceHash: sha256Hex(text) },
  };

  test('is read as it was written, and in no other form', () => {
    expect(readWebEvidence(text)).toEqual(record);
    expect(readWebEvidence(` ${text}`)).toBeUndefined();
    expect(readWebEvidence(text.replace('"version":1', '"version":2'))).toBeUndefined();
    expect(readWebEvidence(text.replace('"status":200', '"status":"200"'))).toBeUndefined();
    expect(readWebEvidence('{}')).toBeUndefined();
    expect(readWebEvidence('[')).toBeUndefined();
  });

  test('gives the outcome again', async () => {
    expect(await replayEvidence(market, text)).toMatchObject({
      ...{ hash: sha256Hex(text), outcome: 'Yes' },
    });
  });

  test('with another answer gives another hash and outcome', async () => {
    const rounds = [roundOf(['3', '2', null])];
    const other = renderWebEvidence({ ...record, web: { ...web, rounds } });
    const replay = await replayEvidence(market, other);
    expect(replay.outcome).toBe('No');
    expect(replay.hash).not.toBe(sha256Hex(text));
  });

  test('of another market or kind gives no outcome', async () => {
    const other = renderWebEvidence({ ...record, marketId: 'market_2' });
    expect((await replayEvidence(market, other)).outcome).toBeNull();
    const early = renderWebEvidence({ ...record, web: { rounds: [], polledAt: [EXPIRY] } });
    expect((await replayEvidence(market, early)).outcome).toBeNull();
  });

  test('our oracle decides by the web, and a waiting market says for what', () => {
    const named = { ...market, mismatch: null };
    const decided = decidedBy(named, NO_ADDRESS);
    expect(decided).toMatchObject({ by: 'web', condition: { type: 'web_value' } });
    const moments = { expiresAt: EXPIRY, refundAt: unixSeconds(EXPIRY + 60), now: EXPIRY };
    const refund = 'without it, all stakes are refunded at 2030-01-01 00:01 UTC';
    expect(describeAwaited(decided, moments)).toBe(
      `2 of 3 web sources to agree, fetched after 2030-01-01 00:00 UTC; ${refund}`,
    );
    const trigger = conditionOf(3, { timing: 'any_time_before' });
    expect(describeAwaited({ by: 'web', condition: trigger }, moments)).toBe(
      `its outcome by what its web sources said; ${refund}`,
    );
  });
});
