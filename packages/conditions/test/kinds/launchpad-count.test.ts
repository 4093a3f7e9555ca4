import { unixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { compareWithQuestion } from '../../src/compare-question.ts';
import { compileCondition } from '../../src/compile-condition.ts';
import { compileSupported } from '../../src/compile-supported.ts';
import type { ConditionInput } from '../../src/condition-input.ts';
import { describeCondition } from '../../src/describe-condition.ts';
import { evaluateCondition, measureCondition, outcomeOf } from '../../src/evaluate.ts';
import type { LaunchCount } from '../../src/oracles/account-snapshot.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { compileQuestion } from '../../src/questions/compile-question.ts';
import { readCondition } from '../../src/read-condition.ts';

const NOW = unixSeconds(1_893_369_600);
const EXPIRY = unixSeconds(1_893_456_000);
const input: ConditionInput = {
  ...{ question: 'Will it happen?', tokenAddress: null, expiresAt: EXPIRY, now: NOW, nodes: 2 },
};
const wanted = { type: 'launchpad_count', launchpad: 'pump', event: 'migrated' };
const compile = (more: object, given: Partial<ConditionInput> = {}) =>
  compileCondition({ ...input, ...given, condition: { ...wanted, threshold: 500, ...more } });

describe('the condition', () => {
  test('has its start, nodes and unit, and is the same when it is read', async () => {
    const { condition, canonical, ...rule } = await compile({ comparator: 'gt' });
    expect(condition).toMatchObject({ from: NOW, nodes: 2, unit: 'migrations', threshold: '500' });
    expect(readCondition(canonical)).toEqual(condition);
    expect(rule).toMatchObject({ decider: { source: MarketSource.Oracle }, isTriggered: true });
    expect(rule.isInverted).toBe(false);
    expect((await compile({ comparator: 'lt' })).isInverted).toBe(true);
  });

  test('starts at most 8 days ago, and has at most 32 days', async () => {
    const DAY = 86_400;
    const during = (from: number, expiresAt: number = EXPIRY) =>
      compile({ comparator: 'gt', from }, { expiresAt: unixSeconds(expiresAt) });
    const last = NOW + 32 * DAY;
    for (const [from, to] of [[NOW - 8 * DAY], [EXPIRY - 1], [NOW, last]] as [number, number?][]) {
      await expect(during(from, to)).resolves.toBeDefined();
    }
    for (const [from, to] of [[NOW - 8 * DAY - 1], [EXPIRY], [NOW, last + 1]] as const) {
      await expect(during(from, to)).rejects.toThrow('the field from');
    }
  });

  test.each([
    [{ launchpad: 'launchlab', event: 'created' }, 'no account shows all creations on LaunchLab'],
    [{ launchpad: 'meteora', event: 'created' }, 'no account shows all creations on Meteora DBC'],
    [{ event: 'completed' }, 'event'],
    [{ threshold: '1.5' }, 'whole number'],
    [{ threshold: 100_001 }, '100000'],
    [{ comparator: 'gte', threshold: 0 }, 'above zero'],
    [{ unit: 'creations' }, 'unit'],
    [{ nodes: 3 }, 'from 1 to 2'],
  ])('refuses %j', async (fields, message) => {
    await expect(compile({ comparator: 'gt', ...fields })).rejects.toThrow(message);
  });

  test('takes the greatest number, and zero where it can be exceeded', async () => {
    await expect(compile({ comparator: 'gte', threshold: 100_000 })).resolves.toBeDefined();
    await expect(compile({ comparator: 'gt', threshold: 0 })).resolves.toBeDefined();
  });

  test('is attested if the chain does not have the launchpad', async () => {
    const question = 'Will more than 500 tokens migrate from pump.fun before expiry?';
    const hasLaunchpad = (launchpad: string) => launchpad === 'demo';
    const here = await compileSupported({ ...input, question, hasLaunchpad });
    expect(here.condition.type).toBe('attested');
    const there = await compileSupported({ ...input, question });
    expect(there.condition).toMatchObject({ type: 'launchpad_count', comparator: 'gt' });
  });

  test('must begin when the question says', () => {
    const question = 'Will more than 500 tokens migrate from pump.fun on 2029-12-31?';
    const compare = (seconds: number) => {
      const fields = { ...wanted, comparator: 'gt', threshold: 500, from: NOW + seconds };
      const now = unixSeconds(NOW + 3_600);
      return compareWithQuestion({ ...input, question, now }, parseCondition(fields, input));
    };
    expect(compare(0)).toBe('same');
    expect(compare(600)).toBe('same');
    expect(() => compare(601)).toThrow('condition');
    expect(() => compare(-601)).toThrow('condition');
  });

  test('says whether one node is trusted', async () => {
    const words = async (nodes: number) =>
      describeCondition((await compile({ comparator: 'lte', nodes })).condition, EXPIRY);
    expect(await words(2)).toBe(
      'Yes if at most 500 tokens migrate from pump.fun between 2029-12-31 00:00 UTC and ' +
        '2030-01-01 00:00 UTC. If two nodes disagree, all stakes are refunded.\n\n' +
        'Exactly: each mint counts once, by a successful transaction of ' +
        '39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg in which the program ' +
        '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P does that, with a block time from ' +
        '2029-12-31T00:00:00Z to before 2030-01-01T00:00:00Z. Yes if these are at most 500 ' +
        'mints. The market ends as soon as final transactions show the outcome. 2 nodes are ' +
        'asked; unless they agree, all stakes are refunded.',
    );
    expect(await words(1)).toContain('The list is that of one node, which is trusted.');
  });

  test('names all configs of Meteora, and warns that there may be others', async () => {
    const { condition, warnings } = await compile({ launchpad: 'meteora', comparator: 'gt' });
    const words = describeCondition(condition, EXPIRY);
    expect(words).toContain('tokens migrate from Meteora DBC between');
    expect(words).toMatch(/a successful transaction of one of (\w{43,44}, ){12}\w{43,44} in which/);
    expect(warnings.join()).toContain('Should Meteora add a config');
  });

  test.each([
    ['complete their curve on pump.fun', 'a trade completes a curve', ['migrated']],
    ['launch on LaunchLab', 'no account lists what is created on LaunchLab', []],
  ])('is attested for "%s", and says why', (what, why, offered) => {
    const question = `Will more than 500 tokens ${what} before expiry?`;
    const { fields, warnings, readings } = compileQuestion({ ...input, question });
    expect(fields.type).toBe('attested');
    expect(warnings.join()).toContain(why);
    expect(readings.map(({ event }) => event)).toEqual(offered);
  });
});

describe('the verdict', () => {
  const count = (number: number, more: Partial<LaunchCount> = {}): LaunchCount => ({
    ...{ launchpad: 'pump', event: 'migrated', from: NOW, to: EXPIRY, nodes: 2 },
    ...{ count: number, seen: number, root: '', isCurrent: true, isFinal: true },
    ...more,
  });
  const sampleOf = (launches: LaunchCount) => ({
    ...{ slot: 1n, observedAt: launches.to, accounts: [], launches },
  });
  async function decide(comparator: string, launches: LaunchCount, now = EXPIRY) {
    const condition = parseCondition({ ...wanted, comparator, threshold: 500 }, input);
    const moments = { createdAt: NOW, expiresAt: EXPIRY, now };
    const evidence = { samples: [sampleOf(launches)] };
    const verdict = await evaluateCondition(condition, evidence, moments);
    return verdict.verdict === 'unknown' ? verdict.code : outcomeOf(condition, verdict);
  }

  test.each([
    ['gt', 500, 'No'],
    ['gt', 501, 'Yes'],
    ['gte', 499, 'No'],
    ['gte', 500, 'Yes'],
    ['lt', 499, 'Yes'],
    ['lt', 500, 'No'],
    ['lte', 500, 'Yes'],
    ['lte', 501, 'No'],
  ])('%s 500 with %i is %s', async (comparator, number, outcome) => {
    expect(await decide(comparator, count(number))).toBe(outcome);
  });

  const EARLY = unixSeconds(EXPIRY - 100);
  const early = { to: EARLY, isFinal: false };

  test('comes early only by final transactions, and never from a count that runs', async () => {
    expect(await decide('gte', count(500, early), EARLY)).toBe('Yes');
    expect(await decide('lt', count(500, early), EARLY)).toBe('No');
    expect(await decide('gte', count(499, { ...early, seen: 500 }), EARLY)).toBe('not_due');
    expect(await decide('gte', count(499, early))).toBe('missing');
  });

  test('is unknown by a count of another period, launchpad or of fewer nodes', async () => {
    for (const other of [
      { from: unixSeconds(NOW + 1) },
      { to: unixSeconds(EXPIRY + 1) },
      { launchpad: 'launchlab' },
      { event: 'created' },
      { nodes: 1 },
    ]) {
      expect(await decide('gte', count(500, other)), JSON.stringify(other)).toBe('missing');
    }
    expect(await decide('gte', count(499, { isCurrent: false }))).toBe('incomplete');
    expect(await decide('gte', count(500, { isCurrent: false }))).toBe('Yes');
  });

  test('bets stop as soon as enough are seen', async () => {
    const condition = parseCondition({ ...wanted, comparator: 'gt', threshold: 500 }, input);
    const moments = { createdAt: NOW, expiresAt: EXPIRY, now: EARLY };
    const measure = (seen: number) =>
      measureCondition(condition, sampleOf(count(400, { ...early, seen })), moments);
    expect(await measure(500)).toMatchObject({ value: { isMet: false } });
    expect(await measure(501)).toMatchObject({ value: { isMet: true } });
  });
});
